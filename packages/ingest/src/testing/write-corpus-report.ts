import { writeFileSync } from 'node:fs';
import { argv, stderr, stdout } from 'node:process';
import { CORPUS } from './corpus';
import { checkCorpus, toMarkdown } from './corpus-report';

const HEAD = `# What the parsers read of the corpus

Every row of the corpus index, a collection of real logs from public archives, is read alone, and every value that the
index expects is compared with what was read, in the digits that the index prints. \`npm run corpus\` writes this page.

`;

const [, , target] = argv;
if (CORPUS === null || target === undefined) {
  stderr.write('There is no corpus: put it beside the project, or set BASECASE_CORPUS to its directory.\n');
  process.exitCode = 1;
} else {
  const report = await checkCorpus();
  writeFileSync(target, HEAD + toMarkdown(report));
  stdout.write(`${target}: ${report.failures.length} values differ\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}
