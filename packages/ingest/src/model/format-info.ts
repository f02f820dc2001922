import type { BenchmarkModel } from './benchmark-model';

/** A diagnostic code that one format alone reports: `pgbench:RETRIED`. */
export type FormatCode = `${string}:${string}`;

/** What everybody may know of a family of formats, browsers too: `about.ts` of its folder. */
export interface FormatInfo {
  /** Name of its folder. */
  readonly name: string;
  /** The tool whose logs it reads, as people call it; null for formats that say nothing of their own. */
  readonly tool: string | null;
  /** The benchmark it brings; null when its results are of another family's. */
  readonly benchmark: BenchmarkModel | null;
  /** Diagnostic codes of its own, with what each means. They are warnings unless the assembler says otherwise. */
  readonly diagnostics?: Readonly<Record<FormatCode, string>>;
}
