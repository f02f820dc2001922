import type { RunToStore } from '../import/run-to-store';
import type { RunAttributes } from '../types/corrections';

/** Names of tests and ids of metrics as they were read, by those that count. */
export type Renamed = Partial<Record<'test' | 'metric', Record<string, string>>>;

/** What was read of a run, or counts of it, by name: all that a correction can change, and what hangs on that. */
export interface RunReading
  extends Pick<RunToStore, 'server' | 'variant' | 'workload' | 'startedAt' | 'campaign'> {
  /**
   * Slug of the server that it was stored under; left out where a correction names another. A server may have been
   * given another name since.
   */
  serverSlug?: string;
  /** ISO 8601; its start or, if unknown, when it was loaded. */
  at: string;
  /** Set where a correction renames some. */
  renamed?: Renamed;
}

/** The fields of a reading, as forms and histories show them. */
export function attributesOf({
  server,
  variant,
  workload,
  startedAt,
  campaign,
}: Omit<RunReading, 'at' | 'serverSlug' | 'renamed'>): RunAttributes {
  const { product, version, flavour, config } = variant;
  const { tables, rowsPerTable, clients, primaryKey, cached, label } = workload;
  return {
    server: server.name,
    product,
    version,
    branch: variant.build?.branch ?? null,
    flavour,
    config,
    tables,
    rowsPerTable,
    clients,
    primaryKey,
    cached,
    label,
    startedAt,
    campaign,
    test: null,
    metric: null,
  };
}
