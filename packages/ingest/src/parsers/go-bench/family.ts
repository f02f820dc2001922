import type { FormatFamily } from '../family';
import { goBenchFormat as about } from './about';
import { goBenchAssembler } from './assemble/go-bench-assembler';
import { benchstat } from './benchstat';
import { goBench } from './go-bench';

/**
 * The benchmark format of Go (golang.org/design/14313-benchmark-format), which `go test -bench` prints, and tables that
 * benchstat made of it.
 */
export const goBenchFormat: FormatFamily = {
  ...about,
  parsers: [goBench, benchstat],
  assembler: goBenchAssembler,
};
