import {
  bandSentence,
  columnShiftSentence,
  DEFAULT_RULE,
  type JudgedCell,
  settleSentence,
  stepSentence,
} from '@basecase/analysis';
import { benchmarkModel, versionLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { RegressionPage } from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';
import { loadHeatmap, VERDICT_METRICS } from '../load-heatmap';
import { buildEvidence } from './build-evidence';
import { buildCosts, buildLadder, buildNeighbours, buildOtherBuilds } from './build-ladder';
import { listElsewhere } from './list-elsewhere';
import { confoundersOf, listRepeats, sourcesOf } from './record-details';
import { type RecordView, shiftOf, toRecordView } from './record-view';

/** What is read of the data around a record. */
export type RecordParts = Pick<
  RegressionPage,
  keyof typeof NOTHING_STORED | 'parserVersions' | 'elsewhere' | 'judged'
>;

/** Where the data of a record are. */
export interface PartsRow {
  serverId: number;
  workloadId: number;
  testId: number;
  parserVersion: number;
  /** Slugs of other records at the same first bad version, by test. */
  neighbours: Record<string, string> | null;
}

/** What surrounds a record between releases, or between two builds of a short line: all versions of its heatmap. */
export async function releaseParts(
  database: Database,
  record: RegressionEntry & { id: number; heatmapId: number },
  row: PartsRow,
): Promise<RecordParts> {
  const metrics = new Set([...VERDICT_METRICS, ...benchmarkModel(record.workload.benchmark).heatmapMetrics]);
  const [heatmap, elsewhere] = await Promise.all([
    loadHeatmap(database.pool, row, { metrics: [...metrics] }),
    listElsewhere(database, record),
  ]);
  const parserVersions = [row.parserVersion];
  const view = heatmap && toRecordView(heatmap, { ...record, test: record.test.key });
  if (!view) return { ...NOTHING_STORED, parserVersions, elsewhere, judged: keptOf(record) };
  const parts = buildParts(view, record, row.neighbours ?? {});
  const judged = judgedOf(view, record);
  const cell = view.judge(view.firstBad)[view.row];
  return {
    ...NOTHING_STORED,
    ...parts,
    elsewhere,
    parserVersions: parserVersionsOf(view, row.parserVersion),
    judged,
    evidence:
      cell && cell.verdict !== 'missing'
        ? buildEvidence({ record, cell, elsewhere, shift: shiftOf(view), ...judged, ...parts })
        : [],
    repeats: await listRepeats(database, view, row.testId),
    sources: sourcesOf(view),
  };
}

/** Of a record whose runs are not stored any more. */
export const NOTHING_STORED = {
  evidence: [],
  confounders: [],
  ladder: [],
  costs: [],
  neighbours: [],
  builds: [],
  repeats: [],
  sources: [],
  series: null,
} satisfies Partial<RegressionPage>;

function buildParts(view: RecordView, entry: RegressionEntry, slugs: Readonly<Record<string, string>>) {
  return {
    ladder: buildLadder(view, entry.fix.seen),
    costs: buildCosts(view),
    neighbours: buildNeighbours(view, new Map(Object.entries(slugs))),
    builds: buildOtherBuilds(view),
    confounders: confoundersOf(view),
  };
}

/** What the record itself keeps, where its runs are gone. */
export function keptOf(entry: RegressionEntry): RegressionPage['judged'] {
  return {
    sigma: entry.band / DEFAULT_RULE.bandFactor,
    baseRuns: 1,
    versionRuns: 1,
    runsToSettle: null,
    changedBy: null,
    bandSentence: bandSentence(entry),
    settleSentence: '',
    stepSentence: stepSentence({
      kind: entry.step,
      version: versionLabel(entry.firstBad.version),
      back: entry.fix.seen,
    }),
    shiftSentence: null,
    calibrated: false,
    serverPairs: 0,
    testPairs: 0,
  };
}

function judgedOf(view: RecordView, entry: RegressionEntry): RegressionPage['judged'] {
  const cell = view.judge(view.firstBad)[view.row];
  if (!cell || cell.verdict === 'missing') return keptOf(entry);
  const shift = shiftOf(view);
  const { sigma, baseRuns, versionRuns, runsToSettle, changedBy, noisePairs }: JudgedCell = cell;
  return {
    sigma,
    baseRuns,
    versionRuns,
    runsToSettle,
    changedBy,
    bandSentence: bandSentence(cell),
    settleSentence: settleSentence(cell),
    stepSentence: stepSentence({
      kind: entry.step,
      version: versionLabel(entry.firstBad.version),
      back: entry.fix.seen,
    }),
    shiftSentence: shift === null ? null : columnShiftSentence(shift),
    // Rounds tell their own noise.
    calibrated: view.model.calibrated || cell.rounds !== null,
    serverPairs: view.model.pairs,
    testPairs: noisePairs,
  };
}

function parserVersionsOf({ heatmap, matrix, firstBad, lastGood }: RecordView, stored: number): number[] {
  const slugs = [firstBad, lastGood].map((column) => matrix.columns[column]?.slug);
  const versions = heatmap.runs.flatMap(({ slug, parserVersion }) =>
    slugs.includes(slug) && parserVersion !== null ? [parserVersion] : [],
  );
  const found = [...new Set(versions)].sort((a, b) => a - b);
  return found.length > 0 ? found : [stored];
}
