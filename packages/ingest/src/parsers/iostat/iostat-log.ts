/** Means of one device over the samples it appears in. Null: the log has no such column. */
export interface DeviceMeans {
  name: string;
  samples: number;
  readsPerS: number | null;
  readKbPerS: number | null;
  writesPerS: number | null;
  writeKbPerS: number | null;
  /** Lines of the first and the last sample. */
  firstLine: number;
  lastLine: number;
}

export interface IostatLog {
  type: 'iostat';
  /** Logical cores as the first line says, null without it. */
  cores: number | null;
  /** In the order of the log, without loop devices and RAM disks. */
  devices: DeviceMeans[];
}
