import { formatRatio } from '@basecase/analysis';
import { commitRangeHref } from '@basecase/ingest/model';
import { compareHref } from '../../compare/compare-state';
import type { NightTone } from '../../document/nights-chart';
import { countText } from '../../text/count-text';
import { mainMetric } from '../chart/chart-metrics';
import { toneLevels } from '../night-levels';
import { buildText, shortDay, yearOf } from '../night-text';
import { metricBase, seriesBase } from '../series-base';
import type { DataNight, SeriesData } from '../series-data';
import type { SeriesState } from '../series-state';

export interface PickedNight {
  letter: 'A' | 'B';
  day: string;
  build: string;
}

/** The two nights that somebody picked, or the first of them. */
export interface SeriesPicked {
  nights: PickedNight[];
  /** Null until both are there. */
  pair: {
    /** B / A. */
    ratio: string;
    tone: NightTone;
    isUp: boolean;
    /** `12 nights between`, `one night after the other`. */
    between: string;
    /** Commits after the older one up to the newer one; null where no page shows them. */
    range: { text: string; href: string | null } | null;
    compareHref: string;
    compareText: string;
  } | null;
}

/** The bar below the chart; null when nothing is picked. */
export function preparePicked(
  data: SeriesData,
  state: Pick<SeriesState, 'a' | 'b' | 'metric' | 'base'>,
): SeriesPicked | null {
  const [a, b] = [state.a, state.b].map((column) => indexOf(data, column));
  if (a === undefined || b === undefined || (a === -1 && b === -1)) return null;
  const year = yearOf(data.nights);
  const toPicked = (index: number, letter: 'A' | 'B'): PickedNight[] => {
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
): SeriesPicked['pair'] {
  const metric = mainMetric(data, state);
  const [own, other] = [data.values[metric]?.[b] ?? null, data.values[metric]?.[a] ?? null];
  const ratio = own === null || other === null || other <= 0 ? null : own / other;
  const between = Math.abs(b - a) - 1;
  const [from, to] = [data.nights[a]?.column ?? '', data.nights[b]?.column ?? ''];
  return {
    ratio: formatRatio(ratio),
    tone: toneBetween(data, { ...state, metric }, [a, b]),
    isUp: (ratio ?? 1) > 1,
    between: between === 0 ? 'one night after the other' : `${countText(between, 'night')} between`,
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

/** Two nights have no verdict: the levels that they lie in have one, where something changed between them. */
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
