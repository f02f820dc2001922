import { metric } from '../metric-entry';

/** Means of vmstat and iostat while a test ran: what the costs per operation are computed from. */
export const HOST_METRICS = [
  metric(
    'samples_vmstat',
    'vmstat samples',
    'samples',
    'none',
    0,
    'Samples of vmstat that a mean was taken over.',
  ),
  metric(
    'samples_iostat',
    'iostat samples',
    'samples',
    'none',
    0,
    'Samples of iostat that a mean was taken over.',
  ),
  metric('cpu_percent', 'CPU', '% of all cores', 'none', 1, 'mean(us + sy) from vmstat.'),
  metric(
    'steal',
    'stolen time',
    '% of all cores',
    'none',
    0,
    'median(st) from vmstat: CPU that the host of a virtual machine withheld. Above 2% a test is not judged.',
  ),
  metric(
    'steal_max',
    'most stolen time',
    '% of all cores',
    'none',
    0,
    'max(st) from vmstat. Above 0 in any sample the machine is a virtual one.',
  ),
  metric(
    'server_cpu_us_per_s',
    'server CPU',
    'CPU microseconds/s',
    'none',
    0,
    "CPU time of the server's own processes / seconds.",
  ),
  metric('cs_per_s', 'cs/s', 'context switches/s', 'none', 0, 'mean(cs) from vmstat.'),
  metric('reads_per_s', 'r/s', 'reads/s', 'none', 1, 'mean(r/s) of the device from iostat.'),
  metric('read_kb_per_s', 'rkB/s', 'KB/s', 'none', 1, 'mean(rkB/s) of the device from iostat.'),
  metric('writes_per_s', 'w/s', 'writes/s', 'none', 1, 'mean(w/s) of the device from iostat.'),
  metric('write_kb_per_s', 'wkB/s', 'KB/s', 'none', 1, 'mean(wkB/s) of the device from iostat.'),
] as const;
