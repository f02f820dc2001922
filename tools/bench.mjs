// `npm run bench`: prints ratios and times measured in this run and writes them to docs/reference/performance.md.
// `npm run bench -- --only cli`: only the command line; `load`: what becomes of a web process under load; `nights`: long histories;
// `search`: how long a search takes; `lists`: what lists cost where 500,000 runs are stored; `workers`: how many uploads four
// workers read and store there; `pages`: how fast pages are, against a page of ClickBench's size and kind; `tests`: a
// heatmap of 5,000 tests against one of 500; `release`: how a packed release starts, which is not included, because it downloads
// PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ended, startChild } from './bootstrap/children.mjs';
import { makeFromSources } from './bootstrap/from-sources.mjs';
import { fromRoot, root } from './bootstrap/paths.mjs';
import { runCommand } from './bootstrap/run-command.mjs';

const PARTS = ['cli', 'load', 'nights', 'search', 'lists', 'workers', 'pages', 'tests', 'release'];
const words = process.argv.slice(2).filter((word) => word !== '--only');
const [only] = words;
if (words.length > 1 || (only !== undefined && !PARTS.includes(only))) {
  console.error(`✗ usage: npm run bench [-- --only ${PARTS.join('|')}]`);
  process.exit(1);
}

const scratch = mkdtempSync(path.join(tmpdir(), 'basecase-bench-'));
const code = await runCommand(async (progress) => {
  await makeFromSources(progress);
  const { chromiumPath, prepareChromium } = await import('./checks/chromium.mjs');
  const { startTestPostgres } = await import('./checks/test-postgres.mjs');
  const chromium = chromiumPath(await prepareChromium(progress));
  const postgres = await startTestPostgres(progress);
  progress.stop();
  const child = startChild(process.execPath, ['--import', 'tsx', fromRoot('tools/bench/run.ts')], {
    cwd: root,
    env: {
      BENCH_SERVER_URL: postgres.url,
      BENCH_SCRATCH: scratch,
      CHROMIUM_PATH: chromium,
      BENCH_ONLY: only,
    },
  });
  return (await ended(child).finally(() => postgres.stop())).code;
});
rmSync(scratch, { recursive: true, force: true });
process.exit(code ?? 1);
