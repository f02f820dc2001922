import type { FormatFamily } from './family';
import type { LogParser } from './parser';
import { FORMATS } from './registry';

/** Every registered family. Not for browsers, where the registry has none of their parsers. */
export const FAMILIES: readonly FormatFamily[] = FORMATS;

export const PARSERS: readonly LogParser[] = FAMILIES.flatMap(({ parsers }) => parsers);

/** Those that read what a benchmark prints, and not what lies beside it. */
export const BENCHMARK_PARSERS: readonly LogParser[] = FAMILIES.filter(
  ({ assembler, tool }) => assembler !== undefined && tool !== null,
).flatMap(({ parsers }) => parsers.filter(({ open, isKept }) => open !== null && !isKept));
