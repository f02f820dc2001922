import { toDisplayText } from '../../../text/excerpt';
import type { Spot } from '../../text-lines';
import {
  type FioDefinition,
  type FioDirection,
  type FioJob,
  type FioLatency,
  type FioMarker,
  newDirection,
  newJob,
} from '../fio-log';
import type { SectionTracker } from './section-tracker';
import { parseBytes, parseCount, parseTime, timeExponent, toBlockSize } from './units';

/** `fio-3.33`, `fio 1.59` */
const TOOL = /^fio[ -]\d[\w.-]*$/;
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
export function newNormalReader(events: SectionTracker) {
  let job: FioJob | null = null;
  let direction: FioDirection | null = null;
  /** Its line holds no numbers, or was lost: this was reported. */
  let isUnread = false;
  /** The percentile table that is being read. */
  let table: { latency: FioLatency; unit: string } | null = null;
  /** True after `Run status group`: groups have one each. */
  let isOver = false;

  /** The log is over, or something else begins. */
  const flush = () => {
    const closed = job;
    job = null;
    direction = null;
    table = null;
    if (closed) events.job('normal', closed);
  };

  const readOuter = (text: string, line: number) => {
    const next = readJobLine(text, line);
    const definition = readDefinition(text, line);
    const marker = readMarker(text, line);
    const isEnd = REPORT_END.test(text);
    if (next || definition || marker || isEnd) flush();
    if (next) {
      job = next;
      isUnread = false;
      isOver = false;
    } else if (isEnd) {
      if (!isOver) events.reportEnd('normal', { line, timestamp: null, elapsed: null });
      isOver = true;
    } else if (STARTED.test(text)) events.started(text.matchAll(/ (\d{1,9}) (?:process|thread)/g));
    else if (text.startsWith('fio: ')) events.message(text, line);
    else if (definition) events.definition(definition);
    else if (marker) events.marker(marker);
    else if (TOOL.test(text)) events.banner(text, line);
  };

  const readTable = (text: string, { line, bytes }: Spot) => {
    if (!table) return;
    const percentiles = readPercentiles(text, table.unit, line);
    table.latency.percentiles.push(...percentiles);
    // Percentiles that the line has, whether their values can be read or not.
    if (percentiles.length < [...text.matchAll(PERCENTILE_FORM)].length)
      events.unparsed('latencies', line, bytes);
  };

  const readLatencyLine = (own: FioJob, text: string, { line, bytes }: Spot) => {
    const [, kind, unit] = PERCENTILES.exec(text) ?? [];
    if (kind && unit) {
      const known = kind === 'sync' ? own.sync : (direction?.[kind as 'clat' | 'lat'] ?? null);
      // Without its line the latency has no average, and another one must not take its place.
      const latency = known ?? { min: null, avg: null, max: null, percentiles: [], bins: [] };
      if (!known && (direction || kind === 'sync')) {
        events.unparsed(`a line of ${kind} above its percentiles`, line, bytes);
        if (kind === 'sync') own.sync = latency;
        else if (direction) direction[kind as 'clat' | 'lat'] = latency;
      }
      table = { latency, unit };
      return;
    }
    const found = readLatency(text, line);
    if (found) {
      const { min, max, avg } = found.latency;
      if (!min || !max || !avg) events.unparsed('min, max and avg of a latency', line, bytes);
      table = null;
      if (found.kind === 'sync') own.sync = found.latency;
      else if (!direction || direction[found.kind]) {
        // Each direction has one: its line of IOPS was lost.
        if (!isUnread) events.unparsed('the line of IOPS above a latency', line, bytes);
        direction = null;
        isUnread = true;
      } else direction[found.kind] = found.latency;
      return;
    }
    const distribution = readDistribution(text, line);
    if (distribution) {
      if (own.distribution.length < MAX_BUCKETS) own.distribution.push(...distribution);
    } else if (/^ +(?:clat|lat|sync) \(/.test(text)) {
      events.unparsed('min, max and avg of a latency', line, bytes);
    }
  };

  const openDirection = (own: FioJob, text: string, { line, bytes }: Spot) => {
    table = null;
    // Values that all directions share are below them.
    if (own.notes.some(({ name }) => name === 'cpu')) {
      events.unparsed('the line of a job above its IOPS', line, bytes);
      return flush();
    }
    direction = readDirection(text, line);
    isUnread = direction === null;
    if (direction && own.directions.length < MAX_DIRECTIONS) own.directions.push(direction);
    else events.unparsed('IOPS, bandwidth and run time of a job', line, bytes);
  };

  const readInner = (own: FioJob, text: string, at: Spot) => {
    own.lineEnd = at.line;
    const trimmed = text.trimStart();
    if (trimmed.charCodeAt(0) === BAR) readTable(text, at);
    else if (/^(?:clat|lat |sync )/.test(trimmed)) readLatencyLine(own, text, at);
    else if (/^(?:read|write|trim|mixed) *:/.test(trimmed)) openDirection(own, text, at);
    else {
      const [issued, ...counts] = ISSUED_LINE.exec(text) ?? [];
      for (const [index, count] of counts.filter((each) => each !== undefined).entries()) {
        const owner = own.directions.find(({ name }) => name === ISSUED[index]);
        if (owner && Number(count) > 0) owner.ios = { value: Number(count), line: at.line };
      }
      const failed = FAILED_LINE.exec(text)?.[1];
      if (failed !== undefined) own.failed = { value: Number(failed), line: at.line };
      else if (/^ +errors *: total=/.test(text)) events.unparsed('a count of errors', at.line, at.bytes);
      if (issued === undefined && /^ +issued *(?:rwt|:)/.test(text))
        events.unparsed('counts of IOs', at.line, at.bytes);
      // `  cpu          : usr=0.60%, sys=2.29%, ctx=650313, majf=0, minf=12`
      const [, name, value] = NOTE.exec(text) ?? [];
      if (name && value && own.notes.length < MAX_NOTES) own.notes.push({ name, value, line: at.line });
    }
  };

  return {
    line(bytes: Buffer, start: number, end: number, line: number): void {
      const text = toDisplayText(bytes.subarray(start, end));
      if (bytes[start] !== SPACE) readOuter(text, line);
      else if (job) readInner(job, text, { line, bytes: bytes.subarray(start, end) });
    },
    flush,
  };
}

/** Beyond what any report holds: a damaged log must not fill the memory. */
const MAX_NOTES = 40;
const MAX_DIRECTIONS = 4;
const MAX_BUCKETS = 100;

/** `Starting 2 processes`, `Starting 1 thread and 3 processes` */
const STARTED = /^(?:<[^>]{1,100}> )?Starting \d{1,9} (?:process|thread)/;
/** `O_DIRECT with fsync=0 for block size 16K` */
const MARKER = /^O_DIRECT with (f(?:data)?sync=[01]) for block size (\d+[kKMG]?)$/;
/** `randrw: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1`; of `--client` behind `<host> `. */
const DEFINITION =
  /^(?:<[^>]{1,100}> )?(.{1,200}?): \(g=(\d{1,9})\): rw=(\w+), bs=(.{1,200}?), ioengine=\S+, iodepth=(\d{1,9})$/;
/** `sync_latency: (groupid=0, jobs=1): err= 0: pid=1462739: Wed Dec 31 17:13:40 2025` */
const JOB =
  /^(.{1,200}?): \(groupid=(\d{1,9}), jobs=(\d{1,9})\): err= ?(\d{1,9})(?: \((.{0,400}?)\))?: pid=\d+(?:: |$)/;
/** `  write: IOPS=1083, BW=16.9MiB/s (17.8MB/s)(5080MiB/300001msec); 0 zone resets` */
const DIRECTION =
  /^ +(read|write|trim|mixed) *: IOPS=([\d.]+\w?), BW=([\d.]+\w+)\/s \([^)]*\)\(([\d.]+\w+)\/(\d+)msec\)/;
/**
 * fio 1 and 2: `  read : io=153184KB, bw=2549.5KB/s, iops=637, runt= 60085msec`; before 1.30 `io=1,024MiB`,
 * later ones print a space in the place of a unit: `iops=1600 , runt=`.
 */
const DIRECTION_2 =
  /^ +(read|write|trim|mixed) *: io=([\d.,]+[KMGT]?)i?B, bw=([\d.,]+[KMGT]?)i?B\/s, iops=([\d.,]+\w?) ?, runt(?:ime)?= *([\d,]+)msec/;
/** `    sync (usec): min=416, max=4018, avg=891.07, stdev=153.10`, also `avg= 9.22` and `max=1027.3k` */
const LATENCY =
  /^ +(clat|lat|sync) \((\w+)\) *: min= *([\d.]+\w?) ?, max= *([\d.]+\w?) ?, avg= *([\d.]+\w?) ?,/;
/** `    clat percentiles (nsec):` The unit may differ from the one of the line above. */
const PERCENTILES = /^ +(clat|lat|sync) percentiles \((\w+)\):$/;
/** `     | 99.00th=[36608], 99.50th=[40704], 99.90th=[ 3261]` */
const PERCENTILE = /(\d+(?:\.\d+)?)th=\[ *([\d.]+\w?)\]/g;
const PERCENTILE_FORM = /th=\[/g;
/** `     issued rwts: total=24867,0,0,0 short=0,0,0,0 dropped=0,0,0,0`; fio 2 `issued    : total=r=1/w=0/d=0, short=`, fio 1 `issued r/w/d: total=1/0/0, short=`. */
const ISSUED_LINE =
  /^ +issued *(?:rwts?|r\/w(?:\/d)?)?: total=(?:(\d+),(\d+),(\d+)(?:,\d+)?,? |(?:r=)?(\d+)\/(?:w=)?(\d+)(?:\/(?:d=)?(\d+))?, )/;
/** `     errors    : total=17, first_error=5/<Input/output error>`, with `continue_on_error`. */
const FAILED_LINE = /^ +errors *: total=(\d{1,15}),/;
/** Directions in the order of that line. */
const ISSUED = ['read', 'write', 'trim'] as const;
/** `  lat (usec)   : 250=98.83%, 500=0.68%, >=2000=0.10%` */
const DISTRIBUTION = /^ +lat \((\w+)\) *: *(?:>=)?\d/;
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
  const old = found ? [] : (DIRECTION_2.exec(text) ?? []);
  const [, name = '', bytes, bandwidth, iops, runtime] = old.map((part) => part.replaceAll(',', ''));
  if (found) {
    const [, own = '', rate, printed = '', moved = '', time] = found;
    return toDirection(own, line, [parseCount(rate), parseBytes(printed), parseBytes(moved), time]);
  }
  // fio 1 and 2 print KB and mean 1024.
  const binary = (size = '') => parseBytes(`${size}${/\d$/.test(size) ? '' : 'i'}B`);
  return toDirection(name, line, [parseCount(iops), binary(bandwidth), binary(bytes), runtime]);
}

function toDirection(
  name: string,
  line: number,
  [iops, bandwidth, bytes, msec]: readonly [
    iops: number | null,
    bandwidth: number | null,
    bytes: number | null,
    msec: string | undefined,
  ],
): FioDirection | null {
  if (iops === null || bandwidth === null) return null;
  return newDirection(name, { iops, bandwidth, runtime: parseTime(msec, 'msec'), bytes, line });
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
