import { ENOUGH_NIGHTS, groupBy, stoppedCountText } from '@basecase/analysis';
import { slowerText } from '../../compare/heatmap/verdict-sentence';
import { countText, joinNames } from '../../text/words';
import { nightText } from './overview-data';
import { isMostlyUnclear, type OverviewModel } from './overview-model';
import { againstText } from './overview-words';
import type { TestKind, TestReading } from './read-test';

/** Nights of which the tests are named; the rest is counted. */
const MOST = 3;
/** Tests of one night that are named; more would be a list. */
const NAMED = 2;

type Model = Pick<OverviewModel, 'data' | 'readings' | 'release'>;

/** How many tests are slower than the release, which of them changed lately, and which may have. */
export function overviewSentence(model: Model): SentencePart[] {
  const { data, readings } = model;
  if (readings.length === 0) return [strong('No test was measured in these nights.')];
  const stopped = stoppedParts(readings);
  const levels = readings.filter(({ now }) => now !== null);
  if (levels.length === 0) return [...stopped, ...tooFew(model)];
  return [
    ...stopped,
    ...unclearParts(model, levels),
    ...countParts(model),
    ...besideParts(model),
    ...changedParts(model),
    ...possibleParts(readings),
    ...absentParts(readings),
    plain(data.isStale ? ' Newer runs are being judged.' : ''),
  ].filter(({ text }) => text !== '');
}

/** The sentence as plain text: what is strong at its beginning, and the rest. */
export function sentenceText(parts: readonly SentencePart[]): { strong: string; rest: string } {
  const [first, ...others] = parts;
  return { strong: first?.text ?? '', rest: others.map(({ text }) => text).join('') };
}

function tooFew({ data, readings }: Model): SentencePart[] {
  const most = Math.max(...readings.map(({ test }) => test.verdict?.nights ?? data.total));
  if (most >= ENOUGH_NIGHTS) {
    const why = data.isStale ? ' Levels come when they are.' : '';
    return [strong(`These nights are not judged${data.isStale ? ' yet' : ''}.`), plain(why)];
  }
  const missing = ENOUGH_NIGHTS - most;
  return [
    strong(`${countText(most, 'night')} so far.`),
    plain(` Levels come after ${ENOUGH_NIGHTS} nights, ${missing} more; until then there are points only.`),
  ];
}

/** `5 of 33 tests are slower than 18.4, the last release, 1 is faster.` */
function countParts(model: Model): SentencePart[] {
  const { readings, release } = model;
  const tests = readings.filter(({ kind }) => kind !== 'absent' && kind !== 'stopped').length;
  const [slower, faster] = [countOf(readings, 'slower'), countOf(readings, 'faster')];
  const head = slowerText(slower, tests);
  const against = release === null ? 'its first level' : `${release}, the last release`;
  const also = faster > 0 ? `, ${faster} ${faster === 1 ? 'is' : 'are'} faster` : '';
  return [strong(head), plain(` than ${against}${also}.`)];
}

/** ` 3 tests shifted on 2 Nov at kernel 6.8 → 6.14, not counted against PostgreSQL.` */
function besideParts({ data, readings }: Model): SentencePart[] {
  const external = readings.filter(({ kind }) => kind === 'beside');
  if (external.length === 0) return [];
  const nights = [...new Set(external.map(({ began }) => began?.firstBad ?? 0))];
  const day = nights.length === 1 ? nightText(data, nights[0] ?? 0).day : '';
  const what = `${countText(external.length, 'test')} shifted${day === '' ? '' : ` on ${day}`}`;
  return [plain(` ${what}${besideText(data.line.product, external)}.`)];
}

/** ` In the last 30 nights 2 of them changed: read-only-count since 6 Nov, scan since 27 Oct.` */
function changedParts({ data, readings }: Model): SentencePart[] {
  const lately = readings.filter(
    ({ kind, began }) =>
      (kind === 'slower' || kind === 'faster' || kind === 'moved') && (began?.firstBad ?? -1) >= data.first,
  );
  const flagged = countOf(readings, 'slower') + countOf(readings, 'faster');
  const window = `In the last ${countText(data.nights.length, 'night')}`;
  if (lately.length === 0) return flagged > 0 ? [plain(` ${window} none of them changed.`)] : [];
  const nights = [...groupBy(lately, ({ began }) => began?.firstBad ?? 0)].toSorted(
    ([a, own], [b, other]) => other.length - own.length || b - a,
  );
  const verb = `${lately.length} ${flagged > 0 ? 'of them ' : ''}changed`;
  const since = ([night, own]: (typeof nights)[number]) =>
    `since ${nightText(data, night).day}${besideText(data.line.product, own)}`;
  const [only] = nights;
  if (only && nights.length === 1 && lately.length > NAMED)
    return [plain(` ${window} ${verb}, all ${since(only)}.`)];
  const rest = nights.slice(MOST).reduce((sum, [, own]) => sum + own.length, 0);
  const parts = nights
    .slice(0, MOST)
    .flatMap((one, index): SentencePart[] => [
      plain(index === 0 ? '' : ', '),
      strong(namesOf(one[1])),
      plain(` ${since(one)}`),
    ]);
  return [plain(` ${window} ${verb}: `), ...parts, plain(rest > 0 ? `, and ${rest} more.` : '.')];
}

/** Tests of one night by name, or counted where they would be a list. */
function namesOf(readings: readonly TestReading[]): string {
  const names = [...new Set(readings.map(({ test }) => test.test.name))];
  return readings.length > NAMED ? countText(readings.length, 'test') : joinNames(names);
}

function besideText(product: string, readings: readonly TestReading[]): string {
  const label = readings.find(({ began }) => began?.brokenBy)?.began?.brokenBy?.label;
  return label === undefined ? '' : ` at ${label}, not counted against ${product}`;
}

/** ` insert and points-covered-si may have changed: a third night decides.` */
function possibleParts(readings: readonly TestReading[]): SentencePart[] {
  const newest = readings.filter(({ kind, newest: change }) => kind === 'possible' && change !== null);
  if (newest.length === 0) return [];
  const what = newest.length > NAMED ? countText(newest.length, 'more test') : namesOf(newest);
  return [plain(' '), strong(what), plain(' may have changed: a third night decides.')];
}

/** `2 tests stopped working. ` */
function stoppedParts(readings: readonly TestReading[]): SentencePart[] {
  const text = stoppedCountText(countOf(readings, 'stopped'));
  return text === '' ? [] : [strong(text), plain(' ')];
}

/** ` 2 tests are not measured any more.` */
function absentParts(readings: readonly TestReading[]): SentencePart[] {
  const count = countOf(readings, 'absent');
  if (count === 0) return [];
  return [
    plain(` ${countText(count, 'test')} ${count === 1 ? 'has' : 'have'} no value in the newest nights.`),
  ];
}

/** A sentence in pieces; names are strong. */
type SentencePart = { text: string; isStrong: boolean };

function strong(text: string): SentencePart {
  return { text, isStrong: true };
}

function plain(text: string): SentencePart {
  return { text, isStrong: false };
}

function countOf(readings: readonly TestReading[], wanted: TestKind): number {
  return readings.filter(({ kind }) => kind === wanted).length;
}

/** A release that was run so often is what most of the noise comes from. */
const FEW_RUNS = 2;

type UnclearModel = Pick<OverviewModel, 'readings' | 'release'>;

/** The first part of the sentence if more than half of the table is unclear. */
function unclearParts(model: UnclearModel, levels: readonly TestReading[]): SentencePart[] {
  if (!isMostlyUnclear(model)) return [];
  const unclear = countOf(levels, 'unclear');
  const head = `${unclear} of ${countText(levels.length, 'test')} ${unclear === 1 ? 'is' : 'are'} within noise`;
  return [strong(head), plain(` against ${againstText(model)}${noiseText(model, levels)}. `)];
}

/** Why it is unclear, and what helps. */
function noiseText({ release }: UnclearModel, levels: readonly TestReading[]): string {
  const runs = Math.min(...levels.map(({ base }) => base?.runs ?? 1));
  if (release === null || runs > FEW_RUNS) return ': with this noise a change of 5% cannot be detected';
  const times = runs === 1 ? 'once' : 'twice';
  return `, which was run ${times}: with this noise a change of 5% cannot be detected, so run it again`;
}
