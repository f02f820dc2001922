import type {
  FioDefinition,
  FioDirection,
  FioDirectionName,
  FioJob,
  FioLatency,
  FioMarker,
} from '../fio-log';
import { newJob } from './events';
import { parseBytes, parseCount, parseTime, timeExponent, toBlockSize } from './units';

/** `O_DIRECT with fsync=0 for block size 16K` */
const MARKER = /^O_DIRECT with (f(?:data)?sync=[01]) for block size (\d+[kKMG]?)$/;
/** `randrw: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1` */
const DEFINITION =
  /^(.{1,200}?): \(g=(\d{1,9})\): rw=(\w+), bs=(.{1,200}?), ioengine=\S+, iodepth=(\d{1,9})$/;
/** `sync_latency: (groupid=0, jobs=1): err= 0: pid=1462739: Wed Dec 31 17:13:40 2025` */
const JOB =
  /^(.{1,200}?): \(groupid=(\d{1,9}), jobs=(\d{1,9})\): err= ?(\d{1,9})(?: \((.{0,400}?)\))?: pid=\d+: /;
/** `  write: IOPS=1083, BW=16.9MiB/s (17.8MB/s)(5080MiB/300001msec); 0 zone resets` */
const DIRECTION =
  /^ +(read|write|trim|mixed) *: IOPS=([\d.]+\w?), BW=([\d.]+\w+)\/s \([^)]*\)\(([\d.]+\w+)\/(\d+)msec\)/;
/** fio 2: `  write: io=1024.0MB, bw=589824KB/s, iops=36864, runtime=  1778msec` */
const DIRECTION_2 =
  /^ +(read|write|trim|mixed) *: io=([\d.]+[KMGT]?)B, bw=([\d.]+[KMGT]?)B\/s, iops=([\d.]+\w?), runtime= *(\d+)msec/;
/** `    sync (usec): min=416, max=4018, avg=891.07, stdev=153.10`, also `avg= 9.22` and `max=1027.3k` */
const LATENCY = /^ +(clat|lat|sync) \((\w+)\) *: min= *([\d.]+\w?), max= *([\d.]+\w?), avg= *([\d.]+\w?),/;
/** `    clat percentiles (nsec):` The unit may differ from the one of the line above. */
const PERCENTILES = /^ +(clat|lat|sync) percentiles \((\w+)\):$/;
/** `     | 99.00th=[36608], 99.50th=[40704], 99.90th=[ 3261]` */
const PERCENTILE = /(\d+(?:\.\d+)?)th=\[ *([\d.]+\w?)\]/g;
const PERCENTILE_FORM = /th=\[/g;
/** `     issued rwts: total=24867,0,0,0 short=0,0,0,0 dropped=0,0,0,0`; fio 2 has three, `total=r=1/w=0/d=0`. */
const ISSUED_LINE = /^ +issued rwts?: total=(\d+),(\d+),(\d+)(?:,\d+)? /;
/** Directions in the order of that line. */
export const ISSUED = ['read', 'write', 'trim'] as const;
/** `  lat (usec)   : 250=98.83%, 500=0.68%, >=2000=0.10%` */
const DISTRIBUTION = /^ +lat \((\w+)\) +: /;
const SHARE = /(>=)?(\d+)=(\d+(?:\.\d+)?)%/g;
const NOTE = /^ +([A-Za-z][A-Za-z ]*?) *: (.+)$/;

export function readMarker(text: string, line: number): FioMarker | null {
  const [, sync, blockSize] = MARKER.exec(text) ?? [];
  return sync && blockSize ? { sync, blockSize: blockSize.toUpperCase(), line } : null;
}

export function readDefinition(text: string, line: number): FioDefinition | null {
  const [, name, group, rw = '', sizes = '', iodepth] = DEFINITION.exec(text) ?? [];
  if (name === undefined) return null;
  return {
    name,
    group: Number(group),
    rw,
    blockSize: readSizes(sizes, rw),
    iodepth: Number(iodepth),
    line,
  };
}

/** `(R) 16.0KiB-16.0KiB, (W) ...`; fio 2: `4K-4K/4K-4K/4K-4K`. The size of what the job does, when it is one. */
function readSizes(text: string, rw: string): string | null {
  const sizes = text.split(/, |\//).map((size) => size.replace(/^\([RWT]\) /, ''));
  const wanted = new Set(rw.includes('read') ? sizes.slice(0, 1) : []);
  if (rw.includes('write')) wanted.add(sizes[1] ?? '');
  if (rw === 'rw' || rw === 'readwrite' || rw === 'randrw')
    for (const size of sizes.slice(0, 2)) wanted.add(size);
  if (rw.includes('trim')) wanted.add(sizes[2] ?? '');
  const [size, ...others] = wanted;
  if (size === undefined || others.length > 0) return null;
  const [low, high] = size.split('-');
  return low === high ? toBlockSize(low ?? '') : null;
}

export function readJobLine(text: string, line: number): FioJob | null {
  const [, name, group, jobs, error, reason] = JOB.exec(text) ?? [];
  if (name === undefined) return null;
  const job = newJob(name, Number(group), line);
  job.jobs = Number(jobs);
  if (error !== '0') job.error = `err=${error}${reason ? ` (${reason})` : ''}`;
  return job;
}

export function readDirection(text: string, line: number): FioDirection | null {
  const found = DIRECTION.exec(text);
  if (found) {
    const [, name, iops, bandwidth = '', bytes = '', runtime] = found;
    return toDirection(name, line, [parseCount(iops), parseBytes(bandwidth), parseBytes(bytes), runtime]);
  }
  const [, name, bytes, bandwidth, iops, runtime] = DIRECTION_2.exec(text) ?? [];
  // fio 2 prints KB and means 1024.
  const binary = (size: string | undefined) => parseBytes(`${size}${/\d$/.test(size ?? '') ? '' : 'i'}B`);
  return name === undefined
    ? null
    : toDirection(name, line, [parseCount(iops), binary(bandwidth), binary(bytes), runtime]);
}

function toDirection(
  name: string | undefined,
  line: number,
  values: readonly [
    iops: number | null,
    bandwidth: number | null,
    bytes: number | null,
    msec: string | undefined,
  ],
): FioDirection | null {
  const [iops, bandwidth, bytes, msec] = values;
  const runtime = parseTime(msec, 'msec');
  if (iops === null || bandwidth === null) return null;
  return {
    name: name as FioDirectionName,
    iops: { value: iops, line },
    bandwidth: { value: bandwidth, line },
    runtime: runtime === null ? null : { value: runtime, line },
    bytes,
    clat: null,
    lat: null,
  };
}

export type LatencyKind = 'clat' | 'lat' | 'sync';

export function readLatency(text: string, line: number): { kind: LatencyKind; latency: FioLatency } | null {
  const [, kind, unit = '', ...printed] = LATENCY.exec(text) ?? [];
  if (kind === undefined) return null;
  const [min, max, avg] = printed.map((value) => {
    const seconds = parseTime(value, unit);
    return seconds === null ? null : { value: seconds, line };
  });
  return {
    kind: kind as LatencyKind,
    latency: { min: min ?? null, max: max ?? null, avg: avg ?? null, percentiles: [], bins: [] },
  };
}

export function readPercentileHead(text: string): { kind: LatencyKind; unit: string } | null {
  const [, kind, unit] = PERCENTILES.exec(text) ?? [];
  return kind && unit ? { kind: kind as LatencyKind, unit } : null;
}

export function readPercentiles(text: string, unit: string, line: number): FioLatency['percentiles'] {
  return [...text.matchAll(PERCENTILE)].flatMap(([, percent, printed]) => {
    const value = parseTime(printed, unit);
    return value === null ? [] : [{ percent: Number(percent), value, line }];
  });
}

/** Null when the line is not a distribution. */
export function readDistribution(text: string, line: number): FioJob['distribution'] | null {
  const [, unit] = DISTRIBUTION.exec(text) ?? [];
  const exponent = unit === undefined ? null : timeExponent(unit);
  if (exponent === null) return null;
  return [...text.matchAll(SHARE)].flatMap(([, above, bound, percent]) => {
    const upTo = above ? null : parseCount(bound, exponent);
    const share = parseCount(percent);
    return share === null || (upTo === null && !above) ? [] : [{ upTo, percent: share, line }];
  });
}

/** `  cpu          : usr=0.60%, sys=2.29%, ctx=650313, majf=0, minf=12` */
export function readNote(text: string, line: number): FioJob['notes'][number] | null {
  const [, name, value] = NOTE.exec(text) ?? [];
  return name && value ? { name, value, line } : null;
}

/** Percentiles that a line has, whether their values can be read or not. */
export function countPercentiles(text: string): number {
  return [...text.matchAll(PERCENTILE_FORM)].length;
}

/** IOs by direction; null when the line is another, or can't be read. */
export function readIssued(text: string): number[] | null {
  const [, ...counts] = ISSUED_LINE.exec(text) ?? [];
  return counts.length === 0 ? null : counts.map(Number);
}
