import { formatRatio, groupBy, isBetter, isWorse } from '@basecase/analysis';
import { stepNote, stepText } from '../lines';
import type { TrendsData } from './trends-data';
import type { LeftOut, TrendMark, TrendPoint, TrendSeries, TrendsModel } from './trends-model';

/** Unit of the numbers and kind of the positions on the axis. */
export function metaOf({ unit, axis }: TrendsModel): string[] {
  return [
    unit,
    `${axis.kind === 'major' ? 'newest release of each major' : 'every release'}, in release order`,
  ];
}

/** The limits of a table of ratios, and the lines that are not drawn. */
export function notesOf({ series, leftOut }: TrendsModel): string[] {
  const hasRatios = series.some(({ base }) => base.endsWith('as published'));
  return [
    ...(hasRatios ? ['Tables published as ratios keep their own base (listed below).'] : []),
    ...new Set(series.flatMap(({ step }) => (step ? [stepNote(step)] : []))),
    ...(leftOut.length > 0 ? [`Not drawn: ${reasonsText(leftOut)}.`] : []),
  ];
}

/** Lines that are named for each reason; the rest is counted. */
const MOST_NAMED = 3;

/** `8-core, x10c; 48-core: only 18.0 was run with this config and build`, each reason once. */
function reasonsText(leftOut: readonly LeftOut[]): string {
  const texts = [...groupBy(leftOut, ({ reason }) => reason)].map(([reason, lines]) => {
    const rest = lines.length - MOST_NAMED;
    const named = lines.slice(0, MOST_NAMED).map(({ label }) => label);
    return `${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join('; ')}: ${reason}`;
  });
  return texts.join('. ');
}

/** The drawing in words, for screen readers. */
export function descriptionOf({ title, product }: TrendsData, { unit, drawn, axis }: TrendsModel): string {
  return `${title} of ${product} from ${axis.positions[0]} to ${axis.positions.at(-1)}, ${unit}, ${drawn.length} lines; the table below has the numbers`;
}

/**
 * Says of the lines that are drawn where each ends compared with its base, and since when: from its records, else
 * from the largest step. Lines that are only in the table are counted separately.
 */
export function trendSentence({ drawn, series, mode }: TrendsModel) {
  if (series.length === 0)
    return { strong: 'Nothing to draw:', rest: ' no version of these lines has a value.' };
  const ends = drawn.flatMap(
    ({ points }) => points.findLast((point) => point !== null && !point.isBase) ?? [],
  );
  const worse = ends.filter(({ level }) => isWorse(level)).length;
  const better = ends.filter(({ level }) => isBetter(level)).length;
  const more =
    series.length > drawn.length
      ? ` The ${drawn.length} longest lines are drawn; ${series.length - drawn.length} more are in the table.`
      : '';
  if (ends.length === 0)
    return { strong: 'One version.', rest: ` There is nothing to compare it with yet.${more}` };
  const [only] = ends;
  // A single ratio is printed without a verdict: the noise of a mean over all tests is unknown.
  const strong =
    only && ends.length === 1 && mode === 'rel'
      ? `The newest version is at ${only.text} of the base`
      : strongText(worse, ends.length);
  const also = better > 0 && ends.length > 1 ? `, ${better} better` : '';
  const records = recordWords(drawn);
  const step = mode === 'rel' && records === '' ? largestStep(drawn) : null;
  const where = step
    ? ` The largest step is ${step.version} on ${step.label}: ${formatRatio(step.ratio)} of the version before.`
    : records && ` ${records}`;
  return { strong, rest: `${also}.${where}${more}` };
}

function strongText(worse: number, lines: number): string {
  if (lines === 1) return `The newest version is ${worse === 1 ? '' : 'not '}worse than the base`;
  return `${worse === 0 ? 'None' : worse} of ${lines} lines ${worse < 2 ? 'is' : 'are'} worse in the newest version than in the base`;
}

interface Step {
  label: string;
  version: string;
  ratio: number;
}

/** The largest change for the worse from one version to the next with nothing between them. */
function largestStep(series: readonly TrendSeries[]): Step | null {
  let largest: (Step & { size: number }) | null = null;
  for (const { label, points } of series) {
    for (const [index, point] of points.entries()) {
      const before: TrendPoint | null | undefined = points[index - 1];
      if (!point || !before || before.value === 0 || !isWorse(point.level)) continue;
      const ratio = point.value / before.value;
      const size = Math.abs(Math.log(ratio));
      if (!largest || size > largest.size) largest = { label, version: point.version, ratio, size };
    }
  }
  return largest;
}

/** Changes that the sentence names. */
const MAX_NAMED = 3;

/**
 * Which lines have a regression record and since when, the largest first: `Slower since 16.11 on the 48-core and
 * 2-core, since 17.0 on the 8-core.` Empty when there is none; improvements are marked, not told.
 */
function recordWords(series: readonly Pick<TrendSeries, 'label' | 'marks'>[]): string {
  const found = series.flatMap(({ label, marks }) =>
    marks.filter(({ direction }) => direction === 'dn').map((mark) => ({ label, mark })),
  );
  if (found.length === 0) return '';
  const sorted = found.sort((a, b) => Number(a.mark.ratio) - Number(b.mark.ratio));
  const named = groupBy(sorted.slice(0, MAX_NAMED), ({ mark }) => mark.text);
  const words = [...named].map(([text, lines]) => `${text} on ${lines.map(lineWords).join(' and ')}`);
  const more = found.length - MAX_NAMED;
  const rest = more > 0 ? `, and ${more} more ${more === 1 ? 'record' : 'records'}` : '';
  return `${words.join('; ').replace(/^./, (first) => first.toUpperCase())}${rest}.`;
}

function lineWords({ label, mark }: { label: string; mark: TrendMark }): string {
  return `${label} (${mark.ratio})`;
}

/** One line about a point: everything a tooltip would say. */
export function trendReadout(model: TrendsModel, at: { line: number; position: number }) {
  const series = model.drawn[at.line];
  const point = series?.points[at.position];
  if (!series || !point) return null;
  return {
    line: series.label,
    version: point.version,
    text: point.text,
    level: point.level,
    direction: point.direction,
    /** Base, config and tests behind a mean. */
    notes: [baseNote(series.base, point), configNote(point, series.config), testsNote(point)].filter(Boolean),
  };
}

function configNote({ config = null, seamAfter, step }: TrendPoint, whole: string | null): string {
  const own = config ?? whole;
  if (own === null) return '';
  if (step) return `config ${own}, after ${stepText(step)} from ${step.from}`;
  return seamAfter === undefined ? `config ${own}` : `config ${own}, which continues ${seamAfter}`;
}

function baseNote(base: string, { isBase }: TrendPoint): string {
  if (base === '') return '';
  return isBase ? 'the base' : `base ${base}`;
}

function testsNote({ tests }: TrendPoint): string {
  if (tests === null) return '';
  return `mean of ${tests} ${tests === 1 ? 'test' : 'tests'}`;
}
