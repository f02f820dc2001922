import {
  ENOUGH_NIGHTS,
  formatRatio,
  SERIES_RULE,
  type SeriesChange,
  type SeriesVerdict,
  stopOfNights,
  stopSentence,
} from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { countText } from '../../text/words';
import { cpuMetric, mainMetric } from '../chart/panel-metrics';
import { buildText, type SeriesData, shortDay, sizeText, yearOf } from '../series-data';
import { metricBase, newestChange, type SeriesBase } from '../series-levels';
import type { SeriesState } from '../series-state';

/** The page reads so much first; the rest is in the tables. */
const MOST_SENTENCES = 3;

/** What a series says, in three sentences at most: the change that stands, why, and what is likely only. */
export function seriesSentence(data: SeriesData, state: Pick<SeriesState, 'metric'>, base: SeriesBase) {
  const sentence = levelsSentence(data, state, base);
  const stop = stopText(data);
  return stop === '' ? sentence : { strong: stop, rest: ` ${sentence.strong}${sentence.rest}` };
}

/** `Stopped working since 29 Aug, g4eb13e8a: failed.`; empty while it works. */
function stopText(data: SeriesData): string {
  const { nights, values } = data;
  const outcomes = nights.map(({ status }, night) => ({ status, value: values.throughput?.[night] ?? null }));
  const stop = stopOfNights(outcomes);
  return stop ? stopSentence(stop.reason, ` since ${nightText(data, stop.from)}`) : '';
}

function levelsSentence(data: SeriesData, state: Pick<SeriesState, 'metric'>, base: SeriesBase) {
  const metric = mainMetric(data, state);
  const verdict = data.verdicts[metric];
  if (!verdict || !(data.values[metric] ?? []).some((value) => value !== null)) {
    return {
      strong: `No night has ${metricOf(metric).label}.`,
      rest: data.metrics.length > 0 ? ' Choose another metric.' : '',
    };
  }
  if (!verdict.enough) return shortSeries(data, { metric, verdict, base });
  const change = standingChange(verdict);
  const sentences = [
    change ? changeSentence(data, { metric, change }) : quietSentence(data, verdict),
    ...(change
      ? [reasonSentence(data, { metric, change })]
      : [levelSentence(data, { metric, verdict, base })]),
    newestSentence(data, { verdict, metric, standing: change }),
    besideSentence(data, verdict),
    fixedSentence(data, { metric, verdict }),
  ].filter(Boolean);
  const again = data.isStale ? ['Re-evaluating: newer runs have arrived.'] : [];
  const [strong = '', ...rest] = [...sentences.slice(0, MOST_SENTENCES - again.length), ...again];
  return { strong, rest: rest.map((sentence) => ` ${sentence}`).join('') };
}

/** `7 nights are too few for levels.` */
function shortSeries(
  data: SeriesData,
  { metric, verdict, base }: { metric: MetricId; verdict: SeriesVerdict; base: SeriesBase },
) {
  const missing = ENOUGH_NIGHTS - verdict.nights;
  const values = (data.values[metric] ?? []).filter((value) => value !== null);
  const [before, newest] = values.slice(-2);
  const own = metricBase(data, base, metric);
  const last = values.at(-1);
  const pairs = [
    own?.measuredAt && last !== undefined ? `${formatRatio(last / own.value)} of ${own.label}` : '',
    before !== undefined && newest !== undefined && before > 0
      ? `${formatRatio(newest / before)} of the night before`
      : '',
  ].filter(Boolean);
  const strong =
    verdict.nights === 1 ? 'One night.' : `${countText(verdict.nights, 'night')}: too few for levels.`;
  const rest = [
    pairs.length > 0 ? `Pairs are compared: the newest night is ${pairs.join(' and ')}.` : '',
    `${countText(missing, 'more night')} until levels.`,
  ];
  return {
    strong,
    rest: rest
      .filter(Boolean)
      .map((sentence) => ` ${sentence}`)
      .join(''),
  };
}

/** `Slower since 29 Aug, g4eb13e8a: 0.90 ± 0.02, sure.` */
function changeSentence(
  data: SeriesData,
  { metric, change }: { metric: MetricId; change: SeriesChange },
): string {
  return `${changeWord(metric, change)} since ${nightText(data, change.firstBad)}: ${sizeText(change)}, ${change.state}.`;
}

/** `Slower`, `CPU µs/o is up`. */
function changeWord(metric: MetricId, { direction, ratio }: SeriesChange): string {
  if (metric === 'throughput') return direction === 'slower' ? 'Slower' : 'Faster';
  return `${metricOf(metric).label} is ${ratio < 1 ? 'down' : 'up'}`;
}

function nightText({ nights }: SeriesData, index: number): string {
  const night = nights[index];
  if (!night) return '';
  return [shortDay(night.at, yearOf(nights)), buildText(night)].filter(Boolean).join(', ');
}

function quietSentence(data: SeriesData, verdict: SeriesVerdict): string {
  const isCharged = verdict.changes.some(({ brokenBy }) => brokenBy === null);
  const nights = countText(verdict.nights, 'night');
  if (!isCharged && verdict.changes.length > 0) return `No change of ${data.line.product} in ${nights}.`;
  return isCharged ? `No lasting change in ${nights}.` : `No change in ${nights}.`;
}

/** `The level is 0.98 of 18.4.` */
function levelSentence(
  data: SeriesData,
  { metric, verdict, base }: { metric: MetricId; verdict: SeriesVerdict; base: SeriesBase },
): string {
  const own = metricBase(data, base, metric);
  const level = verdict.levels.at(-1);
  if (!own?.measuredAt || !level) return '';
  return `The level is ${formatRatio(level.value / own.value)} of ${own.label}.`;
}

const COUNTS = ['', 'The newest night is', 'Two newest nights are'];

/** `Two newest nights are lower still (0.95 of the level), likely, not confirmed.` */
function newestSentence(
  _data: SeriesData,
  { verdict, standing }: { verdict: SeriesVerdict; metric: MetricId; standing: SeriesChange | null },
): string {
  const newest = newestChange(verdict);
  if (!newest) return '';
  const isStill = standing !== null && standing.ratio < 1 === newest.ratio < 1;
  const word = `${newest.ratio < 1 ? 'lower' : 'higher'}${isStill ? ' still' : ''}`;
  const cause = newest.brokenBy === null ? '' : `, at: ${newest.brokenBy.label}`;
  return `${COUNTS[newest.nights] ?? COUNTS[2]} ${word} (${formatRatio(newest.ratio)} of the level), likely, not confirmed${cause}.`;
}

/** `0.95 ± 0.01 since 9 Oct at kernel 6.8 → 6.14, not counted against PostgreSQL.` */
function besideSentence({ nights, line }: SeriesData, { changes }: SeriesVerdict): string {
  const external = changes.findLast(
    ({ brokenBy, doubts }) => brokenBy !== null && !doubts.includes('newest nights'),
  );
  if (!external?.brokenBy) return '';
  const day = shortDay(nights[external.firstBad]?.at ?? '', yearOf(nights));
  const sureness = external.state === 'sure' ? '' : ', likely,';
  return `${sizeText(external)}${sureness} since ${day} at ${external.brokenBy.label}, not counted against ${line.product}.`;
}

/** `Slower from 29 Aug (0.90 ± 0.02), back on 12 Sep.` */
function fixedSentence(
  { nights }: SeriesData,
  { metric, verdict }: { metric: MetricId; verdict: SeriesVerdict },
): string {
  const fixed = verdict.changes.findLast((change) => change.fixed !== null && change.brokenBy === null);
  if (!fixed || fixed.fixed === null) return '';
  const year = yearOf(nights);
  const [from, back] = [nights[fixed.firstBad], nights[fixed.fixed]].map((night) =>
    shortDay(night?.at ?? '', year),
  );
  const word =
    metric === 'throughput'
      ? changeWord(metric, fixed)
      : `${metricOf(metric).label} was ${fixed.ratio < 1 ? 'lower' : 'higher'}`;
  return `${word} from ${from} (${sizeText(fixed)}), back on ${back}.`;
}

/** Costs that explain a change of throughput, as sentences name them. */
const NAMES: readonly (readonly [metric: MetricId, name: string])[] = [
  ['write_kb_per_op', 'KB written per operation'],
  ['read_kb_per_op', 'KB read per operation'],
  ['reads_per_op', 'Reads per operation'],
  ['cs_per_op', 'Context switches per operation'],
];
/** The costs of one change are cut into levels by themselves: a night apart is the same night. */
const REACH = 1;

/** `CPU per operation rose by the same.` Of a cost, what the throughput did. Empty where nothing is known. */
function reasonSentence(
  data: SeriesData,
  { metric, change }: { metric: MetricId; change: SeriesChange },
): string {
  if (metric !== 'throughput') return throughputSentence(data, change);
  const cpu = cpuMetric(data);
  const named = [...(cpu ? [[cpu, 'CPU per operation'] as const] : []), ...NAMES];
  const moved = named.flatMap(([cost, name]) => {
    const own = changeAt(data, cost, change.firstBad);
    return own ? [{ name, own }] : [];
  });
  const [first] = moved;
  if (!first) return cpu && data.verdicts[cpu]?.enough ? 'No cost per operation changed with it.' : '';
  const word = first.own.ratio > 1 ? 'rose' : 'fell';
  return isInverse(first.own, change)
    ? `${first.name} ${word} by the same.`
    : `${first.name} ${word}: ${sizeText(first.own)}.`;
}

/** Whether a cost explains the whole: its ratio is 1 / that of the throughput. */
function isInverse(
  { low, high }: Pick<SeriesChange, 'low' | 'high'>,
  { ratio }: Pick<SeriesChange, 'ratio'>,
): boolean {
  return 1 / ratio >= low && 1 / ratio <= high;
}

function changeAt({ verdicts }: SeriesData, metric: MetricId, night: number): SeriesChange | null {
  const changes = verdicts[metric]?.changes ?? [];
  return changes.find(({ firstBad }) => Math.abs(firstBad - night) <= REACH) ?? null;
}

function throughputSentence(data: SeriesData, { firstBad }: SeriesChange): string {
  if (!data.verdicts.throughput?.enough) return '';
  const own = changeAt(data, 'throughput', firstBad);
  const { label } = metricOf('throughput');
  return own
    ? `${label} ${own.ratio < 1 ? 'fell' : 'rose'}: ${sizeText(own)}.`
    : `${label} did not change with it.`;
}

/**
 * The last lasting change attributed to the software; a confirmed one before a possible one. The way back to
 * the level before is none.
 */
export function standingChange({ changes }: Pick<SeriesVerdict, 'changes'>): SeriesChange | null {
  const standing = changes.filter(
    (change) =>
      change.direction !== null &&
      change.brokenBy === null &&
      change.fixed === null &&
      !change.doubts.includes('newest nights') &&
      !isWayBack(change, changes),
  );
  return standing.findLast(({ state }) => state === 'sure') ?? standing.at(-1) ?? null;
}

/** Nothing is left of an earlier change after it. */
function isWayBack(change: SeriesChange, changes: readonly SeriesChange[]): boolean {
  const undone = changes.find(({ fixed }) => fixed === change.firstBad);
  if (!undone) return false;
  const between = changes.filter(
    ({ firstBad }) => firstBad >= undone.firstBad && firstBad <= change.firstBad,
  );
  const left = between.reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
  return Math.abs(left) < SERIES_RULE.leastStep;
}
