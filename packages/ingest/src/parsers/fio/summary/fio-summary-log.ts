/** A row of a table `sum.<jobs>.<file system>.<server>.csv` or `.txt`. */
export interface FioSummaryRow {
  /** `fsync=0_16K` */
  test: string;
  /** IO/s of all jobs together. */
  iops: number;
  /** Microseconds as printed; null where the test does not sync. */
  syncUs: number | null;
  /** Jobs that the sync value was taken from, null when the table does not say. */
  jobs: number | null;
  line: number;
}

export interface FioSummary {
  type: 'fio-summary';
  rows: FioSummaryRow[];
}
