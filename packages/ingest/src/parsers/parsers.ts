import type { LogParser } from './parser';
import { FAMILIES } from './registry';

export const PARSERS: readonly LogParser[] = FAMILIES.flatMap(({ parsers }) => parsers);

/** The parsers of benchmark output, without those of the logs next to it. */
export const BENCHMARK_PARSERS: readonly LogParser[] = FAMILIES.filter(
  ({ assembler, tool }) => assembler !== undefined && tool !== null,
).flatMap(({ parsers }) => parsers.filter(({ open, isKept }) => open !== null && !isKept));
