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
  /** The first row, which vmstat fills with means since boot; null when the log has none. */
  sinceBoot: { cs: number; us: number; sy: number; id: number; wa: number } | null;
  /** Lines of the first and the last sample; 0 without samples. */
  firstLine: number;
  lastLine: number;
}
