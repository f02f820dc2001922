import { isChange, NEUTRAL, NO_VALUE } from '@basecase/analysis';
import {
  type DocumentCell,
  type DocumentChart,
  type DocumentColumn,
  type DocumentTable,
  documentTable,
  type ViewDocument,
} from '../document/view-document';
import { type PageView, shownRuns } from '../share/page-view';
import { heatmapText } from '../url/fields';
import type { TrendsData } from './trends-data';
import { type TrendPoint, type TrendsModel, trendsModel } from './trends-model';
import { type LoadedTrends, readTrends, type TrendsSource, trendsProblems } from './trends-page';
import { type TrendsState, trendsHref, trendsUrl } from './trends-state';
import { descriptionOf, metaOf, notesOf, trendSentence } from './trends-words';

/** A trend as it is read: its lines, and the table of their numbers. */
export function trendsDocument(
  data: TrendsData,
  state: Pick<TrendsState, 'mode' | 'base' | 'x' | 't'>,
): ViewDocument {
  const model = trendsModel(data, state);
  const count = data.without.length;
  return {
    title: data.title,
    on: `of ${data.product}`,
    meta: metaOf(model),
    sentence: trendSentence(model),
    notes: [
      ...notesOf(model),
      ...(count > 0 ? [`No value of this test and metric: ${data.without.join('; ')}.`] : []),
    ],
    chart: model.drawn.length > 0 ? chartOf(data, model) : null,
    tables: model.series.length > 0 ? [tableOf(model)] : [],
  };
}

function chartOf(data: TrendsData, model: TrendsModel): DocumentChart {
  const { axis, drawn, scale, mode } = model;
  return {
    description: descriptionOf(data, model),
    places: axis.positions,
    from: scale.from,
    to: scale.to,
    ticks: scale.ticks,
    reference: mode === 'rel' ? 1 : null,
    lines: drawn.map(({ label, points }) => ({
      label,
      points: points.map((point) => point && { value: point.value, level: point.level }),
    })),
  };
}

function tableOf({ axis, series, mode, unit }: TrendsModel): DocumentTable {
  return documentTable(
    {
      ...{ id: 'trend', title: unit, hint: 'a row for each version, a column for each line' },
      ...{ corner: 'Version', name: 'key' },
    },
    series.map(({ id, label, base, points }): DocumentColumn<{ key: string; position: number }> => {
      const at = (position: number) => points[position] ?? null;
      return {
        ...{ key: id, head: label, note: mode === 'rel' ? `base ${base}` : '' },
        text: ({ position }) => at(position)?.text ?? NO_VALUE,
        value: ({ position }) => at(position)?.value ?? null,
        look: ({ key, position }) => lookOf(at(position), key),
      };
    }),
    [{ label: '', rows: axis.positions.map((key, position) => ({ key, position })) }],
  );
}

/** A major has several releases: the note names the release of the number. */
function lookOf(point: TrendPoint | null, position: string): Partial<DocumentCell> {
  if (!point) return {};
  const { version, level, direction } = point;
  return {
    note: version === position ? '' : version,
    level: level === NEUTRAL ? null : level,
    mark: isChange(level) ? direction : null,
  };
}

/** A test over the versions of a product. */
export const trendsView: PageView<TrendsSource, TrendsState, LoadedTrends> = {
  url: trendsUrl,
  read: readTrends,
  problems: trendsProblems,
  document: ({ page }, state) =>
    page && {
      document: trendsDocument(page.data, state),
      path: trendsHref({
        ...state,
        product: page.data.product,
        benchmark: page.data.benchmark,
        on: page.chosen.map(heatmapText),
      }),
      read: page.data.trendLines.map((line) => shownRuns(line, page.keys)),
    },
};
