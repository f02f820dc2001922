/** A server as its page shows it. Types only, safe to import anywhere. */
import type { Server } from '@basecase/contract/server';
import type { ServerKind } from '@basecase/ingest/model';
import type { WorkloadMergeEntry } from './merges';
import type { ServerName, ServerView, WorkloadView } from './workloads';

/** What is known of a server; `memoryBytes` in bytes. */
export type ServerFact = ServerFactView['fact'];
/** One fact with where it is from, and every value that was read. */
export type ServerFactView = Server['facts'][number];
/** A value that uploads carried, and in how many runs. */
export type FactReading = ServerFactView['readings'][number];
/** Somebody said something about a server, or took it back. */
export type FactChangeView = Server['changes'][number];
/** A name under which uploads come to the server. */
export type ServerNameView = Server['names'][number];

/** Facts as entered by people; null withdraws an entered value. */
export interface ServerFactValues {
  cores?: number | null | undefined;
  cpu?: string | null | undefined;
  memoryBytes?: number | null | undefined;
  storage?: string | null | undefined;
  os?: string | null | undefined;
  kind?: ServerKind | null | undefined;
}

/** A product in a heatmap of the server. */
export interface MeasuredHere extends Omit<Server['measured'][number], 'workload' | 'compareUrl'> {
  workload: WorkloadView;
  /** Records that are open and only possible. */
  possiblySlower: number;
  possiblyFaster: number;
}

/** How far runs of the same lay apart in one workload, as it was judged last. */
export interface ServerNoise extends Omit<Server['noise'][number], 'workload'> {
  workload: WorkloadView;
}

export interface ServerPage
  extends Omit<Server, 'slug' | 'name' | 'url' | 'measured' | 'noise' | 'workloadMerges'> {
  server: ServerView;
  /** By product, the newest workload first. */
  measured: MeasuredHere[];
  noise: ServerNoise[];
  workloadMerges: WorkloadMergeEntry[];
  others: ServerName[];
}
