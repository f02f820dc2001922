import { NEUTRAL } from '@basecase/analysis';
import { NIGHTS_TABLE } from './nights-chart';
import type { TableCard } from './table-card';
import { type DocumentTable, documentTitle, groupLabels, type ViewDocument } from './view-document';

/** Table that says most in a small picture: the ratios, where there are any. */
const RELATIVE = 'relative';
const LEGEND = 'orange is worse than the base, blue is better, grey is not compared';
const NIGHTS_LEGEND = 'orange is a slower level, blue a faster one; hollow is possible only';

/** The table of a document that a social card has room for. */
export function documentCard(document: ViewDocument): TableCard {
  const table = document.tables.find(({ id }) => id === RELATIVE) ?? document.tables[0];
  return table ? toCard(document, table) : emptyCard(document);
}

/** Every table of numbers, for an image of the whole document. Sentences in cells are too wide for a picture. */
export function documentCards(document: ViewDocument): TableCard[] {
  const tables = document.tables.filter(
    // The chart has all nights; as rows they would be the newest few.
    ({ id, heads }) => heads.some(({ isWords }) => !isWords) && !(document.nights && id === NIGHTS_TABLE),
  );
  return tables.length === 0 ? [documentCard(document)] : tables.map((table) => toCard(document, table));
}

function emptyCard(document: ViewDocument): TableCard {
  return { ...headOf(document), metric: '', legend: '', columns: [], groups: [] };
}

function headOf(document: ViewDocument): Pick<TableCard, 'title' | 'meta' | 'sentence' | 'nights'> {
  const { meta, sentence, nights } = document;
  return {
    title: documentTitle(document),
    meta: meta.join(' / '),
    sentence: sentence.strong + sentence.rest,
    ...(nights && { nights }),
  };
}

function hasColours({ sections }: DocumentTable): boolean {
  return sections.some(({ rows }) => rows.some(({ cells }) => cells.some(({ mark }) => mark !== null)));
}

function toCard(document: ViewDocument, table: DocumentTable): TableCard {
  // The page and the copied table have the words.
  const shown = table.heads.flatMap(({ isWords }, index) => (isWords ? [] : [index]));
  return {
    ...headOf(document),
    metric: table.title,
    legend: document.nights ? NIGHTS_LEGEND : document.tables.some(hasColours) ? LEGEND : table.hint,
    columns: shown.flatMap((index) => {
      const head = table.heads[index];
      return head ? [{ name: head.label, detail: detailOf(table, index), isBase: head.isBase }] : [];
    }),
    groups: table.sections.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ name, note, isBase, cells }) => ({
        test: name,
        note: [note, isBase ? 'base' : ''].filter(Boolean).join(' '),
        cells: shown.flatMap((index) => {
          const cell = cells[index];
          return cell
            ? [{ text: cell.text, level: cell.level ?? NEUTRAL, isPlain: cell.level === null }]
            : [];
        }),
      })),
    })),
  };
}

/**
 * Second line of a column: `8-core PN53` of `8-core PN53, 1 client, base 17.5`, because more does not fit; where two
 * columns of a group have one name, what tells them apart comes first.
 */
function detailOf(table: DocumentTable, index: number): string {
  const groups = groupLabels(table);
  const { label = '', note = '' } = table.heads[index] ?? {};
  const [group = ''] = (groups[index] ?? '').split(',');
  if (group === '') return note;
  const twins = table.heads.filter((head, each) => head.label === label && groups[each] === groups[index]);
  return twins.length > 1 ? [note, group].filter(Boolean).join(', ') : group;
}
