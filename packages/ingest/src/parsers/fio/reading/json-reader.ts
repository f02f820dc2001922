import type { LinePiece } from '../../../files/line-blocks';
import { JsonDocuments, type JsonValue } from '../../json-documents';
import type { NumberAt } from '../../number-line';
import { type FioDirection, type FioJob, type FioLatency, newDirection, newJob } from '../fio-log';
import type { SectionTracker } from './section-tracker';
import { toBlockSize } from './units';

type Path = readonly string[];

/** More bins than fio's histogram has (29 groups of 64). */
const MAX_BINS = 4096;
const MAX_PERCENTILES = 64;
/** Of a direction, as far as they are read. */
const DIRECTION_VALUES = new Set(['iops', 'bw', 'bw_bytes', 'runtime', 'io_bytes', 'total_ios']);
/** Seconds of one unit of `clat` (fio 2), `clat_ns`, `latency_us`, ... as a power of ten. */
const EXPONENTS: Readonly<Record<string, number>> = { ns: -9, us: -6, ms: -3 };
/** Latencies of a direction: microseconds in `clat` and `lat`, nanoseconds in the others. */
const LATENCIES: ReadonlyMap<string, { kind: 'clat' | 'lat'; exponent: number }> = new Map(
  (['clat', 'lat'] as const).flatMap((kind) => [
    [kind, { kind, exponent: -6 }],
    [`${kind}_ns`, { kind, exponent: -9 }],
  ]),
);
/** Place in a path of what belongs to a latency: `jobs`, `#`, `read`, `clat_ns`, `mean`. */
const IN_LATENCY = 4;
/** `--client` has one list of the jobs of all hosts, and after them their totals. */
const JOB_LISTS: readonly (string | undefined)[] = ['jobs', 'client_stats'];
const DIRECTION_NAMES: readonly string[] = ['read', 'write', 'trim', 'mixed'];

/**
 * `--output-format=json` and json+ of fio 2 and 3: one document a report. Read by events, so neither a large file nor
 * one of many reports is held. fio 2 has latencies in microseconds under `clat`, fio 3 in nanoseconds under `clat_ns`;
 * fio 2's `io_bytes` counts KiB.
 */
export function newJsonReader(events: SectionTracker) {
  let tool: string | null = null;
  let timestamp: number | null = null;
  let elapsed = 0;
  let global = new Map<string, string>();
  let options = new Map<string, string>();
  let job: FioJob | null = null;
  let direction: FioDirection | null = null;
  let isBroken = false;

  const finishJob = (done: FioJob, line: number) => {
    const option = (name: string) => options.get(name) ?? global.get(name);
    done.lineEnd = line;
    const size = option('bs') ?? option('blocksize');
    const depth = Number(option('iodepth') ?? 1);
    const hasOptions = options.size + global.size > 0;
    // fio's default block size, when it tells its options and that is not one of them.
    const fallback =
      hasOptions && option('bsrange') === undefined && option('bssplit') === undefined ? '4K' : null;
    done.options = {
      rw: option('rw') ?? option('readwrite') ?? null,
      blockSize: size === undefined ? fallback : toBlockSize(size),
      iodepth: Number.isSafeInteger(depth) ? depth : null,
    };
    const numjobs = Number(option('numjobs') ?? 1);
    done.numjobs = Number.isSafeInteger(numjobs) ? numjobs : null;
    if (done.sync && !done.sync.avg?.value) done.sync = null;
    done.tool = tool;
    events.job('json', done);
  };

  const readHeader = (path: Path, value: JsonValue) => {
    const [top, key] = [path[0], path[1]];
    if (top === 'fio version' && typeof value === 'string') tool = value;
    if (top === 'timestamp' && typeof value === 'number') timestamp = value;
    if (top === 'global options' && key !== undefined) setOption(global, key, value);
  };

  const readJobValue = (own: FioJob, name: string, { value, line }: At) => {
    if (name === 'jobname' && typeof value === 'string') own.name = value.slice(0, 200);
    if (name.endsWith('_cpu') || name === 'ctx') own.notes.push({ name, value: String(value), line });
    if (typeof value !== 'number') return;
    if (name === 'groupid') own.group = value;
    if (name === 'error' && value !== 0) own.error = `err=${value}`;
    if (name === 'total_err') own.failed = { value, line };
    if (name === 'elapsed') elapsed = Math.max(elapsed, value);
  };

  /** `nan`, `null` or a text where a number should be. */
  const unreadable = (name: string, { value, line }: At) =>
    events.unparsed(`a number as ${name}`, line, Buffer.from(`"${name}" : ${value}`));

  const readLatency = (latency: FioLatency, path: Path, at: At, exponent: number) => {
    if (typeof at.value !== 'number') unreadable(path.slice(IN_LATENCY).join(' '), at);
    else latencyValue(latency, path, { value: at.value, line: at.line, exponent });
  };

  const readDirection = (own: FioDirection, path: Path, at: At) => {
    const name = path[3] ?? '';
    const of = LATENCIES.get(name);
    if (of) {
      const latency = own[of.kind] ?? emptyLatency();
      own[of.kind] = latency;
      readLatency(latency, path, at, of.exponent);
      return;
    }
    const { value, line } = at;
    if (typeof value !== 'number' || path.length > IN_LATENCY) {
      if (DIRECTION_VALUES.has(name)) unreadable(name, at);
      return;
    }
    if (name === 'iops') own.iops = { value, line };
    // `bw` is whole KiB/s and comes after `bw_bytes` where there is one.
    else if (name === 'bw_bytes') own.bandwidth = { value, line };
    else if (name === 'bw' && own.bandwidth.value === 0) {
      own.bandwidth = { value: value * 1024, line };
      own.isWholeKib = true;
    } else if (name === 'runtime') own.runtime = { value: value / 1000, line };
    else if (name === 'total_ios') own.ios = { value, line };
    else if (name === 'io_bytes') own.bytes = tool?.startsWith('fio-2') ? value * 1024 : value;
  };

  /** @param path `jobs`, `#`, part of the job, ... */
  const readValue = (own: FioJob, path: Path, at: At) => {
    const [part, first] = [path[2] ?? '', path[3]];
    if (part === 'job options' && first !== undefined) setOption(options, first, at.value);
    else if (first === undefined) readJobValue(own, part, at);
    else if (part === 'sync') {
      if (first !== 'lat_ns') return;
      own.sync ??= emptyLatency();
      readLatency(own.sync, path, at, -9);
    } else if (direction) readDirection(direction, path, at);
    else if (part.startsWith('latency_')) pushShare(own, [part, first], at);
  };

  const documents = new JsonDocuments({
    open(path, line) {
      const [list, , part = ''] = path;
      if (path.length === 0) {
        events.documentStart(line);
        [tool, timestamp, elapsed, global, job, direction] = [null, null, 0, new Map(), null, null];
      }
      if (!JOB_LISTS.includes(list)) return;
      if (path.length === 2) {
        job = newJob('', 0, line);
        options = new Map();
      } else if (path.length === 3 && DIRECTION_NAMES.includes(part))
        direction = newDirection(part, { iops: 0, bandwidth: 0, line });
    },
    close(path, line) {
      if (path.length === 0) events.reportEnd('json', { line, timestamp, elapsed });
      else if (!JOB_LISTS.includes(path[0]) || !job) return;
      else if (path.length === 3 && direction) {
        const { iops, bytes } = direction;
        if (iops.value > 0 || (bytes ?? 0) > 0) job.directions.push(direction);
        direction = null;
      } else if (path.length === 2) {
        finishJob(job, line);
        job = null;
      }
    },
    value(path, value, line) {
      if (!JOB_LISTS.includes(path[0])) readHeader(path, value);
      else if (job) readValue(job, path, { value, line });
    },
    documentEnd: () => {},
    broken(line, bytes) {
      isBroken = true;
      events.unparsed('JSON', line, bytes);
    },
  });

  return {
    /** True while a document is open. */
    get isOpen(): boolean {
      return documents.isOpen;
    },
    /** @returns false when the line is no JSON: the document is given up */
    line(bytes: Buffer, start: number, end: number, line: number): boolean {
      isBroken = false;
      documents.line(bytes, start, end, line);
      return !isBroken;
    },
    piece: (bytes: Buffer, at: LinePiece) => documents.piece(bytes, at),
  };
}

interface At {
  value: JsonValue;
  line: number;
}

function emptyLatency(): FioLatency {
  return { min: null, avg: null, max: null, percentiles: [], bins: [] };
}

function setOption(options: Map<string, string>, name: string, value: JsonValue): void {
  if (options.size < 100) options.set(name, String(value));
}

/** `mean`, `percentile` → `99.000000`, `bins` → `1608`; in 10^exponent seconds. */
function latencyValue(
  latency: FioLatency,
  path: Path,
  { value, line, exponent }: NumberAt & { exponent: number },
): void {
  const [name, bound] = [path[IN_LATENCY] ?? '', path[IN_LATENCY + 1]];
  // A file of JSON+ may have a million of them.
  if (name === 'bins') {
    if (value <= 0 || latency.bins.length >= MAX_BINS) return;
    const upTo = Number(`${bound}e${exponent}`);
    if (Number.isFinite(upTo)) latency.bins.push({ upTo, count: value, line });
    return;
  }
  const seconds: NumberAt = { value: Number(`${value}e${exponent}`), line };
  if (!Number.isFinite(seconds.value)) seconds.value = value * 10 ** exponent;
  if (name === 'min') latency.min = seconds;
  else if (name === 'mean') latency.avg = seconds;
  else if (name === 'max') latency.max = seconds;
  else if (name === 'percentile') {
    const percent = Number(bound);
    // fio 2 fills its list of 20 up with "0.00" : 0.
    const isKnown = percent > 0 && percent <= 100 && latency.percentiles.length < MAX_PERCENTILES;
    if (isKnown) latency.percentiles.push({ percent, ...seconds });
  }
}

/** `"latency_us" : { "250" : 98.83, ... }` */
function pushShare(job: FioJob, [list, bound]: readonly [string, string], { value, line }: At): void {
  const exponent = EXPONENTS[list.slice('latency_'.length)];
  if (exponent === undefined || typeof value !== 'number' || value <= 0 || job.distribution.length > 100)
    return;
  const upTo = bound.startsWith('>=') ? null : Number(`${bound}e${exponent}`);
  if (upTo === null || Number.isFinite(upTo)) job.distribution.push({ upTo, percent: value, line });
}
