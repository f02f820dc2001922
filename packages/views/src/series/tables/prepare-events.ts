import { formatRatio } from '@basecase/analysis';
import { mainMetric } from '../chart/chart-metrics';
import { shortDay, yearOf } from '../night-text';
import { seriesBase } from '../series-base';
import type { SeriesData } from '../series-data';
import type { SeriesState } from '../series-state';

/** Something on the axis: a release that was measured, or what happened beside the software. */
export interface EventRow {
  key: string;
  kind: 'event' | 'release';
  /** ISO 8601. */
  at: string;
  day: string;
  label: string;
  /** `no change here`, `at the change of 0.95, not charged to PostgreSQL`. */
  note: string;
  /** Who said it; empty for a fact and a release. */
  by: string;
  /** Of what can be taken away; null for a fact and a release. */
  id: string | null;
}

/** Releases and events of a series, the newest first. */
export function prepareEvents(data: SeriesData, state: Pick<SeriesState, 'metric' | 'base'>): EventRow[] {
  const base = seriesBase(data, state.base);
  const year = yearOf(data.nights);
  const releases = data.releases.map(
    ({ version, column, measuredAt }): EventRow => ({
      key: column,
      kind: 'release',
      at: measuredAt,
      day: shortDay(measuredAt, year),
      label: `${version} measured${base.release?.column === column ? ', the base' : ''}`,
      note: '',
      by: '',
      id: null,
    }),
  );
  const events = data.annotations.map(
    ({ id, at, label, by, night }, index): EventRow => ({
      key: id ?? `fact ${index}`,
      kind: 'event',
      at,
      day: shortDay(at, year),
      label,
      note: coincidence(data, state, { label, night }),
      by: by ?? '',
      id,
    }),
  );
  return [...events, ...releases].sort((a, b) => (a.at < b.at ? 1 : -1));
}

function coincidence(
  data: SeriesData,
  state: Pick<SeriesState, 'metric'>,
  { label, night }: { label: string; night: number | null },
): string {
  const verdict = data.verdicts[mainMetric(data, state)];
  if (night === null) return 'no night since';
  if (!verdict?.enough) return '';
  const change = verdict.changes.find(({ brokenBy }) => brokenBy?.label === label && brokenBy.at === night);
  if (!change) return 'no change here';
  return `at the change of ${formatRatio(change.ratio)}, not charged to ${data.line.product}`;
}
