import { type Figures, SIZES } from './count-flags';

/** A line of a table of figures. */
export interface FiguresLine {
  /** The tables it is about. */
  names: readonly string[];
  figures: Figures;
  /** The most false flags a table that are wanted; null: nothing is wanted. */
  goal: number | null;
}

const HEAD = ['tables', 'false flags a table', 'wanted', 'tables with any', 'possible a table'];

/** Figures as a Markdown table; `found` are the changes that were put in, and in brackets those of quiet tests. */
export function printFigures(names: readonly string[], lines: readonly FiguresLine[]): string {
  const sizes = SIZES.map((size) => `found: ${percent(size)}`);
  const rows = lines.map(({ names: own, figures, goal }) => [
    ...own,
    String(figures.tables),
    figures.falseFlags.toFixed(2),
    goal === null ? '' : `≤ ${goal}${figures.falseFlags > goal ? ', missed' : ''}`,
    percent(figures.withAny),
    figures.possible.toFixed(2),
    ...figures.found.map((part, size) => foundText(part, figures.foundQuiet[size] ?? null)),
  ]);
  const head = [...names, ...HEAD, ...sizes];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function foundText(all: number, quiet: number | null): string {
  return quiet === null ? percent(all) : `${percent(all)} (${percent(quiet)})`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}
