// `npm test`: from a fresh clone to all checks. The last line is `N passed, N failed`; the exit code is 0 only if
// something ran and nothing failed. One part: npm test -- --only lint|types|unit|int|e2e
import { nodeVersionProblem } from './bootstrap/node-version.mjs';

const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(`✗ ${problem}\n  What to do: install a current LTS release of Node.js, then test again.`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const { runChecks } = await import('./checks/run-checks.mjs');
await runChecks(process.argv.slice(2));
