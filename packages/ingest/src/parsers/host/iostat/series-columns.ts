/** How a column is shown over time. */
export interface SeriesColumn {
  id: string;
  label: string;
  unit: string;
  /** Printed value divided by this is in `unit`. */
  divisor: number;
}

const column = (id: string, label: string, unit: string, divisor = 1): SeriesColumn => ({
  id,
  label,
  unit,
  divisor,
});

const READ = 'read_kb_per_s';
const WRITE = 'write_kb_per_s';
const MB = 1 / 1024;
const SECTORS = 2;
const MILLISECONDS = 1000;

/** Columns of all layouts, and keys of `-o JSON`. */
export const DEVICE_COLUMNS: Readonly<Record<string, SeriesColumn>> = {
  'r/s': column('reads_per_s', 'r/s', 'reads/s'),
  'rkB/s': column(READ, 'rkB/s', 'KB/s'),
  'rMB/s': column(READ, 'rkB/s', 'KB/s', MB),
  'rsec/s': column(READ, 'rkB/s', 'KB/s', SECTORS),
  'kB_read/s': column(READ, 'rkB/s', 'KB/s'),
  'MB_read/s': column(READ, 'rkB/s', 'KB/s', MB),
  'Blk_read/s': column(READ, 'rkB/s', 'KB/s', SECTORS),
  'w/s': column('writes_per_s', 'w/s', 'writes/s'),
  'wkB/s': column(WRITE, 'wkB/s', 'KB/s'),
  'wMB/s': column(WRITE, 'wkB/s', 'KB/s', MB),
  'wsec/s': column(WRITE, 'wkB/s', 'KB/s', SECTORS),
  'kB_wrtn/s': column(WRITE, 'wkB/s', 'KB/s'),
  'MB_wrtn/s': column(WRITE, 'wkB/s', 'KB/s', MB),
  'Blk_wrtn/s': column(WRITE, 'wkB/s', 'KB/s', SECTORS),
  tps: column('transfers_per_s', 'tps', 'transfers/s'),
  'kB/s': column('total_kb_per_s', 'kB/s', 'KB/s'),
  'MB/s': column('total_kb_per_s', 'kB/s', 'KB/s', MB),
  'd/s': column('discards_per_s', 'd/s', 'discards/s'),
  'f/s': column('flushes_per_s', 'f/s', 'flushes/s'),
  await: column('io_await', 'await', 's', MILLISECONDS),
  r_await: column('read_await', 'r_await', 's', MILLISECONDS),
  w_await: column('write_await', 'w_await', 's', MILLISECONDS),
  f_await: column('flush_await', 'f_await', 's', MILLISECONDS),
  'avgqu-sz': column('queue_size', 'aqu-sz', 'requests'),
  'aqu-sz': column('queue_size', 'aqu-sz', 'requests'),
  '%util': column('util_percent', '%util', '%'),
  util: column('util_percent', '%util', '%'),
};

/** Values of `avg-cpu`; JSON has them without the percent sign. */
export const CPU_COLUMNS: Readonly<Record<string, SeriesColumn>> = Object.fromEntries(
  ['user', 'nice', 'system', 'iowait', 'steal', 'idle'].flatMap((name) => {
    const entry = column(`cpu_${name}_percent`, `%${name}`, '% of all cores');
    return [
      [name, entry],
      [`%${name}`, entry],
    ];
  }),
);
