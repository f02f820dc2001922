import type { ParsedLog } from '../../parser';

/** A file system: what it is on, and where it is mounted. */
export interface Mount {
  /** Without `/dev/` and `mapper/`: `md2`, `nvme0n1p3`, `vg0-data`. */
  device: string;
  path: string;
  line: number;
}

/** Where the files of the database are. */
export interface DataPath {
  path: string;
  /** True for a setting (`datadir`), false for a listing of files. */
  isSetting: boolean;
  line: number;
}

/** A device on top of another: an array on its members, a volume on an array, a partition on its disk. */
export interface LiesOn {
  device: string;
  on: string;
}

/** Data location read from a file: df, mount, findmnt, lsblk, /proc/mdstat, settings of a server. */
export interface StorageLog extends ParsedLog {
  type: 'storage';
  mounts: Mount[];
  dataPaths: DataPath[];
  liesOn: LiesOn[];
}
