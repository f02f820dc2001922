import type { CompareSnapshot, PermalinkView } from '@basecase/db/types';
import { ALL_COLUMNS, chosenColumns, productsOf, settledState } from '../compare/choose-columns';
import { toColumnSet } from '../compare/column-set';
import { type CompareState, compareUrl } from '../compare/compare-state';
import { type HeatmapData, toHeatmapData } from '../compare/heatmap-data';
import { firstWithValues } from '../compare/heatmap-selection';
import type { ViewDocument } from '../document/view-document';
import { type DocumentKind, isDocumentKind } from './document-views';

/** A permalink of a heatmap, ready to be drawn by the page of its kind. */
export type FrozenView = ReturnType<typeof toFrozenView>;

/**
 * Reads the snapshot of a permalink.
 *
 * @throws Error for a snapshot of a shape that this version does not know
 */
export function toFrozenView(permalink: PermalinkView) {
  const live = findViewPath(permalink.path);
  if (!live || isDocumentKind(live.kind))
    throw new Error(`Permalink ${permalink.slug} is not a heatmap but ${permalink.path}.`);
  const { shape, view, details, parserVersions, judgement, bases } = permalink.snapshot as CompareSnapshot;
  if (shape !== 1) throw new Error(`Permalink ${permalink.slug} has a snapshot of unknown shape ${shape}.`);
  const data = {
    ...toHeatmapData(view),
    noise: (judgement?.noise ?? null) as HeatmapData['noise'],
    setups: (judgement?.setups ?? null) as HeatmapData['setups'],
    verdicts: [judgement?.verdicts ?? []].flat() as HeatmapData['verdicts'],
  };
  const asked = settledState(data, { ...compareUrl.parse(live.query), cols: [] });
  const based = bases ? { ...asked, ...bases } : asBefore(data, asked);
  // Frozen while nothing in it was judged by noise, as views of costs were: it stays so.
  const isUnjudged = data.noise !== null && data.verdicts.length === 0;
  const state = isUnjudged ? { ...based, rule: 'thresholds' as const } : based;
  const isWide = chosenColumns(data, state).length < data.columns.length;
  return {
    slug: permalink.slug,
    kind: live.kind,
    title: permalink.title,
    /** Path and query of the live view. */
    livePath: permalink.path,
    /** ISO 8601. */
    createdAt: permalink.createdAt,
    author: permalink.author,
    parserVersions: parserVersions.length > 0 ? parserVersions : [permalink.parserVersion],
    /** As stored, for tables as text. */
    view,
    /** The same for the screen. */
    data,
    // The frozen columns are all there are. A view of several products, or a very wide one, would start with a choice of them.
    /** What was frozen: what the address without a query means. */
    state: isWide ? { ...state, cols: [ALL_COLUMNS], product: [] } : state,
    details,
  };
}

/**
 * The state of a view that was frozen while all products had one base, and that was the first column with a value unless
 * the address named another: its numbers stay what they were.
 */
function asBefore(data: HeatmapData, state: CompareState): CompareState {
  const all = toColumnSet(data, { cols: [ALL_COLUMNS] });
  const first = all.columns[firstWithValues(all)]?.slug ?? '';
  return {
    ...state,
    base: state.base || first,
    bases: productsOf(data.columns).length > 1 ? 'one' : state.bases,
  };
}

/** The stored form of a frozen view. */
export interface DocumentSnapshot {
  /** Of this shape. Raised when old snapshots can't be read as new ones. */
  shape: 1;
  document: ViewDocument;
  /** Of everything the numbers were read by, ascending. */
  parserVersions: number[];
}

/** A permalink of a document, ready to be drawn. */
export type FrozenDocument = ReturnType<typeof toFrozenDocument>;

/**
 * Reads the snapshot of a permalink.
 *
 * @throws Error for a snapshot of a shape that this version does not know
 */
export function toFrozenDocument(permalink: PermalinkView) {
  const { slug, title, path, createdAt, author, parserVersion } = permalink;
  const { shape, document, parserVersions } = permalink.snapshot as DocumentSnapshot;
  if (shape !== 1) throw new Error(`Permalink ${slug} has a snapshot of unknown shape ${shape}.`);
  return {
    slug,
    title,
    /** Path and query of the live view. */
    livePath: path,
    /** ISO 8601. */
    createdAt,
    author,
    parserVersions: parserVersions.length > 0 ? parserVersions : [parserVersion],
    document,
  };
}

/** Views of a heatmap. Their pages can be used like the live ones: another base, another metric. */
export type HeatmapKind = 'compare' | 'report';

export interface HeatmapPath {
  kind: HeatmapKind;
  query: URLSearchParams;
}

export interface DocumentPath {
  kind: DocumentKind;
  query: URLSearchParams;
}

/**
 * Which view a path means.
 *
 * @param path path and query of a page: `/compare?server=pn53`
 * @returns null for a path that can't be shared (see whyNotShared)
 */
export function findViewPath(path: string): HeatmapPath | DocumentPath | null {
  if (leadsElsewhere(path)) return null;
  const { pathname, searchParams: query } = new URL(path, 'http://this.server');
  const kind = pathname.slice(1);
  if (kind === 'compare' || kind === 'report') return { kind, query };
  return isDocumentKind(kind) ? { kind, query } : null;
}

/** Why a path can't be shared, for the author of the permalink. */
export function whyNotShared(path: string): string {
  if (leadsElsewhere(path)) return 'A permalink needs the path of a view on this server.';
  const { pathname } = new URL(path, 'http://this.server');
  return /^\/(p|embed)(\/|$)/.test(pathname)
    ? 'This view is already frozen: its address is its permalink.'
    : `"${pathname.slice(0, 80)}" is not a view of this server.`;
}

/** Two slashes at the start, or a backslash, would name another host. */
function leadsElsewhere(path: string): boolean {
  return !/^\/(?![/\\])/.test(path);
}
