import type { Certainty } from '../certainty/certainty';
import { formatFixed } from '../format/format';
import { isJudged, type VerdictColumn } from '../verdicts';
import { noiseModels } from '../verdicts/noise/noise-model';
import {
  type JudgedSweep,
  judgeSweep,
  pooledBand,
  type Sweep,
  type SweepAxis,
  type SweepCell,
  type SweepChange,
  type SweepTest,
} from './sweep';

/** First the finding, then what it rests on. */
export interface SweepSentence {
  strong: string;
  rest: string;
  /** Of the finding; null where nothing is compared. */
  certainty: Certainty | null;
}

/** `32 clients`, `io_workers=4`. */
export function atText(axis: SweepAxis, at: number): string {
  if (axis === 'clients') return at === 1 ? '1 client' : `${at} clients`;
  return `${axis.slice('config.'.length)}=${at}`;
}

/** `client count`, `io_workers`. */
export function axisName(axis: SweepAxis): string {
  return axis === 'clients' ? 'client count' : axis.slice('config.'.length);
}

/** `17.5`, and the config where a version has several. */
function columnName(columns: readonly VerdictColumn[], index: number): string {
  const { product = '', version = '', config = null } = columns[index] ?? {};
  const hasProducts = columns.some((column) => column.product !== product);
  const isOnly =
    columns.filter((column) => column.product === product && column.version === version).length < 2;
  return [hasProducts ? product : '', version, isOnly ? '' : (config ?? '')].filter(Boolean).join(' ');
}

/** The first column, and the newest of its product: what a sweep is about unless a reader asks for others. */
function sweepSides(columns: readonly VerdictColumn[]): { base: number; column: number | null } {
  const column = columns.findLastIndex(({ product }, index) => index > 0 && product === columns[0]?.product);
  return { base: 0, column: column < 0 ? null : column };
}

/**
 * The finding of a sweep in one sentence: "17.5 is slower from 32 clients on: −7%, −14%". Of several tests it counts
 * those that are slower, and names the one that changed most.
 *
 * @param sides columns that are compared; default: the newest against the first
 * @param test key of the test that it is about; default: all
 */
export function sweepSentence(
  sweep: Sweep,
  {
    base,
    column,
    test,
    judged,
  }: { base?: number; column?: number | null; test?: string; judged?: JudgedSweep } = {},
): SweepSentence {
  const { axis } = sweep;
  const { columns } = sweep.matrix;
  const sides = sweepSides(columns);
  const of = base ?? sides.base;
  const own = column === undefined ? sides.column : column;
  const values = new Set(sweep.points.map(({ at }) => at));
  if (own === null) {
    return {
      // The product is in the name only where there are several.
      strong: `Only ${[columns[of]?.product, columnName(columns.slice(of, of + 1), 0)].filter(Boolean).join(' ')} was measured:`,
      rest: values.size > 1 ? ' a curve without verdicts.' : ` one ${axisName(axis)}, one point, no curve.`,
      certainty: null,
    };
  }
  const all = judged ?? judgeSweep(sweep, { base: of, column: own, models: noiseModels(sweep.noise) });
  const tests = all.tests.filter(({ key }) => test === undefined || key === test);
  const [name, baseName] = [columnName(columns, own), columnName(columns, of)];
  const compared = tests.filter(({ cells }) => cells.some(({ certainty }) => certainty !== null));
  if (compared.length === 0) {
    return {
      strong: 'No throughput to compare:',
      rest: ` ${name} and ${baseName} share no ${axisName(axis)} at which both have one.`,
      certainty: null,
    };
  }
  const [only] = compared;
  const point = compared.length > 1 || values.size > 1 ? '' : ' One point, no curve.';
  const sentence =
    compared.length > 1 || !only ? ofTests(compared, { axis, name }) : ofTest(only, { axis, name, baseName });
  const isNamed = compared.length === 1 && only?.changes.length === 0;
  const against = isNamed || isNewer(columns[own], columns[of]) ? '' : ` Against ${baseName}.`;
  return { ...sentence, rest: sentence.rest + against + point };
}

/** Another version of one product: what it is compared with needs no words. Two configs of a version do. */
function isNewer(column: VerdictColumn | undefined, base: VerdictColumn | undefined): boolean {
  return column?.product === base?.product && column?.version !== base?.version;
}

interface Names {
  axis: SweepAxis;
  name: string;
}

function ofTest(test: SweepTest, { axis, name, baseName }: Names & { baseName: string }): SweepSentence {
  const [first, ...others] = test.changes;
  if (!first) {
    const compared = test.cells.filter(({ certainty }) => certainty !== null);
    const isProven = compared.every(({ verdict }) => verdict.verdict === 'no change');
    return {
      strong: isProven
        ? `${name} is as fast as ${baseName} ${placesText(axis, compared)}`
        : `No difference between ${name} and ${baseName} can be shown ${placesText(axis, compared)}`,
      rest: isProven ? ', within 5%.' : `: changes are within the noise of ${bandsText(compared)}.`,
      certainty: 'noise',
    };
  }
  return {
    strong: `${name} ${changeWords(axis, first)}.`,
    rest: [
      first.certainty === 'noise'
        ? ` Can't tell: a mean change under ${Math.round((1 - Math.exp(-pooledBand(first))) * 100)}% can be noise here.`
        : '',
      ...others.map((change) => ` It ${changeWords(axis, change)}.`),
      restText(axis, test),
    ].join(''),
    certainty: first.certainty,
  };
}

/** `is likely slower from 32 clients on: −7%, −14%`. */
export function changeWords(axis: SweepAxis, { direction, certainty, reach, cells }: SweepChange): string {
  const verb = { sure: 'is', likely: 'is likely', noise: 'measured' }[certainty];
  const [first] = cells;
  const where =
    reach === 'everywhere'
      ? `at every ${axisName(axis)}`
      : reach === 'from' && cells.length > 1
        ? `from ${atText(axis, first?.at ?? 0)} on`
        : placesText(axis, cells);
  return `${verb} ${direction} ${where}: ${sizesText(cells)}`;
}

const MOST_SIZES = 4;

/** `−7%, −14%`; of many points the smallest and the largest: `−3% to −14%`. */
function sizesText(cells: SweepChange['cells']): string {
  const sizes = cells.map(({ verdict }) => verdict.x);
  const named = sizes.length > MOST_SIZES ? sizes.toSorted((a, b) => Math.abs(a) - Math.abs(b)) : sizes;
  const texts = named.map(wholePercent);
  return sizes.length > MOST_SIZES ? `${texts[0]} to ${texts.at(-1)}` : texts.join(', ');
}

/** `−7%`, of a change on the log scale. */
export function wholePercent(x: number): string {
  const percent = Math.round(Math.expm1(x) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`;
}

/** `at 1 and 8 clients`; of many `from 1 to 48 clients`. */
function placesText(axis: SweepAxis, cells: readonly SweepCell[]): string {
  const values = cells.map(({ at }) => at);
  const [last = 0] = values.slice(-1);
  const named = values.slice(0, -1).map((at) => (axis === 'clients' ? String(at) : atText(axis, at)));
  if (values.length > MOST_SIZES) return `from ${named[0]} to ${atText(axis, last)}`;
  return `at ${[named.join(', '), atText(axis, last)].filter(Boolean).join(' and ')}`;
}

/** The points outside all changes: " No change at 1 and 8 clients." */
function restText(axis: SweepAxis, { cells, changes }: SweepTest): string {
  const changed = new Set(changes.flatMap((change) => change.cells.map(({ row }) => row)));
  const others = cells.filter(({ row, certainty }) => certainty !== null && !changed.has(row));
  const same = others.filter(({ verdict }) => verdict.verdict === 'no change');
  const open = others.filter((cell) => !same.includes(cell));
  return [
    same.length > 0 ? ` No change ${placesText(axis, same)}.` : '',
    open.length > 0 ? ` Within noise ${placesText(axis, open)} (${bandsText(open)}).` : '',
  ].join('');
}

/** `±3%`, `±3% to ±6%`. */
function bandsText(cells: readonly SweepCell[]): string {
  const bands = cells.flatMap(({ verdict }) => (isJudged(verdict) ? [verdict.band] : []));
  const text = (band: number) => `±${formatFixed(Math.expm1(band) * 100, 1)}%`;
  const [low, high] = [text(Math.min(...bands)), text(Math.max(...bands))];
  return low === high ? low : `${low} to ${high}`;
}

/** "9.5.0 is slower in 5 of 33 tests, likely slower in 2. Most in update-index: slower from 16 clients on: −7%, −14%." */
function ofTests(tests: readonly SweepTest[], { axis, name }: Names): SweepSentence {
  const found = tests.flatMap(({ key, changes }) => changes.map((change) => ({ key, change })));
  const count = (direction: string, certainty: Certainty) =>
    new Set(
      found
        .filter(({ change }) => change.direction === direction && change.certainty === certainty)
        .map(({ key }) => key),
    ).size;
  const slower = count('slower', 'sure');
  const more = [
    ...(count('slower', 'likely') > 0 ? [`likely slower in ${count('slower', 'likely')}`] : []),
    ...(count('faster', 'sure') > 0 ? [`faster in ${count('faster', 'sure')}`] : []),
    ...(count('faster', 'likely') > 0 ? [`likely faster in ${count('faster', 'likely')}`] : []),
  ];
  const most = mostChanged(found);
  return {
    strong: `${name} is slower in ${slower === 0 ? 'none' : slower} of ${tests.length} tests`,
    rest: [
      ...more.map((words) => `, ${words}`),
      '.',
      most
        ? ` Most in ${most.key}: it ${changeWords(axis, most.change)}${most.change.certainty === 'noise' ? ', within noise' : ''}.`
        : '',
    ].join(''),
    certainty: most?.change.certainty ?? 'noise',
  };
}

const ORDER: readonly Certainty[] = ['sure', 'likely', 'noise'];

/** Sure before possible, slower before faster, large before small. */
export function mostChanged<Found extends { change: SweepChange }>(
  found: readonly Found[],
): Found | undefined {
  const rank = ({ change }: Found) =>
    ORDER.indexOf(change.certainty) * 2 + (change.direction === 'slower' ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b) || Math.abs(b.change.x) - Math.abs(a.change.x))[0];
}
