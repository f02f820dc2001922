import {
  bandSentence,
  columnShiftSentence,
  DEFAULT_RULE,
  type JudgedCell,
  settleSentence,
  stepSentence,
} from '@basecase/analysis';
import { benchmarkModel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import type { RegressionPage } from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';
import { ENTRY_JOINS } from '../list-regressions';
import { loadHeatmap, VERDICT_METRICS } from '../load-heatmap';
import { ENTRY_JSON, type EntryRow, toEntry } from '../regression-entry';
import { reviveExplanation } from '../stored-record';
import { buildEvidence } from './build-evidence';
import { buildCosts, buildLadder, buildNeighbours, buildOtherBuilds } from './build-ladder';
import { listElsewhere } from './list-elsewhere';
import { confoundersOf, listEvents, listRepeats, sourcesOf } from './record-details';
import { type RecordView, shiftOf, toRecordView } from './record-view';

const RECORD = `
SELECT ${ENTRY_JSON}, regressions.server_id AS "serverId", regressions.workload_id AS "workloadId",
  regressions.test_id AS "testId", notes, notes_version AS "notesVersion",
  coalesce((SELECT evaluated_at FROM heatmap_evaluations WHERE heatmap_evaluations.server_id = regressions.server_id
    AND heatmap_evaluations.workload_id = regressions.workload_id), changed_at) AS "evaluatedAt",
  regressions.rule_version AS "ruleVersion", regressions.parser_version AS "parserVersion",
  (SELECT slug FROM regressions AS other WHERE other.id = regressions.merged_into_id) AS "mergedInto",
  (SELECT slug FROM regressions AS other WHERE other.id = regressions.split_from_id) AS "splitFrom",
  (SELECT count(*) FROM regressions AS other WHERE other.cause = regressions.cause AND other.withdrawn_at IS NULL)
    AS "causeRecords",
  (SELECT json_object_agg(other_tests.key, other.slug) FROM regressions AS other
   JOIN tests AS other_tests ON other_tests.id = other.test_id
   WHERE other.server_id = regressions.server_id AND other.workload_id = regressions.workload_id
     AND other.kind = regressions.kind AND other.first_bad = regressions.first_bad
     AND other.withdrawn_at IS NULL AND other.id <> regressions.id) AS neighbours
${ENTRY_JOINS}
WHERE regressions.slug = $1`;

interface RecordRow extends EntryRow {
  serverId: number;
  workloadId: number;
  testId: number;
  notes: string;
  notesVersion: number;
  evaluatedAt: Date;
  ruleVersion: number;
  parserVersion: number;
  mergedInto: string | null;
  splitFrom: string | null;
  neighbours: Record<string, string> | null;
}

/**
 * Everything that the page of a record shows. What is frozen in the record is as it was evaluated; the ladder and what
 * surrounds it are read now. Of a record whose runs are not stored any more only the record is left.
 *
 * @throws NotFoundError
 */
export async function getRegression(database: Database, slug: string): Promise<RegressionPage> {
  const { rows } = await database.pool.query<RecordRow>(RECORD, [slug]);
  const [row] = rows;
  if (!row) throw new NotFoundError(`No record "${slug.slice(0, 80)}".`);
  const entry = toEntry(row);
  const metrics = new Set([...VERDICT_METRICS, ...benchmarkModel(entry.workload.benchmark).heatmapMetrics]);
  const [heatmap, history, elsewhere] = await Promise.all([
    loadHeatmap(database.pool, row, [...metrics]),
    listEvents(database, row.id),
    listElsewhere(database, { ...entry, id: row.id }),
  ]);
  const head = {
    ...entry,
    notes: row.notes,
    notesVersion: row.notesVersion,
    evaluatedAt: row.evaluatedAt.toISOString(),
    ruleVersion: row.ruleVersion,
    parserVersions: [row.parserVersion],
    mergedInto: row.mergedInto,
    splitFrom: row.splitFrom,
    explained: reviveExplanation(row.explanation),
    elsewhere,
    history,
  };
  const view = heatmap && toRecordView(heatmap, { ...entry, test: entry.test.key });
  if (!view) return { ...head, ...NOTHING_STORED, judged: keptOf(entry) };
  const parts = buildParts(view, entry, row.neighbours ?? {});
  const judged = judgedOf(view, entry);
  const cell = view.judge(view.firstBad)[view.row];
  return {
    ...head,
    ...parts,
    parserVersions: parserVersionsOf(view, row.parserVersion),
    judged,
    evidence:
      cell && cell.verdict !== 'missing'
        ? buildEvidence({ record: entry, cell, elsewhere, shift: shiftOf(view), ...judged, ...parts })
        : [],
    repeats: await listRepeats(database, view, row.testId),
    sources: sourcesOf(view),
  };
}

const NOTHING_STORED = {
  evidence: [],
  confounders: [],
  ladder: [],
  costs: [],
  neighbours: [],
  builds: [],
  repeats: [],
  sources: [],
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
function keptOf(entry: RegressionEntry): RegressionPage['judged'] {
  return {
    sigma: entry.band / DEFAULT_RULE.bandFactor,
    baseRuns: 1,
    versionRuns: 1,
    runsToSettle: null,
    changedBy: null,
    bandSentence: bandSentence(entry),
    settleSentence: '',
    stepSentence: stepSentence({ kind: entry.step, version: entry.firstBad.version, back: entry.fix.seen }),
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
    stepSentence: stepSentence({ kind: entry.step, version: entry.firstBad.version, back: entry.fix.seen }),
    shiftSentence: shift === null ? null : columnShiftSentence(shift),
    calibrated: view.model.calibrated,
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
