import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { parseLine } from '../processes/parse-line';

const name = z.string();
const place = z.int().min(0);
const part = z.number().positive();

const buildSchema = z.object({
  /** A full hash, or a line of the list of builds. */
  name,
  /** Time of the commit; null in a list of builds. */
  at: name.nullable(),
});

/** Everything that the order of a search follows from, but for its runs. */
export const searchSchema = z.object({
  id: name,
  /** From GOOD to BAD. */
  builds: z.array(buildSchema).min(2),
  /** Top directory of the repository; null: a list of builds. */
  repository: name.nullable(),
  /** Program and arguments. */
  script: z.array(name).min(1),
  /** Where the script is started for a list of builds. */
  directory: name,
  /** Key of the searched test; null: the only one. */
  test: name.nullable(),
  metric: name,
  error: part.max(0.5),
  /** On the log scale. */
  effect: part,
  mostOfBuild: z.int().min(3),
  most: z.int().min(6),
  timeoutSeconds: part,
  noise: z.object({ sd: part, weight: part }),
  /** Weights from stored results, by place; null: none. */
  prior: z.array(z.number().min(0)).nullable(),
  /** Fields of `basecase.json` of each run. */
  manifest: z.record(name, z.unknown()),
  /** Record of a regression that gets the verdict; left out: none. */
  record: name.optional(),
});
export type Search = z.infer<typeof searchSchema>;
export type SearchedBuild = Search['builds'][number];

const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), search: searchSchema }),
  z.object({ type: z.literal('test'), test: name }),
  z.object({ type: z.literal('start'), run: z.int(), place }),
  z.object({
    type: z.literal('run'),
    run: z.int(),
    place,
    seconds: z.number(),
    /** By test, in the unit of the metric. */
    values: z.record(name, part),
  }),
  /** `isFinal`: the build is not tried again. */
  z.object({ type: z.literal('failed'), run: z.int(), place, reason: name, isFinal: z.boolean() }),
]);
type Line = z.infer<typeof lineSchema>;
export type BisectRunLine = Extract<Line, { type: 'run' }>;
export type BisectFailure = Extract<Line, { type: 'failed' }>;

/** A search as its log has it. */
export interface BisectLog {
  search: Search;
  runs: BisectRunLine[];
  failures: BisectFailure[];
  /** Runs and failures in their order. */
  lines: (BisectRunLine | BisectFailure)[];
  /** A run that began and did not end: it was killed. */
  open: { run: number; place: number } | null;
}

export interface BisectJournal {
  log: BisectLog;
  /** The line is on the disk when this returns. */
  add(line: Line): void;
  close(): void;
}

/** Takes a line into a log, which is changed. */
function take(log: BisectLog, line: Line): void {
  if (line.type === 'test') log.search = { ...log.search, test: line.test };
  if (line.type === 'start') log.open = { run: line.run, place: line.place };
  if (line.type !== 'run' && line.type !== 'failed') return;
  log.open = null;
  log.lines.push(line);
  if (line.type === 'run') log.runs.push(line);
  else log.failures.push(line);
}

/** @returns null without a first line that can be read */
function parse(bytes: Buffer): { log: BisectLog; soundBytes: number } | null {
  let log: BisectLog | null = null;
  let soundBytes = 0;
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    const line = parseLine(lineSchema, bytes.toString('utf8', start, end));
    if (!line) break;
    if (line.type === 'begin') log ??= { search: line.search, runs: [], failures: [], lines: [], open: null };
    else if (log) take(log, line);
    soundBytes = end + 1;
  }
  return log && { log, soundBytes };
}

/** Reads the log of a search, which may still be running. Null: there is none. */
export function readBisectLog(file: string): BisectLog | null {
  return parse(readFileSync(file))?.log ?? null;
}

/**
 * Opens the log of a search. Lines are only ever added, each one on the disk before the next step; a last line that was cut
 * is taken off.
 *
 * @param search of a new log; left out: the log is there
 */
export function openBisectJournal(file: string, search?: Search): BisectJournal | null {
  const descriptor = openSync(file, search ? 'ax+' : 'a+', 0o600);
  const write = (line: Line) => {
    writeSync(descriptor, `${JSON.stringify(line)}\n`);
    fsyncSync(descriptor);
  };
  if (search) write({ type: 'begin', search });
  const found = parse(readFileSync(file));
  if (!found) {
    closeSync(descriptor);
    return null;
  }
  ftruncateSync(descriptor, found.soundBytes);
  return {
    log: found.log,
    add(line) {
      write(line);
      take(found.log, line);
    },
    close: () => closeSync(descriptor),
  };
}
