import type { MaskRule } from '../rule';
import { ASSIGNMENTS } from './assignments';
import { COMMANDS } from './commands';
import { HEADERS } from './headers';
import { SQL } from './sql';
import { TOKENS } from './tokens';
import { URLS } from './urls';

/** Every form of a secret within one line. Those of several lines are in `multi-line.ts`. */
export const RULES: readonly MaskRule[] = [
  ...ASSIGNMENTS,
  ...COMMANDS,
  ...SQL,
  ...URLS,
  ...HEADERS,
  ...TOKENS,
];

/**
 * Raised when the rules find more: what an upload stored with fewer of them is read and masked again by the worker.
 * 1 were the rules until raw bytes were no longer kept, 2 those that did not look behind what a CI puts before each line.
 */
export const MASK_VERSION = 3;
