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

function drawTable(view: ProgressView, paper: Paper, room: number): string[] {
  const { variants, compared } = view;
  const others = variants.slice(1);
  if (others.length === 0) return [];
  const rows = others.length === 1 ? compared.map((row) => [row]) : byTest(compared);
  const isQuiet = (row: readonly ComparedTest[]) =>
    row.every((one) => one.isKnown && ['same', 'unknown'].includes(findingOf(one)));
  const header = others.length === 1 ? headOfTwo(variants, paper) : headOfMany(others, paper);
  const draw = (row: readonly ComparedTest[]) =>
    others.length === 1 ? rowOfTwo(row[0] as ComparedTest, paper) : rowOfMany(row, paper);
  const fits = rows.length + 1 <= room;
  // Settled rows without a change are dropped first.
  const loud = fits ? rows : rows.filter((row) => !isQuiet(row));
  const shown = loud.slice(0, Math.max(1, room - 2));
  const quiet = rows.filter(isQuiet).length;
  const folded = fits ? [] : [`${quiet > 0 ? `${quiet} more known, none changed` : ''}`];
  const hidden = loud.length - shown.length;
  return [
    header,
    ...shown.map(draw),
    ...folded.filter((line) => line !== ''),
    ...(hidden > 0 ? [`${hidden} more tests`] : []),
  ];
}

function headOfTwo([base = '', version = '']: readonly string[], { columns }: Paper): string {
  return [
    'test'.padEnd(28),
    ...(columns >= FULL ? [right(base, 9), right(version, 9)] : []),
    right('ratio', 8),
    right('so far', 10),
    '       ',
    ...(columns >= NARROW ? [right('round', 6)] : []),
  ].join('');
}

function rowOfTwo(row: ComparedTest, { columns, plain }: Paper): string {
  const { test, baseThroughput, throughput, estimate, half, isKnown, rounds, failed } = row;
  const said = estimate ? ratio(estimate.x) : '';
  return [
    cut(test, 27).padEnd(28),
    ...(columns >= FULL ? [right(amount(baseThroughput), 9), right(amount(throughput), 9)] : []),
    right(`${markOf(findingOf(row), plain)} ${said}`, 8),
    right(plusMinus(half), 10),
    failed !== null ? ' failed' : isKnown ? '  known' : '       ',
    ...(columns >= NARROW ? [right(String(rounds), 6)] : []),
  ].join('');
}

const MANY_TEST = 26;

function headOfMany(others: readonly string[], { columns }: Paper): string {
  const width = manyWidth(others.length, columns);
  return [
    'test'.padEnd(MANY_TEST),
    ...others.map((name) => right(name, width)),
    right('so far', 9),
    '       ',
  ].join('');
}

function rowOfMany(row: readonly ComparedTest[], { columns, plain }: Paper): string {
  const width = manyWidth(row.length, columns);
  const halves = row.flatMap(({ half }) => half ?? []);
  const isKnown = row.every((one) => one.isKnown);
  return [
    cut(row[0]?.test ?? '', MANY_TEST - 1).padEnd(MANY_TEST),
    ...row.map((one) =>
      right(
        one.failed !== null
          ? 'failed'
          : one.estimate
            ? `${markOf(findingOf(one), plain)} ${ratio(one.estimate.x)}`
            : '',
        width,
      ),
    ),
    right(halves.length > 0 ? plusMinus(Math.max(...halves)) : '', 9),
    isKnown ? '  known' : '       ',
  ].join('');
}

function manyWidth(others: number, columns: number): number {
  return Math.max(7, Math.min(10, Math.floor((columns - MANY_TEST - 16) / others)));
}

function byTest(compared: readonly ComparedTest[]): ComparedTest[][] {
  const tests = [...new Set(compared.map(({ test }) => test))];
  return tests.map((test) => compared.filter((one) => one.test === test));
}

function right(text: string, width: number): string {
  return cut(text, width - 1).padStart(width);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
