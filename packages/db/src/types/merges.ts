/** What was put together although uploads tell it apart. Types only, safe to import anywhere. */
import type { Server } from '@basecase/contract/server';
import type { Workload } from '@basecase/ingest/model';
import type { WorkloadView } from './workloads';

interface MergeRequest {
  reason: string;
  /** Name of a token, or `local`. */
  by: string;
  /** `revision` of the preview that was looked at: refused when something was corrected since. */
  revision?: string | undefined;
}

export interface ServerMergeRequest extends MergeRequest {
  /** Name of what is merged away: a server, or a name that only uploads carry. */
  from: string;
  /** The server that is kept: its name or slug. */
  into: string;
}

export interface WorkloadMergeRequest extends MergeRequest {
  /** Slugs. */
  from: string;
  into: string;
  /** Slug or name of the server it is merged on; null on all. */
  server: string | null;
}

export interface AppliedMerge {
  /** Of the correction that it is: to undo it. */
  id: string;
  runs: number;
}

/** A workload that can be merged, with the fields that tell it apart. */
export interface MergeableWorkload {
  workload: WorkloadView;
  fields: Pick<Workload, 'tables' | 'rowsPerTable' | 'clients' | 'primaryKey' | 'cached' | 'label'>;
  /** On the server that was asked for. */
  runs: number;
  products: string[];
  /** Other servers that have it. */
  otherServers: number;
}

/** Median of r/o over all results of a workload on a server. It shows whether data was cached. */
export interface WorkloadReads {
  /** Slug of the workload. */
  workload: string;
  /** Null where it was not recorded. */
  readsPerOp: number | null;
}

/** A merge of workloads that is in force on a server. */
export interface WorkloadMergeEntry extends Omit<Server['workloadMerges'][number], 'from' | 'into'> {
  from: WorkloadView;
  into: WorkloadView;
}
