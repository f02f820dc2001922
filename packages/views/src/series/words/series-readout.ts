import { formatRatio, formatValue, type SeriesChange, type SeriesVerdict } from '@basecase/analysis';
import { commitRangeHref, metricOf, RUN_FACT_LABELS } from '@basecase/ingest/model';
import { compareHref } from '../../compare/compare-state';
import type { NightKind, NightTone } from '../../document/nights-chart';
import { excludedWord } from '../../results/relative';
import { countText, dayText, fullServerName, lineParts } from '../../text/words';
import { unitOf } from '../chart/panel';
import { chartMetrics, mainMetric, metricScale } from '../chart/panel-metrics';
import { buildHref, buildText, type DataNight, type SeriesData, shortDay, yearOf } from '../series-data';
import { metricBase, newestChange, nightKinds, seriesBase, toneLevels } from '../series-levels';
import type { SeriesState } from '../series-state';

/** Values for every night under the pointer, computed once. */
export type ReadoutSource = ReturnType<typeof readoutSource>;

/** Prepares readouts of a series in a state. */
export function readoutSource(data: SeriesData, state: Pick<SeriesState, 'metric' | 'base' | 'charts'>) {
  const base = seriesBase(data, state.base);
  const metric = mainMetric(data, state);
  const scale = metricScale(data, base, metric);
  const verdict = data.verdicts[metric];
  const levels = Array.from({ length: data.nights.length }, (): number | null => null);
  if (!verdict) return { data, scale, others: [], kinds: [], levels };
  for (const { start, end, value } of verdict.levels) levels.fill(value, start, end);
  const newest = newestChange(verdict);
  if (newest) levels.fill(null, newest.firstBad);
  return {
    data,
    scale,
    others: chartMetrics(data, state)
      .slice(1)
      .map((own) => metricScale(data, base, own)),
    kinds: nightKinds(data.nights.length, { verdict, levels: toneLevels(verdict, scale.base) }),
    /** Level of each night; null: none. */
    levels,
  };
}

/** The readout of a night; null for one that there is not. */
export function seriesReadout(source: ReadoutSource, night: number) {
  const { data, scale } = source;
  const own = data.nights[night];
  if (!own) return null;
  const value = data.values[scale.metric]?.[night] ?? null;
  const ratio = value === null || scale.base === null ? null : value / scale.base.value;
  // A night without a value belongs to no level.
  const kind = (value === null ? null : source.kinds[night]) ?? 'night';
  const tone: NightTone = kind.endsWith('slower') ? 'slower' : kind.endsWith('faster') ? 'faster' : 'plain';
  return {
    night,
    day: shortDay(own.at, yearOf(data.nights)),
    build: buildText(own),
    buildHref: buildHref(data.repository, own),
    /** `8 988 / 9 940 queries/s`. */
    value: value === null ? wordOf(own.status) : valueText(source, value),
    ratio: ratio === null ? '' : formatRatio(ratio),
    tone,
    isUp: (ratio ?? 1) > 1,
    isPossible: kind.startsWith('maybe'),
    /** `level 0.90`, `cpu/o 1.14`. */
    parts: partsOf(source, night),
    /** `outlier, left out`; empty without. */
    note: noteOf(kind),
    runHref: `/runs/${own.run}`,
  };
}

function wordOf(status: SeriesData['nights'][number]['status']): string {
  return status === 'ok' || status === 'missing' ? 'not measured' : excludedWord(status);
}

function valueText({ data, scale }: ReadoutSource, value: number): string {
  const { metric, base } = scale;
  const of = base?.measuredAt ? ` / ${formatValue(base.value, metric)}` : '';
  return `${formatValue(value, metric)}${of} ${unitOf(metric, data.test.unit)}`;
}

function partsOf({ data, scale, others, levels }: ReadoutSource, night: number) {
  const level = levels[night] ?? null;
  const { repeats = 0 } = data.nights[night] ?? {};
  const before = data.values[scale.metric]?.slice(0, night).findLast((value) => value !== null) ?? null;
  const value = data.values[scale.metric]?.[night] ?? null;
  const used = otherCpusText(data, night);
  const isShort = data.verdicts[scale.metric]?.enough === false;
  return [
    ...(level !== null && scale.base
      ? [{ label: 'level', text: formatRatio(level / scale.base.value) }]
      : []),
    ...(isShort && value !== null && before !== null && before > 0
      ? [{ label: 'to the night before', text: formatRatio(value / before) }]
      : []),
    ...others.flatMap(({ metric, base, isRatio }) => {
      const own = data.values[metric]?.[night] ?? null;
      if (own === null) return [];
      const text = isRatio && base ? formatRatio(own / base.value) : formatValue(own, metric);
      return [{ label: metricOf(metric).label, text }];
    }),
    ...(used === null ? [] : [{ label: RUN_FACT_LABELS.otherCpus, text: used }]),
    ...(repeats > 1 ? [{ label: '', text: countText(repeats, 'result') }] : []),
  ];
}

function noteOf(kind: NightKind): string {
  if (kind === 'outlier') return 'outlier, left out';
  return kind.startsWith('maybe') ? 'likely, not confirmed' : '';
}

/** The bar below the chart; null when nothing is picked. */
export function pickedNights(data: SeriesData, state: Pick<SeriesState, 'a' | 'b' | 'metric' | 'base'>) {
  const [a, b] = [state.a, state.b].map((column) => indexOf(data, column));
  if (a === undefined || b === undefined || (a === -1 && b === -1)) return null;
  const year = yearOf(data.nights);
  const toPicked = (index: number, letter: 'A' | 'B') => {
    const night = data.nights[index];
    return night ? [{ letter, day: shortDay(night.at, year), build: buildText(night) }] : [];
  };
  return {
    nights: [...toPicked(a, 'A'), ...toPicked(b, 'B')],
    pair: a === -1 || b === -1 || a === b ? null : pairOf(data, state, [a, b]),
  };
}

function indexOf({ nights }: SeriesData, column: string): number {
  return column === '' ? -1 : nights.findIndex((night) => night.column === column);
}

function pairOf(
  data: SeriesData,
  state: Pick<SeriesState, 'metric' | 'base'>,
  [a, b]: readonly [number, number],
) {
  const metric = mainMetric(data, state);
  const [own, other] = [data.values[metric]?.[b] ?? null, data.values[metric]?.[a] ?? null];
  const ratio = own === null || other === null || other <= 0 ? null : own / other;
  const between = Math.abs(b - a) - 1;
  const [from, to] = [data.nights[a]?.column ?? '', data.nights[b]?.column ?? ''];
  return {
    /** B / A. */
    ratio: formatRatio(ratio),
    tone: toneBetween(data, { ...state, metric }, [a, b]),
    isUp: (ratio ?? 1) > 1,
    between: between === 0 ? 'one night after the other' : `${countText(between, 'night')} between`,
    /** Commits after the older one up to the newer one; null where no page shows them. */
    range: rangeOf(data, [data.nights[Math.min(a, b)], data.nights[Math.max(a, b)]]),
    compareHref: compareHref({
      server: data.server.slug,
      workload: data.workload.slug,
      product: [data.line.product],
      base: from,
      cols: [from, to],
      metric,
    }),
    compareText: `Compare these, all ${countText(data.tests.length, 'test')}`,
  };
}

/** Two nights have no verdict; their levels have one, if something changed between them. */
function toneBetween(
  data: SeriesData,
  state: Pick<SeriesState, 'base' | 'metric'>,
  [a, b]: readonly [number, number],
): NightTone {
  const verdict = data.verdicts[state.metric];
  if (!verdict) return 'plain';
  const base = metricBase(data, seriesBase(data, state.base), state.metric);
  const levels = toneLevels(verdict, base);
  const [before, after] = [a, b].map((night) =>
    levels.find(({ start, end }) => night >= start && night < end),
  );
  return before && after && before !== after ? after.tone : 'plain';
}

/** `4eb13e8a...0c77d1e1`, with a link where the repository has one. */
function rangeOf(
  { repository }: SeriesData,
  [older, newer]: readonly (DataNight | undefined)[],
): { text: string; href: string | null } | null {
  if (!older?.commit || !newer?.commit) return null;
  return {
    text: `${older.commit}..${newer.commit}`,
    href: commitRangeHref(repository, older.commit, newer.commit),
  };
}

/** Title of a series, and what its numbers are of. */
export function seriesHead({ test, line, server, workload, nights, hiddenNights }: SeriesData) {
  const { product, version } = line;
  const [first, last] = [nights[0], nights.at(-1)];
  const total = nights.length + hiddenNights;
  const days =
    first && last && first !== last
      ? `, ${shortDay(first.at, last.at.slice(0, 4))} to ${dayText(last.at)}`
      : last
        ? `, ${dayText(last.at)}`
        : '';
  return {
    /** `update-zipf`. */
    title: test.name,
    /** `range=100, PostgreSQL 19devel on 8-core PN53`. */
    on: [
      test.range === null ? '' : `range=${test.range}`,
      `${product} ${version} on ${fullServerName(server)}`,
    ]
      .filter(Boolean)
      .join(', '),
    meta: [
      `${countText(total, 'night')}${days}`,
      workload.label,
      workload.details.join(', '),
      ...lineParts(line),
    ].filter(Boolean),
  };
}

/** What must be known to read the chart. */
export function seriesNotes(data: Pick<SeriesData, 'hiddenNights' | 'nights' | 'server'>): string[] {
  const { hiddenNights, nights } = data;
  const hidden =
    hiddenNights === 0
      ? ''
      : `The newest ${countText(nights.length, 'night')} are shown; ${countText(hiddenNights, 'older night')} are left out.`;
  return [hidden, busySentence(data)].filter(Boolean);
}

type Nights = Pick<SeriesData, 'nights' | 'server'>;

/** Share of all CPUs from which the work of others is worth a word. The recorder warns from there on, too. */
const WORTH_A_WORD = 0.05;
/** CPUs, for a server with unknown cores. */
const WORTH_OF_UNKNOWN = 0.5;
/** Fewer nights of a level tell little about the load of others. */
const LEAST_NIGHTS = 3;

/** `1.6`; null if the load of others is unknown. */
function otherCpusText({ nights }: Pick<Nights, 'nights'>, night: number): string | null {
  return nights[night]?.otherCpus?.toFixed(1) ?? null;
}

/** `others used 1.6 CPUs`; empty for a quiet night, or if the load is unknown. */
export function busyNote(data: Nights, night: number): string {
  const used = data.nights[night]?.otherCpus ?? null;
  return used !== null && used >= limitOf(data) ? `others used ${used.toFixed(1)} CPUs` : '';
}

/** `Others used the machine in 28 of 30 nights, up to 1.9 CPUs: noise and levels may be theirs.` Empty without such nights. */
function busySentence(data: Nights): string {
  const known = data.nights.flatMap(({ otherCpus }) => otherCpus ?? []);
  const busy = known.filter((used) => used >= limitOf(data));
  if (busy.length === 0) return '';
  const most = Math.max(...busy).toFixed(1);
  const unknown = data.nights.length - known.length;
  const of = unknown > 0 ? `; ${countText(unknown, 'night')} unknown` : '';
  return `Others used the machine in ${busy.length} of ${countText(known.length, 'night')}, up to ${most} CPUs${of}: noise and levels may be theirs.`;
}

/** `others used 1.6 CPUs before, 0.2 since`; empty if they used as much, or if it is unknown. */
export function otherCpusBeside(
  data: Nights,
  { levels }: Pick<SeriesVerdict, 'levels'>,
  { firstBad, fixed }: Pick<SeriesChange, 'firstBad' | 'fixed'>,
): string {
  const start = levels.findLast(({ end }) => end <= firstBad)?.start ?? 0;
  const end = levels.find((level) => level.start >= firstBad)?.end ?? fixed ?? data.nights.length;
  const [before, since] = [meanOf(data, start, firstBad), meanOf(data, firstBad, end)];
  if (before === null || since === null || Math.abs(since - before) < limitOf(data)) return '';
  return `others used ${before.toFixed(1)} CPUs before, ${since.toFixed(1)} since`;
}

function meanOf({ nights }: Nights, from: number, to: number): number | null {
  const known = nights.slice(from, to).flatMap(({ otherCpus }) => otherCpus ?? []);
  return known.length < LEAST_NIGHTS ? null : known.reduce((sum, used) => sum + used, 0) / known.length;
}

function limitOf({ server: { cores } }: Nights): number {
  return cores === null ? WORTH_OF_UNKNOWN : cores * WORTH_A_WORD;
}
