import { setImmediate } from 'node:timers/promises';
import { NEUTRAL } from '@basecase/analysis';
import {
  type CompareState,
  compareUrl,
  type HeatmapData,
  tableCard,
  toColumnSet,
} from '@basecase/views/compare';
import {
  type DocumentTable,
  documentCard,
  documentTitle,
  type TableCard,
  type ViewDocument,
} from '@basecase/views/document';
import { documentLink, heatmapLink, recordLink } from '@basecase/views/link';
import { describeRecord, recordTable } from '@basecase/views/regressions';
import type { FrozenView } from '@basecase/views/share';
import { renderImage } from '../image/render-image';
import { loadDisclosure, loadFrozen, loadFrozenDocument } from '../permalinks/load-frozen';
import { findFrozenRecord } from '../regressions/find-record';
import type { SingleFile } from './single-file';

/** Cells of all tables together, one for each base: beyond this the file has the frozen base alone. */
const MOST_CELLS = 250_000;

/**
 * Reads the permalink behind a slug for a file.
 *
 * @param stateOf what the address makes of a frozen heatmap: another base, another metric
 * @returns null when there is none
 */
export async function loadSingleFile(
  slug: string,
  { baseUrl, stateOf }: { baseUrl: string; stateOf: (frozen: FrozenView) => CompareState },
): Promise<SingleFile | null> {
  const [frozen, disclosure] = [await loadFrozen(slug), await loadDisclosure(slug)];
  if (frozen) {
    const { data, createdAt, author, title } = frozen;
    const state = stateOf(frozen);
    return {
      ...{ slug, title, frozen: { createdAt, author }, evidence: [], disclosure, pictures: [] },
      address: `${baseUrl}/p/${slug}${compareUrl.query(state, frozen.state)}`,
      card: heatmapLink(data, state),
      tables: [tableCard(data, state)],
      bases: await cardsByBase(data, state),
    };
  }
  const found = await loadFrozenDocument(slug);
  const address = `${baseUrl}/p/${slug}`;
  if (found) {
    const { document, createdAt, author, livePath } = found;
    return {
      ...{ slug, address, frozen: { createdAt, author }, evidence: [], disclosure, bases: [] },
      title: documentTitle(document),
      card: documentLink(document, livePath),
      tables: document.tables.map((table, index) => toTableCard(document, table, index)),
      pictures: await picturesOf(document),
    };
  }
  const record = await findFrozenRecord(slug);
  if (!record) return null;
  const { createdAt, author } = record;
  return {
    ...{ slug, address, frozen: { createdAt, author }, disclosure, bases: [], pictures: [] },
    title: describeRecord(record.record).title,
    card: recordLink(record.record),
    tables: [recordTable(record.record)],
    evidence: [
      ...(record.serverNote === '' ? [] : [record.serverNote]),
      ...record.record.evidence.map(({ kind, title, text }) => `${EVIDENCE[kind]}: ${title}. ${text}`),
    ],
  };
}

const EVIDENCE = { for: 'For it', against: 'Against it', open: 'Open' } as const;

/** The table against each of its columns. Products with separate bases keep them, because one base would not be comparable. */
async function cardsByBase(data: HeatmapData, state: CompareState): Promise<SingleFile['bases']> {
  const shown = tableCard(data, state);
  const { columns } = toColumnSet(data, state);
  const cells = shown.groups.reduce((sum, { rows }) => sum + rows.length, 0) * columns.length ** 2;
  if (shown.bands || columns.length !== shown.columns.length || cells > MOST_CELLS) return [];
  const cards: SingleFile['bases'] = [];
  for (const [index, { slug }] of columns.entries()) {
    const own = shown.columns[index];
    const isShown = own?.isBase ?? false;
    const card = isShown ? shown : tableCard(data, { ...state, base: slug });
    const { name = '', detail = '' } = card.columns[index] ?? {};
    cards.push({ name: [name, isShown ? '' : detail].filter(Boolean).join(' '), isShown, card });
    // A wide view takes a second; others are answered meanwhile.
    await setImmediate();
  }
  return cards;
}

/** A table with its words, which pictures leave out. */
function toTableCard(document: ViewDocument, table: DocumentTable, index: number): TableCard {
  const { sentence, meta } = document;
  return {
    title: documentTitle(document),
    meta: meta.join(' / '),
    sentence: index === 0 ? sentence.strong + sentence.rest : '',
    metric: table.title,
    legend: table.hint,
    columns: table.heads.map(({ label, note, isBase }) => ({ name: label, detail: note, isBase })),
    ...(table.groups.length > 1 && {
      bands: table.groups.map(({ label, span }) => ({ name: label, columns: span })),
    }),
    groups: table.sections.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ name, note, cells }) => ({
        test: name,
        note,
        cells: cells.map(({ text, level }) => ({ text, level: level ?? NEUTRAL, isPlain: level === null })),
      })),
    })),
  };
}

async function picturesOf(document: ViewDocument): Promise<SingleFile['pictures']> {
  if (!document.nights && !document.chart) return [];
  const image = await renderImage(
    { table: documentCard(document), cell: null },
    { size: 'table', maxAge: 0 },
  );
  const alt = document.nights?.description ?? document.chart?.description ?? '';
  return [{ png: Buffer.from(await image.arrayBuffer()), alt }];
}
