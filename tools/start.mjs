// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Basecase. Everything that is there
// already is kept, so a second start takes seconds. Needs nothing but Node.js.
import { nodeVersionProblem } from './bootstrap/node-version.mjs';

// Before anything else is loaded: an old Node.js must get this sentence and no syntax error.
const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(`✗ ${problem}\n  What to do: install a current LTS release of Node.js, then start again.`);
  process.exit(1);
}

const { startBasecase } = await import('./bootstrap/start-basecase.mjs');
const { fromSources } = await import('./bootstrap/from-sources.mjs');
await startBasecase({ dev: process.argv.includes('--dev'), sources: fromSources });
