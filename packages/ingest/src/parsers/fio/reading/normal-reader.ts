import { toDisplayText } from '../../../text/excerpt';
import type { FioDirection, FioJob, FioLatency } from '../fio-log';
import type { FioEvents } from './events';
import {
  countPercentiles,
  ISSUED,
  type LatencyKind,
  readDefinition,
  readDirection,
  readDistribution,
  readIssued,
  readJobLine,
  readLatency,
  readMarker,
  readNote,
  readPercentileHead,
  readPercentiles,
} from './normal-lines';

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
