import { parseLine } from '../processes/parse-line';
import {
  type EndReason,
  type Failure,
  type JournalLine,
  journalLineSchema,
  type LostSlice,
  type Slice,
} from './journal-line';

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
