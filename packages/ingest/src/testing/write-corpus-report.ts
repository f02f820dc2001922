import { writeFileSync } from 'node:fs';
import { argv, stderr, stdout } from 'node:process';
import { CORPUS } from './corpus';
import { checkCorpus, toMarkdown } from './corpus-report';

const HEAD = `# What the parsers read of the corpus

The corpus is a collection of real logs from public archives. Each row of its index is read by itself, and each value that
the index expects is compared with the value read, to the digits that the index prints. \`npm run corpus\` writes this page.

`;

const [, , target] = argv;
if (CORPUS === null || target === undefined) {
  stderr.write('No corpus found: put it next to the project, or set BASECASE_CORPUS to its directory.\n');
  process.exitCode = 1;
} else {
  const report = await checkCorpus();
  writeFileSync(target, HEAD + toMarkdown(report));
  stdout.write(`${target}: ${report.failures.length} values differ\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}
