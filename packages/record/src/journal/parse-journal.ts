import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { parseLine } from '../processes/parse-line';

/** A whole round. */
export interface Round {
  round: number;
  /** Which start of the servers it belongs to. */
  start: number;
  /** Labels of the variants in the order in which they were measured. */
  order: string[];
  seconds: number;
  slices: Slice[];
  lost: LostSlice[];
}

/** What a journal says of a recording, however it ended. */
export interface JournalState {
  begin: Extract<JournalLine, { type: 'begin' }> | null;
  /** Whole rounds, in order; one that was being measured at the end is none. */
  rounds: Round[];
  /** What was given up in a whole round, or before a round began. */
  failures: Failure[];
  /** Starts of the servers so far. */
  starts: number;
  end: EndReason | null;
  /** Bytes up to the end of the last line that can be read; what follows was cut when the recorder was killed. */
  soundBytes: number;
}

/** What a journal says. Never throws: the first line that can't be read ends it. */
export function parseJournal(bytes: Buffer): JournalState {
  const state: JournalState = { begin: null, rounds: [], failures: [], starts: 0, end: null, soundBytes: 0 };
  let open: Pick<Round, 'slices' | 'lost'> = { slices: [], lost: [] };
  let pending: Failure[] = [];
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    const line = parseLine(journalLineSchema, bytes.toString('utf8', start, end));
    if (!line) break;
    state.soundBytes = end + 1;
    switch (line.type) {
      case 'begin':
        state.begin = line;
        break;
      case 'started':
        // A restarted recorder repeats the slices after the last whole round.
        if (line.start > state.starts) [open, pending] = [{ slices: [], lost: [] }, []];
        state.starts = line.start;
        break;
      case 'slice':
        open.slices.push(line);
        break;
      case 'lost':
        open.lost.push(line);
        break;
      case 'failed':
        pending.push(line);
        break;
      case 'round': {
        const { round } = line;
        const isOf = (one: { round: number }) => one.round === round;
        const whole = { slices: open.slices.filter(isOf), lost: open.lost.filter(isOf) };
        state.rounds.push({ round, start: line.start, order: line.order, seconds: line.seconds, ...whole });
        state.failures.push(...pending);
        [open, pending] = [{ slices: [], lost: [] }, []];
        break;
      }
      case 'end':
        state.end = line.why;
        break;
    }
  }
  return state;
}

const at = z.iso.datetime();
const round = z.int().min(1);
const name = z.string();

/** What happened in a recording, one line of JSON each, in the order in which it happened. */
const journalLineSchema = z.discriminatedUnion('type', [
  /** First line: which recording it is, what its order is drawn from, where the servers' files are. */
  z.object({ type: z.literal('begin'), at, id: name, seed: z.int(), data: name, password: name }),
  /** All servers were started; rounds from here on belong to this start. */
  z.object({ type: z.literal('started'), at, start: z.int().min(1) }),
  /** A slice that counts, once its round is whole. */
  z.object({
    type: z.literal('slice'),
    at,
    round,
    test: name,
    variant: name,
    /** Operations per second, as the tool printed it. */
    throughput: z.number().positive(),
    /** Shares of the CPUs, CPUs, seconds, pages, MHz: what the machine did meanwhile. */
    steal: z.number(),
    others: z.number(),
    serverSeconds: z.number(),
    swappedPages: z.number(),
    megahertz: z.number().nullable(),
    freeBytes: z.number(),
  }),
  /** A slice that does not count. */
  z.object({ type: z.literal('lost'), at, round, test: name, variant: name, reason: name }),
  /** Given up: a variant, or one test of it. */
  z.object({
    type: z.literal('failed'),
    at,
    round,
    variant: name,
    test: name.nullable(),
    reason: name,
  }),
  /** A round is whole, with every test of every variant measured, lost or given up. */
  z.object({
    type: z.literal('round'),
    at,
    round,
    start: z.int().min(1),
    order: z.array(name),
    seconds: z.number(),
  }),
  z.object({ type: z.literal('end'), at, why: z.enum(['known', 'most', 'minutes', 'stopped', 'failed']) }),
]);

export type JournalLine = z.infer<typeof journalLineSchema>;
export type Slice = Extract<JournalLine, { type: 'slice' }>;
export type LostSlice = Extract<JournalLine, { type: 'lost' }>;
export type Failure = Extract<JournalLine, { type: 'failed' }>;
export type EndReason = Extract<JournalLine, { type: 'end' }>['why'];

/** A line without the time, which the journal adds. */
export type NewLine = JournalLine extends infer Line
  ? Line extends JournalLine
    ? Omit<Line, 'at'>
    : never
  : never;

/** The journal of a recording: lines are only ever added. */
export interface Journal {
  add(line: NewLine): void;
  /** Whatever was added is on the disk. */
  sync(): void;
  close(): void;
}

/**
 * Opens a journal, with its entries so far. A last line that was cut is taken off.
 *
 * @param file made when it is not there
 */
export function openJournal(file: string): { journal: Journal; state: JournalState } {
  const descriptor = openSync(file, 'a+', 0o600);
  const state = parseJournal(readFileSync(file));
  ftruncateSync(descriptor, state.soundBytes);
  return {
    state,
    journal: {
      add(line) {
        const { type, ...rest } = line;
        writeSync(descriptor, `${JSON.stringify({ type, at: new Date().toISOString(), ...rest })}\n`);
      },
      sync: () => fsyncSync(descriptor),
      close: () => closeSync(descriptor),
    },
  };
}
