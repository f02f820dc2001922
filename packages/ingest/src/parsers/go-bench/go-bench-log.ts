import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';

/** Units that have a metric. `sec/op` and `B/s` appear in logs rewritten to base units. */
export const GO_UNITS = ['ns/op', 'sec/op', 'MB/s', 'B/s', 'B/op', 'allocs/op'] as const;
export type GoUnit = (typeof GO_UNITS)[number];

/** One line of a benchmark. */
export interface GoResult {
  /** As printed: `BenchmarkRead/size=1k-8`. */
  name: string;
  /** Import path, null where no line has it. */
  pkg: string | null;
  /** `goos`, `cpu`, `note`, ... as they stood before the line. */
  settings: ReadonlyMap<string, string>;
  status: 'ok' | 'failed';
  iterations: number | null;
  numbers: Partial<Record<GoUnit, NumberAt>>;
  line: number;
}

export interface GoBenchLog extends ParsedLog {
  type: 'go-bench';
  results: GoResult[];
}
