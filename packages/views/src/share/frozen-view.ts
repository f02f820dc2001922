import type { CompareSnapshot, CompareView, PermalinkView } from '@basecase/db/types';
import type { CellDetails } from '../compare/cell/prepare-evidence';
import { ALL_COLUMNS, chosenColumns } from '../compare/choose-columns';
import type { CompareState } from '../compare/compare-state';
import { compareUrl } from '../compare/compare-state';
import { type HeatmapData, toHeatmapData } from '../compare/heatmap-data';
import { isDocumentKind } from './document-views';
import { findViewPath, type HeatmapKind } from './view-path';

/** A permalink of a heatmap, ready to be drawn by the page of its kind. */
export interface FrozenView {
  slug: string;
  kind: HeatmapKind;
  title: string;
  /** Path and query of the live view. */
  livePath: string;
  /** ISO 8601. */
  createdAt: string;
  parserVersions: number[];
  /** As stored, for tables as text. */
  view: CompareView;
  /** The same for the screen. */
  data: HeatmapData;
  /** What was frozen: what the address without a query means. */
  state: CompareState;
  details: CellDetails | null;
}

/**
 * Reads the snapshot of a permalink.
 *
 * @throws Error for a snapshot of a shape that this version does not know
 */
export function toFrozenView(permalink: PermalinkView): FrozenView {
  const live = findViewPath(permalink.path);
  if (!live || isDocumentKind(live.kind))
    throw new Error(`Permalink ${permalink.slug} is not a heatmap but ${permalink.path}.`);
  const { shape, view, details, parserVersions, judgement } = permalink.snapshot as CompareSnapshot;
  if (shape !== 1) throw new Error(`Permalink ${permalink.slug} has a snapshot of unknown shape ${shape}.`);
  const data = {
    ...toHeatmapData(view),
    noise: (judgement?.noise ?? null) as HeatmapData['noise'],
    setups: (judgement?.setups ?? null) as HeatmapData['setups'],
    verdicts: (judgement?.verdicts ?? null) as HeatmapData['verdicts'],
  };
  const state = { ...compareUrl.parse(live.query), cols: [] };
  const isWide = chosenColumns(data, state).length < data.columns.length;
  return {
    slug: permalink.slug,
    kind: live.kind,
    title: permalink.title,
    livePath: permalink.path,
    createdAt: permalink.createdAt,
    parserVersions: parserVersions.length > 0 ? parserVersions : [permalink.parserVersion],
    view,
    data,
    // The frozen columns are all there are. A very wide view would start with a choice of them, unless told not to.
    state: isWide ? { ...state, cols: [ALL_COLUMNS] } : state,
    details,
  };
}
