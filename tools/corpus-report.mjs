// `npm run corpus`: checks every row of the corpus index against what the parsers read and writes docs/reference/corpus-report.md.
import { ended, startChild } from './bootstrap/children.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { fromRoot, root } from './bootstrap/paths.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import { explain } from './bootstrap/step-error.mjs';

const progress = createProgress();
try {
  await ensureInstalled(progress, { dev: true });
  progress.stop();
  const script = fromRoot('packages/ingest/src/testing/write-corpus-report.ts');
  const child = startChild(
    process.execPath,
    ['--import', 'tsx', script, fromRoot('docs/reference/corpus-report.md')],
    {
      cwd: root,
    },
  );
  process.exitCode = (await ended(child)).code ?? 1;
} catch (error) {
  progress.stop();
  console.error(explain(error));
  process.exitCode = 1;
}
