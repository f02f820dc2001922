import { formatRatio, type Level, NO_VALUE, verdictLevel } from '@basecase/analysis';
import type { SecondStrips } from '@basecase/db/types';
import { timeText } from './timelines-model';

/** Slowest seconds above this part of the median are plain. */
const PLAIN = 0.9;

interface StripRow {
  column: string;
  label: string;
  /** Texts of the row: lowest of all cells, longest stall. */
  worst: string;
  stall: string;
  cells: { key: string; title: string; level: Level | null }[];
}

/** Takes off the words that all labels begin with, where each keeps one. */
function withoutCommon(labels: readonly string[]): (label: string) => string {
  const words = labels.map((label) => label.split(' '));
  const [first = []] = words;
  const fewest = Math.min(...words.map(({ length }) => length));
  const differs = first.findIndex((word, at) => words.some((own) => own[at] !== word));
  const common = labels.length < 2 ? 0 : Math.min(differs < 0 ? first.length : differs, fewest - 1);
  return (label) => label.split(' ').slice(common).join(' ');
}

/** Seconds × versions: a cell is a stretch of the run and shows its slowest second. Null without any. */
export function stripsModel({ length, strips }: SecondStrips): { hint: string; rows: StripRow[] } | null {
  if (strips.length === 0) return null;
  const most = Math.max(...strips.map(({ cells }) => cells.length));
  const shortened = withoutCommon(strips.map(({ label }) => label));
  const rows = strips.map(({ column, label, cells, longestStall }): StripRow => {
    const known = cells.filter((value) => value !== null);
    return {
      ...{ column, label: shortened(label) },
      worst: known.length === 0 ? NO_VALUE : formatRatio(Math.min(...known)),
      stall: longestStall === null ? NO_VALUE : `${longestStall} s`,
      cells: Array.from({ length: most }, (_, at) => {
        const value = cells[at] ?? null;
        const place = `${timeText(at * length)} to ${timeText((at + 1) * length)}`;
        return {
          key: String(at),
          title: value === null ? `${place}: ${NO_VALUE}` : `${place}: ${formatRatio(value)}`,
          level: value === null ? null : verdictLevel(value, 'higher-is-better', PLAIN),
        };
      }),
    };
  });
  const hint = `a cell is ${timeText(length)} and shows its slowest second relative to the median second of the run; plain is above ${formatRatio(PLAIN)}`;
  return { hint, rows };
}
