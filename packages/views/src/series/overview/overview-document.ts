import { NEUTRAL, NO_VALUE } from '@basecase/analysis';
import type { SeriesOverview } from '@basecase/db/types';
import { metricOf } from '@basecase/ingest/model';
import {
  type DocumentCell,
  type DocumentHead,
  type DocumentTable,
  numberHead,
  plainCell,
  plainRow,
  type ViewDocument,
} from '../../document/view-document';
import { countText } from '../../text/words';
import { type OverviewChoice, type OverviewModel, overviewModel } from './overview-model';
import type { OverviewRow } from './overview-row';
import { overviewSentence, sentenceText } from './overview-sentence';
import { againstText, overviewNotes, overviewTitle } from './overview-words';

/** The overview of a line as it is read: the newest level of each test, and its newest nights. */
export function overviewDocument(overview: SeriesOverview, state: OverviewChoice): ViewDocument {
  const model = overviewModel(overview, { ...state, fold: [] });
  const { title, on, meta } = overviewTitle(overview);
  const hidden =
    model.hidden > 0 ? [`${countText(model.hidden, 'test')} without a change are left out.`] : [];
  return {
    title,
    on,
    meta,
    sentence: sentenceText(overviewSentence(model)),
    notes: [...overviewNotes(model), ...hidden],
    chart: null,
    tables: model.groups.length > 0 ? [levelsTable(model), nightsTable(model)] : [],
  };
}

function levelsTable(model: OverviewModel): DocumentTable {
  const hasCosts = model.groups.some(({ rows }) => rows.some(({ cost }) => cost.ratio !== null));
  return {
    id: 'levels',
    title: 'Level now',
    hint: `ratio to ${againstText(model)}, with half of the 95% interval`,
    corner: 'Test',
    groups: [],
    heads: [
      numberHead('level', 'Level'),
      words('since', 'Since'),
      words('build', 'Build'),
      ...(hasCosts ? [numberHead('cpu', metricOf('cpu_per_op').label)] : []),
    ],
    sections: sectionsOf(model, (row) => [
      levelCell(row),
      plainCell(row.since.day || NO_VALUE),
      plainCell(row.since.build || NO_VALUE),
      ...(hasCosts
        ? [{ ...plainCell(row.cost.text || NO_VALUE, row.cost.ratio), level: fillOf(row.cost.level) }]
        : []),
    ]),
    notes: [],
  };
}

function levelCell({ level }: OverviewRow): DocumentCell {
  return {
    ...plainCell(level.text, level.ratio),
    note: level.size,
    level: fillOf(level.level),
    mark: level.direction,
    ...(level.word !== '' && { verdict: level.word }),
  };
}

function nightsTable(model: OverviewModel): DocumentTable {
  return {
    id: 'nights',
    title: 'Newest nights',
    hint: `ratio to ${againstText(model)}; a fill comes from the level, not from one night`,
    corner: 'Test',
    groups: [],
    heads: model.heads.map(({ column, name }) => {
      const [day = '', month = '', year = '', ...build] = name.split(' ');
      return numberHead(column, `${day} ${month} ${year}`, build.join(' '));
    }),
    sections: sectionsOf(model, ({ cells }) =>
      cells.map(({ text, ratio, level, verdict }) => ({
        ...plainCell(text || NO_VALUE, ratio),
        level: fillOf(level),
        ...(verdict !== null && { verdict }),
      })),
    ),
    notes: [],
  };
}

function sectionsOf(
  { groups }: OverviewModel,
  cellsOf: (row: OverviewRow) => DocumentCell[],
): DocumentTable['sections'] {
  return groups.map(({ label, rows }) => ({
    label,
    rows: rows.map((row) => ({ ...plainRow(row.key, row.name, cellsOf(row)), note: row.note })),
  }));
}

function words(key: string, label: string): DocumentHead {
  return { ...numberHead(key, label), isWords: true };
}

function fillOf(level: DocumentCell['level']): DocumentCell['level'] {
  return level === NEUTRAL ? null : level;
}
