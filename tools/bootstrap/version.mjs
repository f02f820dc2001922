import { readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';

/** Version of Basecase: package.json at the root is the one place that has it. */
export const version = /** @type {string} */ (
  JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version
);
