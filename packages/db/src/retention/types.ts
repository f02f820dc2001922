/** Retention of nights. Types only, safe to import anywhere. */

/** Null disables that part of the rule. */
export interface RetentionRule {
  /** Raw files of nights go when they were measured more than so many days ago; their numbers stay. */
  rawDays: number | null;
  /** Of nights that were measured more than so many days ago one a week stays. */
  thinDays: number | null;
}

/**
 * Why a night that is old enough stays, or keeps its files.
 * - newest: it is one of the newest of its line.
 * - week: the one night of its week.
 * - record: a record names it, or it is one of the nights around its change.
 * - event: it is the first night with another kernel, compiler, ... as in its run, or the last one before.
 * - permalink: a permalink names it.
 * - corrected: a run of its upload was marked or corrected.
 * - release: its upload holds runs of releases, too.
 * - not stored: its upload is on its way, or was not read to its end.
 * - held back: without the nights that would go, a record of its server and workload would say something else.
 */
export type KeptReason =
  | 'newest'
  | 'week'
  | 'record'
  | 'event'
  | 'permalink'
  | 'corrected'
  | 'release'
  | 'not stored'
  | 'held back';
export type KeptCounts = Partial<Record<KeptReason, number>>;

/** What goes of something, and what of it that is old enough stays. */
export interface RetentionPart {
  count: number;
  /** ISO 8601, when the oldest and the newest were measured; null when nothing goes. */
  oldest: string | null;
  newest: string | null;
  kept: KeptCounts;
}

/** One line of nights on a server, with a workload. */
export interface RetentionLine {
  /** Name. */
  server: string;
  /** `PostgreSQL 19devel@master, x10a_c8r32` */
  line: string;
  /** `sysbench, cached`. */
  workload: string;
  /** All of its nights, before anything goes. */
  total: number;
  /** Uploads with nights of the line whose raw files go. One that has nights of several lines counts in each. */
  files: RetentionPart;
  /** Nights that go. */
  nights: RetentionPart;
}

/** Data that the rule removes, or removed. */
export interface RetentionReport {
  rule: RetentionRule;
  /** False: only looked. */
  isApplied: boolean;
  /** Lines with a night that is old enough, by server, line and workload. */
  lines: RetentionLine[];
  /** Uploads that lose their raw files, and those that go as a whole because all of their nights do. */
  uploads: { withoutFiles: number; deleted: number };
  nights: number;
  runs: number;
  /** Numbers of the runs. */
  measurements: number;
  /** Stored files that nothing else needs, and their packed size in bytes. */
  blobs: { count: number; bytes: number };
}
