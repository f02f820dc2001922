import type { FormatFamily } from '../family';
import { googleBenchmarkFormat as about } from './about';
import { googleBenchmarkAssembler } from './assemble/google-benchmark-assembler';
import { googleBenchmark } from './google-benchmark';

/** JSON of Google Benchmark, since 1.0 (github.com/google/benchmark). */
export const googleBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [googleBenchmark],
  assembler: googleBenchmarkAssembler,
};
