/**
 * Means of one device over the reports it appears in; where iostat left idle devices out (-z), over all reports.
 * Null: the log has no such column.
 */
export interface DeviceMeans {
  name: string;
  samples: number;
  readsPerS: number | null;
  readKbPerS: number | null;
  writesPerS: number | null;
  writeKbPerS: number | null;
  /** Reads, writes and discards together, where `-x -s` prints nothing else. */
  totalKbPerS?: number | null;
  /** Mean wait of a request in seconds, and its mean size; left out where there were none, or the log lacks a column. */
  readWaitS?: number;
  writeWaitS?: number;
  readSizeKb?: number;
  writeSizeKb?: number;
  /** Mean length of the queue, requests. */
  queueSize?: number;
  /** True for a sum of devices (-g), which is not a device. */
  isGroup?: boolean;
  /** Lines of the first and the last sample. */
  firstLine: number;
  lastLine: number;
}

/** What the log holds, counted before anything is left out. */
export interface IostatCounts {
  /** Device tables, by their headers; reports of a JSON log. */
  tables: number;
  /** `avg-cpu` blocks. */
  cpuBlocks: number;
  /** Devices of the first report, of any kind: loop devices and groups too. */
  names: number;
  /** First cells of the first row, or the first device of a JSON log, as printed; null without one. */
  firstRow: string | null;
}

export interface IostatLog {
  type: 'iostat';
  /** Logical cores as the first line says, null without it. */
  cores: number | null;
  /** Release of the kernel in the first line: `6.8.0-31-generic`; null without it. */
  kernel: string | null;
  /** Host and date of the first line, as printed. */
  host: string | null;
  date: string | null;
  /** In the order of the log, without loop devices and RAM disks. */
  devices: DeviceMeans[];
  /** Reports that count, and reports left out because they are means since boot. */
  reports: number;
  sinceBoot: number;
  counts: IostatCounts;
}
