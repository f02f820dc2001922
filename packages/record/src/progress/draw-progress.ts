import { groupBy } from '@basecase/analysis';
import type { ComparedTest } from '../rounds/estimate-tests';
import { findingOf, markOf } from './marks';
import { amount, duration, plusMinus, ratio } from './numbers';
import type { ProgressView } from './progress-view';

export interface Paper {
  /** Of the terminal. */
  columns: number;
  /** Lines that may be used. */
  lines: number;
  /** Without signs that a font may not have. */
  plain: boolean;
}

/** Under the first, the columns of throughput leave, then that of rounds; under the third the table is omitted. */
const [FULL, NARROW, TABLE] = [80, 62, 50];
const BAR = 40;

/** The lines that are redrawn while it measures, each within the width of the terminal. */
export function drawProgress(view: ProgressView, paper: Paper): string[] {
  const head = drawHead(view, paper);
  if (paper.columns < TABLE) return head.map((line) => cut(line, paper.columns));
  const notes = view.notes.length > 0 ? ['', ...view.notes] : [];
  const room = paper.lines - head.length - notes.length - 1;
  return [...head, '', ...drawTable(view, paper, room), ...notes].map((line) => cut(line, paper.columns));
}

function drawHead(view: ProgressView, { columns, plain }: Paper): string[] {
  const { round, aboutRounds, secondsLeft, share, now } = view;
  if (round === 0) return [`${now || 'starting'} …`];
  const left = secondsLeft === null ? '' : `${duration(secondsLeft)} left`;
  const width = Math.min(BAR, Math.max(10, columns - 30));
  const filled = Math.floor(share * width);
  const [full, empty] = plain ? ['#', ' '] : ['█', '░'];
  const bar = `[${full.repeat(filled)}${empty.repeat(width - filled)}] ${Math.floor(share * 100)}%`;
  return [
    `${`Round ${round} of about ${aboutRounds}`.padEnd(32)}${left.padEnd(18)}Ctrl C keeps what is there`,
    `${bar}    now: ${now}`,
  ];
}

/** Tests as rows; `row` has what is known of one in each version but the first. */
interface TableColumn {
  head: string;
  width: number;
  text(row: readonly ComparedTest[]): string;
}

function drawTable(view: ProgressView, paper: Paper, room: number): string[] {
  if (view.variants.length < 2) return [];
  const rows = [...groupBy(view.compared, ({ test }) => test).values()];
  const isQuiet = (row: readonly ComparedTest[]) =>
    row.every((one) => one.isKnown && ['same', 'unknown'].includes(findingOf(one)));
  const nameWidth = view.variants.length > 2 ? 26 : 28;
  const columns = columnsOf(view, paper, nameWidth);
  const line = (name: string, textOf: (column: TableColumn) => string) =>
    cut(name, nameWidth - 1).padEnd(nameWidth) +
    columns.map((column) => cut(textOf(column), column.width - 1).padStart(column.width)).join('');
  const fits = rows.length + 1 <= room;
  // Settled rows without a change are dropped first.
  const loud = fits ? rows : rows.filter((row) => !isQuiet(row));
  const shown = loud.slice(0, Math.max(1, room - 2));
  const quiet = rows.length - loud.length;
  const hidden = loud.length - shown.length;
  return [
    line('test', ({ head }) => head),
    ...shown.map((row) => line(row[0]?.test ?? '', ({ text }) => text(row))),
    ...(quiet > 0 ? [`${quiet} more known, none changed`] : []),
    ...(hidden > 0 ? [`${hidden} more tests`] : []),
  ];
}

function columnsOf(
  { variants: [base = '', ...others] }: ProgressView,
  { columns, plain }: Paper,
  nameWidth: number,
): TableColumn[] {
  const change = (one: ComparedTest | undefined) =>
    one?.estimate ? `${markOf(findingOf(one), plain)} ${ratio(one.estimate.x)}` : '';
  const known = (row: readonly ComparedTest[]) => (row.every(({ isKnown }) => isKnown) ? 'known' : '');
  const soFar = (width: number): TableColumn => ({
    head: 'so far',
    width,
    text(row) {
      const halves = row.flatMap(({ half }) => half ?? []);
      return halves.length > 0 ? plusMinus(Math.max(...halves)) : '';
    },
  });
  const hasFailed = (one: ComparedTest | undefined) => (one?.failed ?? null) !== null;
  if (others.length > 1) {
    const width = Math.max(7, Math.min(10, Math.floor((columns - nameWidth - 16) / others.length)));
    return [
      ...others.map((head, index) => ({
        head,
        width,
        text: (row: readonly ComparedTest[]) => (hasFailed(row[index]) ? 'failed' : change(row[index])),
      })),
      soFar(9),
      { head: '', width: 7, text: known },
    ];
  }
  const throughput = (head: string, key: 'baseThroughput' | 'throughput'): TableColumn => ({
    head,
    width: 9,
    text: ([one]) => amount(one?.[key] ?? null),
  });
  return [
    ...(columns >= FULL
      ? [throughput(base, 'baseThroughput'), throughput(others[0] ?? '', 'throughput')]
      : []),
    { head: 'ratio', width: 8, text: ([one]) => change(one) },
    soFar(10),
    { head: '', width: 7, text: (row) => (hasFailed(row[0]) ? 'failed' : known(row)) },
    ...(columns >= NARROW
      ? [{ head: 'round', width: 6, text: ([one]: readonly ComparedTest[]) => String(one?.rounds ?? '') }]
      : []),
  ];
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
