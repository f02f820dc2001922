#!/usr/bin/env node
// The command of a release. Without arguments it starts everything; the rest is the command line.
import path from 'node:path';
import { nodeVersionProblem } from '../../bootstrap/node-version.mjs';

// Before anything else is loaded: an old Node.js must get this sentence and no syntax error.
const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(`✗ ${problem}\n  What to do: install a current LTS release of Node.js, then start again.`);
  process.exit(1);
}

const words = process.argv.slice(2).join(' ');
if (words === '' || words === 'start') {
  await import('./start.mjs');
} else {
  const { openBundle } = await import('../../../apps/cli/bin/open-bundle.mjs');
  await openBundle(path.resolve(import.meta.dirname, '../../../cli')).run();
}
