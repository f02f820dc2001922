import { NEUTRAL, NO_VALUE } from '@basecase/analysis';
import type { SeriesOverview } from '@basecase/db/types';
import { metricOf } from '@basecase/ingest/model';
import {
  type DocumentCell,
  type DocumentColumn,
  type DocumentTable,
  documentTable,
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
  const costs: DocumentColumn<OverviewRow> = {
    ...{ key: 'cpu', head: metricOf('cpu_per_op').label },
    text: ({ cost }) => cost.text || NO_VALUE,
    value: ({ cost }) => cost.ratio,
    look: ({ cost }) => ({ level: fillOf(cost.level) }),
  };
  return testsTable(
    model,
    {
      id: 'levels',
      title: 'Level now',
      hint: `ratio to ${againstText(model)}, with half of the 95% interval`,
    },
    [
      {
        ...{ key: 'level', head: 'Level' },
        text: ({ level }) => level.text,
        value: ({ level }) => level.ratio,
        look: ({ level: { size, level, direction, word } }) => ({
          ...{ note: size, level: fillOf(level), mark: direction },
          ...(word !== '' && { verdict: word }),
        }),
      },
      { key: 'since', head: 'Since', kind: 'words', text: ({ since }) => since.day || NO_VALUE },
      { key: 'build', head: 'Build', kind: 'words', text: ({ since }) => since.build || NO_VALUE },
      ...(hasCosts ? [costs] : []),
    ],
  );
}

function nightsTable(model: OverviewModel): DocumentTable {
  return testsTable(
    model,
    {
      ...{ id: 'nights', title: 'Newest nights' },
      hint: `ratio to ${againstText(model)}; a fill comes from the level, not from one night`,
    },
    model.heads.map(({ column, name }, index): DocumentColumn<OverviewRow> => {
      const [day = '', month = '', year = '', ...build] = name.split(' ');
      return {
        ...{ key: column, head: `${day} ${month} ${year}`, note: build.join(' ') },
        text: ({ cells }) => cells[index]?.text || NO_VALUE,
        value: ({ cells }) => cells[index]?.ratio ?? null,
        look: ({ cells: { [index]: cell } }) =>
          cell ? { level: fillOf(cell.level), ...(cell.verdict !== null && { verdict: cell.verdict }) } : {},
      };
    }),
  );
}

function testsTable(
  { groups }: OverviewModel,
  naming: Pick<DocumentTable, 'id' | 'title' | 'hint'>,
  columns: readonly DocumentColumn<OverviewRow>[],
): DocumentTable {
  return documentTable({ ...naming, corner: 'Test', name: 'name', noteOf: 'note' }, columns, groups);
}

function fillOf(level: DocumentCell['level']): DocumentCell['level'] {
  return level === NEUTRAL ? null : level;
}
