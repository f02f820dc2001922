import { toDisplayText } from '../../../text/excerpt';
import type {
  FioDefinition,
  FioDirection,
  FioDirectionName,
  FioJob,
  FioLatency,
  FioMarker,
} from '../fio-log';
import { type FioEvents, newJob } from './events';
import { parseBytes, parseCount, parseTime, timeExponent, toBlockSize } from './units';

const TOOL = /^fio-\d[\w.-]*$/;
const REPORT_END = /^Run status group \d+ \(all jobs\):$/;
const [SPACE, BAR] = [32, 124];

/**
 * fio's normal output. A job's block has its directions, each with its latencies and percentiles, then the sync
 * latency, then what all directions share:
 *
 *     sync_latency: (groupid=0, jobs=1): err= 0: pid=1462739: Wed Dec 31 17:13:40 2025
 *       write: IOPS=1083, BW=16.9MiB/s (17.8MB/s)(5080MiB/300001msec); 0 zone resets
 *         clat (usec): min=23, max=25258, avg=30.53, stdev=44.30
 *         clat percentiles (nsec):
 *          |  1.00th=[25984],  5.00th=[27520], ...
 *       fsync/fdatasync/sync_file_range:
 *         sync (usec): min=416, max=4018, avg=891.07, stdev=153.10
 *
 * `Run status group 0` follows the blocks of all jobs: a report without it was cut.
 */
export class NormalReader {
  readonly #events: FioEvents;
  #job: FioJob | null = null;
  #direction: FioDirection | null = null;
  /** The percentile table that is being read. */
  #table: { latency: FioLatency; unit: string } | null = null;
  /** True after `Run status group`: groups have one each. */
  #ended = false;

  constructor(events: FioEvents) {
    this.#events = events;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = toDisplayText(bytes.subarray(start, end));
    if (bytes[start] !== SPACE) this.#outer(text, lineNumber);
    else if (this.#job) this.#inner(this.#job, text, { line: lineNumber, bytes: bytes.subarray(start, end) });
  }

  /** The log is over, or something else begins. */
  flush(): void {
    const job = this.#job;
    this.#job = null;
    this.#direction = null;
    this.#table = null;
    if (job) this.#events.job('normal', job);
  }

  #outer(text: string, line: number): void {
    const job = readJobLine(text, line);
    if (job) {
      this.flush();
      this.#job = job;
      this.#ended = false;
    } else if (REPORT_END.test(text)) {
      this.flush();
      if (!this.#ended) this.#events.reportEnd('normal', { line, timestamp: null, elapsed: null });
      this.#ended = true;
    } else if (text.startsWith('fio: ')) {
      this.#events.message(text, line);
    } else {
      this.#head(text, line);
    }
  }

  #head(text: string, line: number): void {
    const definition = readDefinition(text, line);
    const marker = definition ? null : readMarker(text, line);
    if (definition || marker) this.flush();
    if (definition) this.#events.definition(definition);
    else if (marker) this.#events.marker(marker);
    else if (TOOL.test(text)) this.#events.banner(text, line);
  }

  #inner(job: FioJob, text: string, at: { line: number; bytes: Buffer }): void {
    job.lineEnd = at.line;
    const trimmed = text.trimStart();
    if (trimmed.charCodeAt(0) === BAR) {
      if (!this.#table) return;
      const percentiles = readPercentiles(text, this.#table.unit, at.line);
      this.#table.latency.percentiles.push(...percentiles);
      if (percentiles.length < countPercentiles(text)) this.#events.unparsed('latencies', at.line, at.bytes);
      return;
    }
    const first = trimmed.slice(0, 5);
    if (first.startsWith('clat') || first.startsWith('lat ') || first.startsWith('sync ')) {
      this.#latency(job, text, at);
    } else if (/^(?:read|write|trim|mixed) *:/.test(trimmed)) {
      this.#openDirection(job, text, at);
    } else {
      const issued = readIssued(text);
      for (const [index, value] of (issued ?? []).entries()) {
        const direction = job.directions.find(({ name }) => name === ISSUED[index]);
        if (direction && value > 0) direction.ios = { value, line: at.line };
      }
      if (issued === null && text.includes('issued rwt'))
        this.#events.unparsed('counts of IOs', at.line, at.bytes);
      const note = readNote(text, at.line);
      if (note && job.notes.length < MAX_NOTES) job.notes.push(note);
    }
  }

  #openDirection(job: FioJob, text: string, { line, bytes }: { line: number; bytes: Buffer }): void {
    this.#table = null;
    this.#direction = readDirection(text, line);
    if (this.#direction && job.directions.length < MAX_DIRECTIONS) job.directions.push(this.#direction);
    else this.#events.unparsed('IOPS, bandwidth and run time of a job', line, bytes);
  }

  #latency(job: FioJob, text: string, { line, bytes }: { line: number; bytes: Buffer }): void {
    const head = readPercentileHead(text);
    if (head) {
      const latency = this.#find(job, head.kind);
      this.#table = latency && { latency, unit: head.unit };
      return;
    }
    const found = readLatency(text, line);
    if (found) {
      const { min, max, avg } = found.latency;
      if (!min || !max || !avg) this.#events.unparsed('min, max and avg of a latency', line, bytes);
      this.#table = null;
      this.#put(job, found);
      return;
    }
    const distribution = readDistribution(text, line);
    if (distribution) {
      if (job.distribution.length < MAX_BUCKETS) job.distribution.push(...distribution);
    } else if (/^ +(?:clat|lat|sync) \(/.test(text)) {
      this.#events.unparsed('min, max and avg of a latency', line, bytes);
    }
  }

  #find(job: FioJob, kind: LatencyKind): FioLatency | null {
    return kind === 'sync' ? job.sync : (this.#direction?.[kind] ?? null);
  }

  #put(job: FioJob, { kind, latency }: { kind: LatencyKind; latency: FioLatency }): void {
    if (kind === 'sync') job.sync = latency;
    else if (this.#direction) this.#direction[kind] = latency;
  }
}

/** Beyond what any report holds: a damaged log must not fill the memory. */
const MAX_NOTES = 40;
const MAX_DIRECTIONS = 4;
const MAX_BUCKETS = 100;

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
const ISSUED = ['read', 'write', 'trim'] as const;
/** `  lat (usec)   : 250=98.83%, 500=0.68%, >=2000=0.10%` */
const DISTRIBUTION = /^ +lat \((\w+)\) +: /;
const SHARE = /(>=)?(\d+)=(\d+(?:\.\d+)?)%/g;
const NOTE = /^ +([A-Za-z][A-Za-z ]*?) *: (.+)$/;

function readMarker(text: string, line: number): FioMarker | null {
  const [, sync, blockSize] = MARKER.exec(text) ?? [];
  return sync && blockSize ? { sync, blockSize: blockSize.toUpperCase(), line } : null;
}

function readDefinition(text: string, line: number): FioDefinition | null {
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

function readJobLine(text: string, line: number): FioJob | null {
  const [, name, group, jobs, error, reason] = JOB.exec(text) ?? [];
  if (name === undefined) return null;
  const job = newJob(name, Number(group), line);
  job.jobs = Number(jobs);
  if (error !== '0') job.error = `err=${error}${reason ? ` (${reason})` : ''}`;
  return job;
}

function readDirection(text: string, line: number): FioDirection | null {
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

type LatencyKind = 'clat' | 'lat' | 'sync';

function readLatency(text: string, line: number): { kind: LatencyKind; latency: FioLatency } | null {
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

function readPercentileHead(text: string): { kind: LatencyKind; unit: string } | null {
  const [, kind, unit] = PERCENTILES.exec(text) ?? [];
  return kind && unit ? { kind: kind as LatencyKind, unit } : null;
}

function readPercentiles(text: string, unit: string, line: number): FioLatency['percentiles'] {
  return [...text.matchAll(PERCENTILE)].flatMap(([, percent, printed]) => {
    const value = parseTime(printed, unit);
    return value === null ? [] : [{ percent: Number(percent), value, line }];
  });
}

/** Null when the line is not a distribution. */
function readDistribution(text: string, line: number): FioJob['distribution'] | null {
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
function readNote(text: string, line: number): FioJob['notes'][number] | null {
  const [, name, value] = NOTE.exec(text) ?? [];
  return name && value ? { name, value, line } : null;
}

/** Percentiles that a line has, whether their values can be read or not. */
function countPercentiles(text: string): number {
  return [...text.matchAll(PERCENTILE_FORM)].length;
}

/** IOs by direction; null when the line is another, or can't be read. */
function readIssued(text: string): number[] | null {
  const [, ...counts] = ISSUED_LINE.exec(text) ?? [];
  return counts.length === 0 ? null : counts.map(Number);
}
