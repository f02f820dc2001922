import type { BenchmarkModel } from './benchmark-model';

/** A diagnostic code that one format alone reports: `pgbench:RETRIED`. */
export type FormatCode = `${string}:${string}`;

/** Browser-safe description of a family of formats: `about.ts` of its folder. */
export interface FormatInfo {
  /** Name of its folder. */
  readonly name: string;
  /** The tool whose logs it reads, as people call it; null for formats without a tool. */
  readonly tool: string | null;
  /** The benchmark it brings; null when its results are of another family's. */
  readonly benchmark: BenchmarkModel | null;
  /** Its additional diagnostic codes with their meanings. They are warnings by default. */
  readonly diagnostics?: Readonly<Record<FormatCode, string>>;
}
