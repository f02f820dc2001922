import { toDisplayText } from '../../../text/excerpt';
import type { NumberAt } from '../../number-line';
import type { ParseSession } from '../../parser';
import {
  type FioDirection,
  type FioDirectionName,
  type FioJob,
  type FioLatency,
  newDirection,
  newJob,
} from '../fio-log';
import { newJsonReader } from './json-reader';
import { newNormalReader } from './normal-reader';
import type { SectionTracker } from './section-tracker';
import { parseCount, parseTime } from './units';

const [BRACE, DIGIT_3, DIGIT_5, SEMICOLON] = [123, 51, 53, 59];
/** Lines of normal output and messages are shorter; terse lines have about 1,500 characters. */
const MAX_NORMAL_BYTES = 2048;

/**
 * Tells the formats of a fio log apart, line by line: `--output-format=normal,terse,json` writes all into one file, for
 * each report the terse lines, then the JSON document, then the normal blocks.
 */
export function newFioReader(events: SectionTracker): Pick<ParseSession, 'line' | 'piece'> & { end(): void } {
  const json = newJsonReader(events);
  const terse = newTerseReader(events);
  const normal = newNormalReader(events);
  let isInLine = false;
  /** The rest of a line in pieces is skipped. */
  let isSkipped = false;

  const flush = () => {
    terse.flush();
    normal.flush();
  };

  const readTerse = (bytes: Buffer, line: number) => {
    const text = toDisplayText(bytes);
    if (HEAD.test(text)) {
      normal.flush();
      terse.line(text, line, bytes);
    } else if (text.includes(';fio-')) events.unparsed('a job, its group and its error', line, bytes);
  };

  return {
    line(bytes, start, end, line) {
      if (start === end) return;
      // A line that is no JSON ends a document that was cut, and may begin the next run.
      if (json.isOpen && json.line(bytes, start, end, line)) return;
      const first = bytes[start] ?? 0;
      if (first === BRACE) {
        flush();
        json.line(bytes, start, end, line);
      } else if (first >= DIGIT_3 && first <= DIGIT_5 && bytes[start + 1] === SEMICOLON) {
        readTerse(bytes.subarray(start, end), line);
      } else if (end - start <= MAX_NORMAL_BYTES) {
        terse.flush();
        normal.line(bytes, start, end, line);
      }
    },
    /** A piece of a line over the limit. Only JSON is printed so: `--output-format=json` that was packed by another tool. */
    piece(bytes, at) {
      const { start, end, lineNumber, isLast } = at;
      if (!isInLine && !json.isOpen) {
        flush();
        isSkipped = bytes[start] !== BRACE;
        if (isSkipped)
          events.unparsed('JSON in a line of this length', lineNumber, bytes.subarray(start, end));
      }
      if (!isSkipped) json.piece(bytes, at);
      isInLine = !isLast;
      if (isLast) isSkipped = false;
    },
    /** The log is over. */
    end() {
      normal.flush();
      terse.flush();
    },
  };
}

/** `3;fio-3.33;randread;0;0;147396;36839;9209;4001;...`: version, fio, job, group, error, then the directions. */
const HEAD = /^([345]);(fio-[\w.-]+);([^;]{1,200});(\d{1,9});(\d{1,9});/;
const HEAD_FIELDS = 5;
/** `117212`, `33.702651`, `99.000000%=148`, `100.000000%`; a share of nothing is `-nan%`. */
const FIELD = /^(?:\d{1,18}(?:\.\d+)?(?:%(?:=\d{1,18})?)?|-?nan%)$/;
const PERCENTILE_FIELDS = 20;
/** Percent of CPU and counts, IO depths, latency in usec and msec; disks follow, as many as there are. */
const TAIL_FIELDS = 5 + 7 + 10 + 12;
/** Fields of one direction; version 5 adds one for bandwidth and five for IOPS. */
const DIRECTION_FIELDS: Readonly<Record<string, number>> = { '3': 41, '4': 41, '5': 47 };
const DIRECTIONS: Readonly<Record<string, readonly FioDirectionName[]>> = {
  '3': ['read', 'write'],
  '4': ['read', 'write', 'trim'],
  '5': ['read', 'write', 'trim'],
};
/** A later report of --status-interval is at least this much later. The last one may be closer: fio then just ended. */
const LATER_SECONDS = 0.05;

/**
 * `--output-format=terse`, versions 3, 4 and 5: a line a job. Latencies are microseconds, their percentiles whole ones.
 * Reports have no end mark, so with --status-interval a new one begins where a job repeats that has run longer and
 * moved more, or that is as it was.
 */
function newTerseReader(events: SectionTracker) {
  /** Runtime and bytes of the last line of each job name and group in the current report. */
  const seen = new Map<string, { runtime: number; bytes: number }>();
  let lastLine = 0;
  /** A line of the current report is damaged: it gets no end. */
  let isCut = false;

  /** Something else begins: what was seen is a report. */
  const flush = (): void => {
    if (lastLine > 0 && !isCut) {
      events.reportEnd('terse', { line: lastLine, timestamp: null, elapsed: null });
    }
    lastLine = 0;
    isCut = false;
    seen.clear();
  };

  const startsReport = (job: FioJob): boolean => {
    const before = seen.get(keyOf(job));
    if (!before) return false;
    const { runtime, bytes } = progressOf(job);
    if (runtime === before.runtime && bytes === before.bytes) return bytes > 0;
    return runtime > before.runtime + LATER_SECONDS && bytes > before.bytes;
  };

  const remember = (job: FioJob): void => {
    if (seen.size < MAX_JOB_NAMES) seen.set(keyOf(job), progressOf(job));
  };

  return {
    line(text: string, line: number, bytes: Buffer): void {
      const [, version = '', tool = '', name = '', group, error] = HEAD.exec(text) ?? [];
      const fields = text.split(';');
      const perDirection = DIRECTION_FIELDS[version] ?? 0;
      const names = DIRECTIONS[version] ?? [];
      const job = newJob(name, Number(group), line);
      job.tool = tool;
      job.notes.push({ name: 'terse version', value: version, line });
      if (error !== '0') job.error = `err=${error}`;
      for (const [index, direction] of names.entries()) {
        const at = HEAD_FIELDS + index * perDirection;
        const read = toDirection(direction, fields.slice(at, at + perDirection), line);
        // The fields have no names: with one of them damaged nothing tells what the others are.
        const isWhole = fields.slice(at, at + perDirection).every((field) => FIELD.test(field));
        if (!isWhole) events.unparsed(`numbers of the ${direction} part`, line, bytes);
        else if (read) job.directions.push(read);
      }
      const after = fields.slice(HEAD_FIELDS + names.length * perDirection + TAIL_FIELDS);
      job.failed = failedIos(after, line);
      if (startsReport(job)) flush();
      if (fields.length < HEAD_FIELDS + names.length * perDirection + TAIL_FIELDS) {
        events.unparsed(`the fields of terse version ${version}`, line, bytes);
        isCut = true;
      }
      lastLine = line;
      remember(job);
      events.job('terse', job);
    },
    flush,
  };
}

/** Of a disk: name, IOs, merges and ticks of reads and writes, ticks in queue, `71.16%`. */
const DISK_FIELDS = 9;

/**
 * IOs that failed, of a job with `continue_on_error`: their number and the first error stand behind the disks, before the
 * description, if any. Null without them.
 */
function failedIos(after: readonly string[], line: number): NumberAt | null {
  let at = 0;
  while (/^\d+(?:\.\d+)?%$/.test(after[at + DISK_FIELDS - 1] ?? '')) at += DISK_FIELDS;
  const [count = '', first = ''] = after.slice(at);
  return /^\d{1,15}$/.test(count) && /^\d{1,5}$/.test(first) ? { value: Number(count), line } : null;
}

const MAX_JOB_NAMES = 1000;

function keyOf({ name, group }: FioJob): string {
  return `${group} ${name}`;
}

function progressOf({ directions }: FioJob): { runtime: number; bytes: number } {
  return {
    runtime: Math.max(0, ...directions.map(({ runtime }) => runtime?.value ?? 0)),
    bytes: directions.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  };
}

/**
 * KB, KB/s, IOPS, msec, then min, max, mean, deviation of slat and of clat, percentiles of clat, and the same four of
 * lat. Null when the job did nothing of it.
 */
function toDirection(name: FioDirectionName, fields: readonly string[], line: number): FioDirection | null {
  const [kib, kibPerS, iops] = fields.slice(0, 3).map((field) => parseCount(field));
  const runtime = parseTime(fields[3], 'msec');
  if (!kib || kibPerS === null || kibPerS === undefined || iops === null || iops === undefined) return null;
  const clat = toLatency(fields.slice(8, 12), line);
  const percentiles = fields.slice(12, 12 + PERCENTILE_FIELDS).flatMap((field) => {
    const [, percent, usec] = /^(\d+(?:\.\d+)?)%=(\d+)$/.exec(field) ?? [];
    const value = parseTime(usec, 'usec');
    // 0 is less than a microsecond, or a field that fills the list up.
    return !value || Number(percent) === 0 ? [] : [{ percent: Number(percent), value, line }];
  });
  return {
    ...newDirection(name, { iops, bandwidth: kibPerS * 1024, runtime, bytes: kib * 1024, line }),
    clat: clat && { ...clat, percentiles },
    lat: toLatency(fields.slice(12 + PERCENTILE_FIELDS, 16 + PERCENTILE_FIELDS), line),
  };
}

function toLatency(fields: readonly string[], line: number): FioLatency | null {
  const [min, max, avg] = fields.map((field): NumberAt | null => {
    const value = parseTime(field, 'usec');
    // 0 is less than a microsecond.
    return value ? { value, line } : null;
  });
  // All zeros: not measured.
  if (!max?.value) return null;
  return { min: min ?? null, max, avg: avg ?? null, percentiles: [], bins: [] };
}
