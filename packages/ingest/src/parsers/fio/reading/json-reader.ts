import { toDisplayText } from '../../../text/excerpt';
import type { FioDirection, FioDirectionName, FioJob, FioLatency, Located } from '../fio-log';
import { type FioEvents, newJob } from './events';
import { JsonScanner, type JsonValue } from './json-scanner';
import { toBlockSize } from './units';

type Path = readonly string[];

/** More bins than fio's histogram has (29 groups of 64). */
const MAX_BINS = 4096;
const MAX_PERCENTILES = 64;
/** Of a direction, as far as they are read. */
const DIRECTION_VALUES = new Set(['iops', 'bw', 'bw_bytes', 'runtime', 'io_bytes', 'total_ios']);
/** Seconds of one unit of `clat` (fio 2), `clat_ns`, `latency_us`, ... as a power of ten. */
const EXPONENTS: Readonly<Record<string, number>> = { ns: -9, us: -6, ms: -3 };
const DIRECTION_NAMES: readonly string[] = ['read', 'write', 'trim', 'mixed'];

/**
 * `--output-format=json` and json+ of fio 2 and 3: one document a report. Read by events, so neither a large file nor
 * one of many reports is held. fio 2 has latencies in microseconds under `clat`, fio 3 in nanoseconds under `clat_ns`;
 * fio 2's `io_bytes` counts KiB.
 */
export class JsonReader {
  readonly #events: FioEvents;
  #scanner: JsonScanner | null = null;
  #tool: string | null = null;
  #timestamp: number | null = null;
  #elapsed = 0;
  #global = new Map<string, string>();
  #options = new Map<string, string>();
  #job: FioJob | null = null;
  #direction: FioDirection | null = null;

  constructor(events: FioEvents) {
    this.#events = events;
  }

  /** True while a document is open. */
  get isOpen(): boolean {
    return this.#scanner !== null;
  }

  /** @returns false when the line is no JSON: the document is given up */
  line(bytes: Buffer, start: number, end: number, lineNumber: number): boolean {
    this.#scanner ??= this.#openDocument(lineNumber);
    const isJson = this.#scanner.line(toDisplayText(bytes.subarray(start, end)), lineNumber);
    if (!isJson) this.#events.unparsed('JSON', lineNumber, bytes.subarray(start, end));
    if (!isJson || this.#scanner.depth === 0) this.flush();
    return isJson;
  }

  /** Lets go of a document that is over, or was cut. */
  flush(): void {
    this.#scanner = null;
    this.#job = null;
    this.#direction = null;
  }

  #openDocument(line: number): JsonScanner {
    this.#events.documentStart(line);
    this.#tool = null;
    this.#timestamp = null;
    this.#elapsed = 0;
    this.#global = new Map();
    return new JsonScanner({
      open: (path, line) => this.#open(path, line),
      close: (path, line) => this.#close(path, line),
      value: (path, value, line) => this.#value(path, value, line),
    });
  }

  #open(path: Path, line: number): void {
    const [list, , part] = path;
    if (list !== 'jobs') return;
    if (path.length === 2) {
      this.#job = newJob('', 0, line);
      this.#options = new Map();
    } else if (path.length === 3 && part !== undefined && DIRECTION_NAMES.includes(part)) {
      const zero = { value: 0, line };
      const name = part as FioDirectionName;
      this.#direction = {
        name,
        iops: zero,
        bandwidth: zero,
        runtime: null,
        bytes: null,
        clat: null,
        lat: null,
      };
    }
  }

  #close(path: Path, line: number): void {
    if (path.length === 0) {
      const { timestamp, elapsed } = { timestamp: this.#timestamp, elapsed: this.#elapsed };
      this.#events.reportEnd('json', { line, timestamp, elapsed });
      return;
    }
    if (path[0] !== 'jobs' || !this.#job) return;
    if (path.length === 3 && this.#direction) {
      const { iops, bytes } = this.#direction;
      if (iops.value > 0 || (bytes ?? 0) > 0) this.#job.directions.push(this.#direction);
      this.#direction = null;
    } else if (path.length === 2) {
      this.#finishJob(this.#job, line);
      this.#job = null;
    }
  }

  #finishJob(job: FioJob, line: number): void {
    const option = (name: string) => this.#options.get(name) ?? this.#global.get(name);
    job.lineEnd = line;
    const size = option('bs') ?? option('blocksize');
    const depth = Number(option('iodepth') ?? 1);
    const hasOptions = this.#options.size + this.#global.size > 0;
    // fio's default block size, when it tells its options and that is not one of them.
    const fallback =
      hasOptions && option('bsrange') === undefined && option('bssplit') === undefined ? '4K' : null;
    job.options = {
      rw: option('rw') ?? option('readwrite') ?? null,
      blockSize: size === undefined ? fallback : toBlockSize(size),
      iodepth: Number.isSafeInteger(depth) ? depth : null,
    };
    const numjobs = Number(option('numjobs') ?? 1);
    job.numjobs = Number.isSafeInteger(numjobs) ? numjobs : null;
    if (job.sync && !job.sync.avg?.value) job.sync = null;
    job.tool = this.#tool;
    this.#events.job('json', job);
  }

  #value(path: Path, value: JsonValue, line: number): void {
    const [top, , part = '', ...rest] = path;
    if (top !== 'jobs') this.#header(path, value);
    else if (this.#job) {
      const [first] = rest;
      if (part === 'job options' && first !== undefined) setOption(this.#options, first, value);
      else if (first === undefined) this.#jobValue(this.#job, part, { value, line });
      else if (part === 'sync') this.#syncValue(this.#job, rest, { value, line });
      else if (this.#direction) this.#directionValue(this.#direction, rest, { value, line });
      else if (part.startsWith('latency_')) pushShare(this.#job, [part, first], { value, line });
    }
  }

  #header([top, key]: Path, value: JsonValue): void {
    if (top === 'fio version' && typeof value === 'string') this.#tool = value;
    if (top === 'timestamp' && typeof value === 'number') this.#timestamp = value;
    if (top === 'global options' && key !== undefined) setOption(this.#global, key, value);
  }

  #jobValue(job: FioJob, name: string, { value, line }: At): void {
    if (name === 'jobname' && typeof value === 'string') job.name = value.slice(0, 200);
    if (name.endsWith('_cpu') || name === 'ctx') job.notes.push({ name, value: String(value), line });
    if (typeof value !== 'number') return;
    if (name === 'groupid') job.group = value;
    if (name === 'error' && value !== 0) job.error = `err=${value}`;
    if (name === 'elapsed') this.#elapsed = Math.max(this.#elapsed, value);
  }

  #syncValue(job: FioJob, [name = '', ...rest]: Path, at: At): void {
    if (name !== 'lat_ns') return;
    job.sync ??= emptyLatency();
    this.#latency(job.sync, rest, { ...at, exponent: -9 });
  }

  #latency(latency: FioLatency, path: Path, at: At & { exponent: number }): void {
    if (typeof at.value !== 'number') this.#unreadable(path.join(' '), at);
    latencyValue(latency, path, at);
  }

  /** `nan`, `null` or a text where a number should be. */
  #unreadable(name: string, { value, line }: At): void {
    this.#events.unparsed(`a number as ${name}`, line, Buffer.from(`"${name}" : ${value}`));
  }

  #directionValue(direction: FioDirection, [name = '', ...rest]: Path, at: At): void {
    const [, kind, unit] = /^(clat|lat)(?:_(ns))?$/.exec(name) ?? [];
    if (kind === 'clat' || kind === 'lat') {
      const latency = direction[kind] ?? emptyLatency();
      direction[kind] = latency;
      this.#latency(latency, rest, { ...at, exponent: EXPONENTS[unit ?? 'us'] ?? -6 });
      return;
    }
    const { value, line } = at;
    if (typeof value !== 'number' || rest.length > 0) {
      if (DIRECTION_VALUES.has(name)) this.#unreadable(name, at);
      return;
    }
    if (name === 'iops') direction.iops = { value, line };
    // `bw` is whole KiB/s and comes after `bw_bytes` where there is one.
    else if (name === 'bw_bytes') direction.bandwidth = { value, line };
    else if (name === 'bw' && direction.bandwidth.value === 0)
      direction.bandwidth = { value: value * 1024, line };
    else if (name === 'runtime') direction.runtime = { value: value / 1000, line };
    else if (name === 'total_ios') direction.ios = { value, line };
    else if (name === 'io_bytes') direction.bytes = this.#tool?.startsWith('fio-2') ? value * 1024 : value;
  }
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
  [name = '', bound]: Path,
  { value, line, exponent }: At & { exponent: number },
): void {
  if (typeof value !== 'number') return;
  const seconds: Located = { value: Number(`${value}e${exponent}`), line };
  if (!Number.isFinite(seconds.value)) seconds.value = value * 10 ** exponent;
  if (name === 'min') latency.min = seconds;
  else if (name === 'mean') latency.avg = seconds;
  else if (name === 'max') latency.max = seconds;
  else if (name === 'percentile') {
    const percent = Number(bound);
    // fio 2 fills its list of 20 up with "0.00" : 0.
    const isKnown = percent > 0 && percent <= 100 && latency.percentiles.length < MAX_PERCENTILES;
    if (isKnown) latency.percentiles.push({ percent, ...seconds });
  } else if (name === 'bins' && value > 0 && latency.bins.length < MAX_BINS) {
    const upTo = Number(`${bound}e${exponent}`);
    if (Number.isFinite(upTo)) latency.bins.push({ upTo, count: value, line });
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
