import type { LocatedLog } from '../../family';
import type { IibenchLog, Operation } from '../client/iibench-log';

/** What all clients of a step did, by their own logs and their own clock. */
export interface ClientFigures {
  /** Of the client that took longest. */
  seconds: number;
  counts: Record<Operation, number>;
  /** File and lines of that client. */
  at: { file: string; line: number; lineEnd: number };
}

/** Null when a client was stopped before its totals. */
export function clientFigures(clients: readonly LocatedLog<IibenchLog>[]): ClientFigures | null {
  let figures: ClientFigures | null = null;
  for (const { path: file, log } of clients) {
    if (!log.totals || !log.last) return null;
    const seconds = secondsOf(log.totals);
    const at = { file, line: log.last.line, lineEnd: log.totals.line };
    const { counts } = log.last;
    if (!figures) {
      figures = { seconds, counts: { ...counts }, at };
      continue;
    }
    figures.counts.insert += counts.insert;
    figures.counts.delete += counts.delete;
    figures.counts.query += counts.query;
    if (seconds <= figures.seconds) continue;
    figures.seconds = seconds;
    figures.at = at;
  }
  return figures && figures.seconds > 0 ? figures : null;
}

/** Seconds are printed with one decimal, rows and rows/s give them with more. */
function secondsOf({ rows, rowsPerS, seconds }: NonNullable<IibenchLog['totals']>): number {
  return rows > 0 && rowsPerS > 0 ? rows / rowsPerS : seconds;
}

/** Value of an option of the command: `pi1` of `--table_name=pi1`. */
export function optionOf({ command }: IibenchLog, name: string): string | null {
  const words = command?.split(' ') ?? [];
  const found = words.find((word) => word.startsWith(`--${name}=`));
  return found?.slice(name.length + 3) ?? null;
}
