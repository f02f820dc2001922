// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Basecase. Everything that is there
// already is kept, so a second start takes seconds. Needs nothing but Node.js.
import { requireNode } from './bootstrap/node-version.mjs';

requireNode('start');

const { startBasecase } = await import('./bootstrap/start-basecase.mjs');
const { fromSources } = await import('./bootstrap/from-sources.mjs');
await startBasecase({ dev: process.argv.includes('--dev'), sources: fromSources });
