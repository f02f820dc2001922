// `npm test`: from a fresh clone to all checks. The last line is `N passed, N failed`; the exit code is 0 only if
// something ran and nothing failed. One part: npm test -- --only lint|types|unit|int|e2e
import { requireNode } from './bootstrap/node-version.mjs';

requireNode('test', '0 passed, 1 failed');

const { runChecks } = await import('./checks/run-checks.mjs');
await runChecks(process.argv.slice(2));
