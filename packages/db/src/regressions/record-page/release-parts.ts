import {
  bandSentence,
  type CellVerdict,
  columnShiftSentence,
  DEFAULT_RULE,
  isJudged,
  type JudgedCell,
  settleSentence,
  stepSentence,
  type Verdict,
} from '@basecase/analysis';
import { benchmarkModel, versionLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type {
  ElsewhereEntry,
  LadderCosts,
  LadderStep,
  NeighbourTest,
  OtherBuild,
  RegressionPage,
} from '../../types/regression-page';
import type { RegressionColumn, RegressionEntry, RegressionState } from '../../types/regressions';
import { type HeatmapColumn, loadHeatmap, VERDICT_METRICS } from '../load-heatmap';
import { columnName } from '../recompute/column-name';
import { buildEvidence } from './build-evidence';
import { oldestSentence } from './oldest-sentence';
import { readRecordStop } from './read-stop-detail';
import { confoundersOf, listRepeats, sourcesOf } from './record-details';
import { type RecordView, ratioAt, shiftOf, toRecordView, valueAt } from './record-view';
import { stopEvidence } from './stop-evidence';

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
    evidence: record.stop
      ? stopEvidence({
          ...{ ...parts, elsewhere, record: { ...record, stop: record.stop }, sameNight: [] },
          detail: await readRecordStop(database, record),
        })
      : cell && isJudged(cell)
        ? buildEvidence({
            ...{ record, cell, elsewhere, shift: shiftOf(view), canBeSure: view.model.canBeSure },
            ...judged,
            ...parts,
          })
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
    sigma: entry.band === null ? null : entry.band / DEFAULT_RULE.bandFactor,
    baseRuns: 1,
    versionRuns: 1,
    runsToSettle: null,
    changedBy: null,
    bandSentence: entry.band === null ? '' : bandSentence({ band: entry.band }),
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
  if (!cell || !isJudged(cell)) return keptOf(entry);
  const shift = shiftOf(view);
  const { sigma, baseRuns, versionRuns, runsToSettle, changedBy, noisePairs }: JudgedCell = cell;
  return {
    sigma,
    baseRuns,
    versionRuns,
    runsToSettle,
    changedBy,
    bandSentence: bandSentence(cell),
    settleSentence: settleSentence(cell, {
      base: versionLabel(entry.lastGood.version),
      version: versionLabel(entry.firstBad.version),
    }),
    stepSentence: stepSentence({
      kind: entry.step,
      version: versionLabel(entry.firstBad.version),
      back: entry.fix.seen,
    }),
    shiftSentence: shift === null ? null : columnShiftSentence(shift),
    oldestSentence: entry.stop ? null : oldestSentence(view, entry),
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

/** The versions of a record's line in release order, each against the last good one. */
function buildLadder(view: RecordView, fixedSeen: string | null): LadderStep[] {
  const { matrix, row, line, levels, judge, firstBad, lastGood } = view;
  let previous: number | null = null;
  return line.columns.flatMap((column): LadderStep[] => {
    const own = matrix.columns[column];
    if (!own) return [];
    const value = valueAt(view, { row, column });
    const place = levels.columns.indexOf(column);
    const step: LadderStep = {
      ...toColumn(own),
      runs: own.runs,
      results: matrix.repeats[row]?.[column] ?? 0,
      status: matrix.status[row]?.[column] ?? 'missing',
      value,
      toLastGood: ratioAt(view, { row, column, base: lastGood }),
      toPrevious: previous === null ? null : ratioAt(view, { row, column, base: previous }),
      verdict: judge(column)[row] ?? MISSING,
      level: place < 0 ? null : levels.segments.findIndex(({ end }) => place < end),
      role: roleOf(column, { firstBad, lastGood, isFixed: columnName(own) === fixedSeen }),
    };
    if (value !== null) previous = column;
    return [step];
  });
}

const MISSING: CellVerdict = { verdict: 'missing', mark: 'missing', reason: 'not recorded' };

function roleOf(
  column: number,
  { firstBad, lastGood, isFixed }: { firstBad: number; lastGood: number; isFixed: boolean },
): LadderStep['role'] {
  if (column === lastGood) return 'last good';
  if (column === firstBad) return 'first bad';
  return isFixed ? 'fixed' : null;
}

function toColumn(column: HeatmapColumn): RegressionColumn {
  const { slug, label, flavour, config } = column;
  return { column: slug, label, version: columnName(column), flavour, config };
}

/** What the hardware paid at each version of the ladder; metrics that no version has are left out. */
function buildCosts(view: RecordView): LadderCosts[] {
  const { matrix, row, line, lastGood, heatmap } = view;
  const metrics = benchmarkModel(heatmap.benchmark).heatmapMetrics.filter((metric) =>
    line.columns.some((column) => valueAt(view, { row, column, metric }) !== null),
  );
  return line.columns.flatMap((column): LadderCosts[] => {
    const own = matrix.columns[column];
    if (!own) return [];
    const absolute: LadderCosts['absolute'] = {};
    const relative: LadderCosts['relative'] = {};
    for (const metric of metrics) {
      absolute[metric] = valueAt(view, { row, column, metric });
      relative[metric] = ratioAt(view, { row, column, base: lastGood, metric });
    }
    return [{ column: own.slug, version: columnName(own), absolute, relative }];
  });
}

/** The tests of the same group at the same versions. */
function buildNeighbours(view: RecordView, slugs: ReadonlyMap<string, string>): NeighbourTest[] {
  const { matrix, line, lastGood, judge, row: own } = view;
  const group = matrix.rows[own]?.group;
  return matrix.rows.flatMap((row, index): NeighbourTest[] => {
    if (row.group !== group) return [];
    const cells = line.columns.flatMap((column) => {
      const slug = matrix.columns[column]?.slug;
      if (slug === undefined) return [];
      const verdict: Verdict = judge(column)[index]?.verdict ?? 'missing';
      return [{ column: slug, ratio: ratioAt(view, { row: index, column, base: lastGood }), verdict }];
    });
    const { key, name, range } = row;
    return [{ key, name, range, isSelf: index === own, cells, slug: slugs.get(key) ?? null }];
  });
}

/** The same two versions with other builds and configs, each within its own line; those that have only one are left out. */
function buildOtherBuilds(view: RecordView): OtherBuild[] {
  const { matrix, firstBad, lastGood, lines, row, judge } = view;
  const version = (column: number) => {
    const own = matrix.columns[column];
    return own && columnName(own);
  };
  return lines.flatMap(({ columns }): OtherBuild[] => {
    const bad = columns.find((column) => version(column) === version(firstBad));
    const good = columns.find((column) => version(column) === version(lastGood));
    const column = bad === undefined || bad === firstBad ? undefined : matrix.columns[bad];
    if (!column || bad === undefined || good === undefined) return [];
    const ratio = ratioAt(view, { row, column: bad, base: good });
    return [{ ...toColumn(column), ratio, verdict: judge(bad, good)[row]?.verdict ?? 'missing' }];
  });
}

/** Workloads that are looked at, those with a record first: each is a heatmap to be judged. */
const MAX_ELSEWHERE = 8;

/**
 * Other heatmaps with runs of the same two versions with one build and config, or configs of one line; repeats of the same published table
 * are left out. A record of the same test and version is included. Of several configs the record's own is first, then
 * one with a record.
 */
const CANDIDATES = `
WITH own AS MATERIALIZED (
  SELECT heatmap_id, server_id, workload_id, product_id, test_id, kind, first_bad, last_good, first_bad_id
  FROM regressions WHERE heatmap_id = $1 AND id = $2
)
SELECT DISTINCT ON (candidates.server_id, candidates.workload_id) candidates.server_id AS "serverId",
  candidates.workload_id AS "workloadId", records.slug, records.state, records.build,
  good_variant.slug AS good, bad_variant.slug AS bad
FROM own
JOIN variants AS own_variant ON own_variant.id = own.first_bad_id
JOIN workloads AS own_workload ON own_workload.id = own.workload_id
JOIN versions AS good ON good.product_id = own.product_id AND good.name = own.last_good
JOIN versions AS bad ON bad.product_id = own.product_id AND bad.name = own.first_bad
JOIN variants AS bad_variant ON bad_variant.version_id = bad.id
JOIN runs AS candidates ON candidates.variant_id = bad_variant.id
JOIN workloads ON workloads.id = candidates.workload_id AND workloads.benchmark_id = own_workload.benchmark_id
JOIN variants AS good_variant ON good_variant.version_id = good.id
  AND (good_variant.config_id IS NOT DISTINCT FROM bad_variant.config_id OR EXISTS (
    SELECT FROM heatmaps, jsonb_array_elements(heatmaps.lines->'lines') AS line
    WHERE heatmaps.id = candidates.heatmap_id AND line->'configs' ?& ARRAY(
      SELECT name FROM configs WHERE id IN (good_variant.config_id, bad_variant.config_id))))
  AND good_variant.flavour IS NOT DISTINCT FROM bad_variant.flavour
  AND EXISTS (SELECT FROM runs WHERE runs.heatmap_id = candidates.heatmap_id AND runs.variant_id = good_variant.id)
LEFT JOIN regressions AS records ON records.heatmap_id = candidates.heatmap_id AND records.test_id = own.test_id AND records.kind = own.kind
  AND records.first_bad_id = bad_variant.id AND records.withdrawn_at IS NULL
WHERE candidates.heatmap_id <> own.heatmap_id
  AND NOT (candidates.server_id = own.server_id AND workloads.published_title IS NOT DISTINCT FROM
    own_workload.published_title AND own_workload.published_title IS NOT NULL)
ORDER BY candidates.server_id, candidates.workload_id,
  (bad_variant.config_id IS NOT DISTINCT FROM own_variant.config_id
    AND bad_variant.flavour IS NOT DISTINCT FROM own_variant.flavour) DESC,
  records.id IS NULL, records.build IS NULL DESC, bad_variant.slug,
  good_variant.config_id IS NOT DISTINCT FROM bad_variant.config_id DESC`;

interface Candidate {
  serverId: number;
  workloadId: number;
  slug: string | null;
  state: RegressionState | null;
  build: RegressionEntry['build'];
  good: string;
  bad: string;
}

/** The same test between the same versions on other servers and in other workloads. */
async function listElsewhere(
  { pool }: Pick<Database, 'pool'>,
  record: { id: number; heatmapId: number } & Pick<
    RegressionEntry,
    'product' | 'test' | 'firstBad' | 'lastGood'
  >,
): Promise<ElsewhereEntry[]> {
  const { rows } = await pool.query<Candidate>(CANDIDATES, [record.heatmapId, record.id]);
  const chosen = rows
    .sort((a, b) => Number(b.slug !== null) - Number(a.slug !== null))
    .slice(0, MAX_ELSEWHERE);
  const entries = await Promise.all(chosen.map((candidate) => toEntry({ pool }, record, candidate)));
  return entries.flatMap((entry) => entry ?? []);
}

async function toEntry(
  { pool }: Pick<Database, 'pool'>,
  record: Pick<RegressionEntry, 'product' | 'test' | 'firstBad' | 'lastGood'>,
  candidate: Candidate,
): Promise<ElsewhereEntry | null> {
  const heatmap = await loadHeatmap(pool, candidate);
  if (!heatmap) return null;
  const view = toRecordView(heatmap, {
    product: record.product,
    test: record.test.key,
    firstBad: { ...record.firstBad, column: candidate.bad },
    lastGood: { ...record.lastGood, column: candidate.good },
  });
  if (!view) return null;
  const { row, firstBad, lastGood } = view;
  return {
    server: heatmap.server,
    workload: heatmap.workload,
    build: candidate.build,
    slug: candidate.slug,
    state: candidate.state,
    firstBad: record.firstBad.version,
    lastGood: record.lastGood.version,
    ratio: ratioAt(view, { row, column: firstBad, base: lastGood }),
    verdict: view.judge(firstBad)[row]?.verdict ?? 'missing',
  };
}
