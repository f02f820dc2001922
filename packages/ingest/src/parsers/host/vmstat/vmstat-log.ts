/** Means of one vmstat log over its real samples: repeated headers and the since-boot row are left out. */
export interface VmstatLog {
  type: 'vmstat';
  samples: number;
  /** Context switches per second. */
  cs: number;
  /** Percent of all cores. */
  us: number;
  sy: number;
  id: number;
  wa: number;
  /** Percent of the CPU that the host of a virtual machine withheld: `st`. Null where the log has no such column, or no sample. */
  steal: { median: number; max: number } | null;
  /**
   * The first row, which vmstat fills with means since boot; null when the log has no row, or shows that it was made
   * with -y.
   */
  sinceBoot: { cs: number; us: number; sy: number; id: number; wa: number } | null;
  /** Number of headers in the log. */
  headers: number;
  /** Lines of the first and the last sample; 0 without samples. */
  firstLine: number;
  lastLine: number;
}
