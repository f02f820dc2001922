/** The servers that are loaded. Types only, safe to import anywhere. */
import type { BenchmarkId } from '@basecase/ingest/model';
import type { ServerView } from './workloads';

/** A server with what was measured on it. */
export interface ServerEntry extends ServerView {
  runs: number;
  /** Names, in alphabetical order. */
  products: string[];
  benchmarks: BenchmarkId[];
  /** ISO 8601: when its newest run was measured, or loaded when no log says. */
  latestRunAt: string;
}
