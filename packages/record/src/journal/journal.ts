import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type JournalLine, type JournalState, parseJournal } from './parse-journal';

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
