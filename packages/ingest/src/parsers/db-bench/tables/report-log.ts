import type { MetricId } from '../../../model/metric';

/**
 * Rows of report.tsv of benchmark.sh, or of what is made of it: `summary.tsv` of benchmark_compare, `sum.<workload>.txt`
 * and `*.sdev`, which have a block with a header for each test.
 */
export interface ReportLog {
  type: 'db_bench-report';
  /** Paths of the report.tsv files that the rows of each block come from, in their order; summary.tsv only. */
  sources: string[];
  rows: ReportRow[];
  /** Rows of each block. */
  blockSizes: number[];
  lines: number;
}

export interface ReportRow {
  line: number;
  /** Which header it is under, from 0, and which row of that block it is, from 0. */
  block: number;
  index: number;
  /** `readrandom.t8`, `overwriteandwait.t1.s0` */
  test: string;
  /** No number of operations: db_bench failed. */
  failed: boolean;
  /** `2022-12-9T19:33:52`, not padded; empty when there is none. */
  date: string;
  version: string;
  githash: string;
  values: ReportValue[];
}

export interface ReportValue {
  metric: MetricId;
  /** In base units. */
  value: number;
  /** Half of the last digit that is printed, in base units: how far rounding may have moved it. */
  rounding: number;
}
