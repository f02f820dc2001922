#!/usr/bin/env node
// The command of a release. Without arguments it starts everything; the rest is the command line.
import { nodeVersionProblem } from '../../bootstrap/node-version.mjs';

// Before anything else is loaded: an old Node.js must get this sentence and no syntax error.
const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(`✗ ${problem}\n  What to do: install a current LTS release of Node.js, then start again.`);
  process.exit(1);
}

if (process.argv.length === 2) process.argv.push('start');
const { run } = await import('@basecase/cli');
await run();
