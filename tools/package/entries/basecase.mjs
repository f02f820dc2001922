#!/usr/bin/env node
// The command of a release. Without arguments it starts everything; the rest is the command line.
import path from 'node:path';
import { requireNode } from '../../bootstrap/node-version.mjs';

requireNode('start');

const words = process.argv.slice(2).join(' ');
if (words === '' || words === 'start') {
  await import('./start.mjs');
} else {
  const { openBundle } = await import('../../../apps/cli/bin/open-bundle.mjs');
  await openBundle(path.resolve(import.meta.dirname, '../../../cli')).run();
}
