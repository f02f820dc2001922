import {
  DEFAULT_RULE,
  explainNights,
  logLoss,
  type Matrix,
  RULE_VERSION,
  reasonClass,
  type SeriesChange,
  type SeriesVerdict,
  withConfigLines,
} from '@basecase/analysis';
import { benchmarkModel } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { noteEvaluated } from '../../epochs/changes';
import { heatmapIdOf, heatmapIdsOf } from '../../epochs/heatmap-ids';
import type { HeatmapKey } from '../../epochs/heatmap-key';
import { linesOfHeatmap } from '../../lines/lines-of-heatmap';
import type { FlaggedVerdict, RegressionKind } from '../../types/regressions';
import { queueDeliveries } from '../../webhooks/queue-deliveries';
import { type Heatmap, type HeatmapColumn, heatmapNoise, loadHeatmap, variantMatrix } from '../load-heatmap';
import { noiseSummary } from '../noise/noise-view';
import { annotationsInForce } from '../series/annotations-in-force';
import {
  type JudgedSeries,
  judgeHeatmapSeries,
  type SeriesToStore,
  storeSeries,
  toSeries,
} from '../series/store-series';
import { lockRecords, type RecordChange, type StoredRecord } from '../stored-record';
import { applyPlan, type ChangeCounts } from './apply-plan';
import { findChanges } from './find-changes';
import { type HeatmapSummary, markEvaluated } from './mark-evaluated';
import { planRecords } from './plan-records';
import { type JudgedCells, listSiblings, noteJudged, notJudgedYet } from './sibling-tables';
import { summarizeReleases } from './summarize-releases';
import { summarizeStops } from './summarize-stops';
import { toRecordChange } from './to-record-change';

const NOTHING: ChangeCounts = { created: 0, changed: 0, fixed: 0, withdrawn: 0 };

/**
 * Judges one heatmap, and its sibling tables, and writes the records. Until the end of the transaction none of their
 * runs are added or removed: writers of runs update the rows of their heatmaps before they end.
 *
 * @param options always: also when it is not stale; isSilent: without events and messages, as for another order of versions
 */
export async function evaluateHeatmap(
  client: PoolClient,
  { serverId, workloadId }: HeatmapKey,
  { always = false, isSilent = false }: { always?: boolean; isSilent?: boolean } = {},
): Promise<{ workloadIds: number[]; counts: ChangeCounts }> {
  const workloadIds = await listSiblings(client, { serverId, workloadId });
  // Records before heatmaps, as people's changes of records do: two never wait for each other.
  await lockRecords(client, [...(await heatmapIdsOf(client, serverId, workloadIds)).values()]);
  const { rows } = await client.query<{ stale: boolean; isOldRule: boolean }>(
    `SELECT stale_since IS NOT NULL AS stale,
       evaluated_at IS NOT NULL AND rule_version < $3 AS "isOldRule" FROM heatmaps
     WHERE server_id = $1 AND workload_id = ANY ($2) ORDER BY workload_id FOR UPDATE`,
    [serverId, workloadIds, RULE_VERSION],
  );
  if (!always && !rows.some(({ stale }) => stale)) return { workloadIds: [], counts: NOTHING };
  const heatmapIds = await makeHeatmapIds(client, serverId, workloadIds);
  const apply = (plan: HeatmapPlan) =>
    applyPlan(client, { serverId, heatmapIds, isSilent, ...plan }, plan.steps);
  const plan = await planHeatmap(client, serverId, workloadIds);
  const { summaries, series } = plan;
  const done: ChangeCounts[] = [];
  const isNoNews = plan.isDecided || rows.some(({ isOldRule }) => isOldRule);
  if (isNoNews) {
    // A decision about lines lists its moves before they are made, and a new rule is not news of a version: only what newer
    // runs show is news.
    const moves = plan.hasNewRuns
      ? await planHeatmap(client, serverId, workloadIds, { onlyJudgedRuns: true })
      : plan;
    done.push((await apply(moves)).counts);
  }
  if (!isNoNews || plan.hasNewRuns) {
    const { counts, news } = await apply(
      isNoNews ? { ...(await planHeatmap(client, serverId, workloadIds)), lineChanges: [] } : plan,
    );
    if (!isSilent) await queueDeliveries(client, news);
    done.push(counts);
  }
  const counts = sumOf(done);
  await storeSeries(client, serverId, { heatmapIds, series });
  await markEvaluated(client, serverId, { workloadIds, summaries });
  noteEvaluated(
    client,
    workloadIds.map((id) => ({ serverId, workloadId: id })),
  );
  return { workloadIds, counts };
}

function sumOf(all: readonly ChangeCounts[]): ChangeCounts {
  const sum = { ...NOTHING };
  for (const counts of all) {
    for (const count of ['created', 'changed', 'fixed', 'withdrawn'] as const) sum[count] += counts[count];
  }
  return sum;
}

/**
 * Ids of heatmaps by their workloads; those that nothing was stored of are made, as what they were judged by is
 * noted.
 */
async function makeHeatmapIds(
  client: PoolClient,
  serverId: number,
  workloadIds: readonly number[],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const workloadId of workloadIds)
    ids.set(workloadId, await heatmapIdOf(client, { serverId, workloadId }));
  return ids;
}

interface PlanOptions {
  isPreview?: boolean;
  onlyJudgedRuns?: boolean;
}

/** Planned changes of records by a judged heatmap. */
export type HeatmapPlan = Awaited<ReturnType<typeof planHeatmap>>;

/**
 * Judges sibling workloads on a server, and writes nothing. Records stay locked until the end of the
 * transaction.
 *
 * @param options isPreview: as if the joins of an evaluation from before there were lines were confirmed; onlyJudgedRuns:
 *   without the runs that arrived since the last evaluation
 */
export async function planHeatmap(
  client: PoolClient,
  serverId: number,
  workloadIds: readonly number[],
  { isPreview = false, onlyJudgedRuns = false }: PlanOptions = {},
) {
  const heatmapIds = [...(await heatmapIdsOf(client, serverId, workloadIds)).values()];
  const records = await lockRecords(client, heatmapIds);
  const { changes, lineOf, ...judged } = await changesOf(client, serverId, {
    workloadIds,
    records,
    isPreview,
    onlyJudgedRuns,
  });
  return { steps: planRecords(records, changes, lineOf), ...judged };
}

async function changesOf(
  client: PoolClient,
  serverId: number,
  {
    workloadIds,
    records,
    isPreview,
    onlyJudgedRuns,
  }: { workloadIds: readonly number[]; records: readonly StoredRecord[] } & Required<PlanOptions>,
) {
  const annotations = await annotationsInForce(client, serverId);
  const judged: JudgedCells = new Set();
  const changes: RecordChange[] = [];
  const keys = new Map<number, string>();
  const summaries = new Map<number, HeatmapSummary>();
  const series: SeriesToStore[] = [];
  const lineChanges = new Set<string>();
  const joined = new Map<string, string>();
  let isDecided = false;
  let hasNewRuns = false;
  for (const workloadId of workloadIds) {
    const loaded = await loadHeatmap(client, { serverId, workloadId });
    if (!loaded) continue;
    const judgedRuns = loaded.runs.filter(({ runId }) => runId <= (loaded.judgedRunId ?? runId));
    hasNewRuns ||= judgedRuns.length < loaded.runs.length;
    const heatmap = onlyJudgedRuns ? { ...loaded, runs: judgedRuns } : loaded;
    for (const { id, key } of heatmap.tests) keys.set(id, key);
    if (benchmarkModel(heatmap.benchmark).hasReleases === false) continue;
    // The place of an unknown version is a guess: nothing can be "since" it.
    const known = { ...heatmap, runs: heatmap.runs.filter(({ versionKnown }) => versionKnown) };
    const apart = variantMatrix({ ...known, lines: null });
    const noise = heatmapNoise(known);
    const lines = await linesOfHeatmap(client, { heatmap: known, matrix: apart, noise, isPreview });
    const matrix = { ...apart, columns: withConfigLines(apart.columns, lines.stored?.lines ?? []) };
    for (const { config, line } of matrix.columns) if (config !== null && line) joined.set(config, line);
    for (const change of lines.changes) lineChanges.add(change);
    isDecided ||= known.isDecided;
    if (matrix.rows.length > 0) {
      const releases = summarizeReleases(matrix, noise);
      summaries.set(workloadId, {
        noise: noiseSummary(noise, matrix.rows),
        releases,
        stopped: summarizeStops(matrix),
        lines: lines.stored,
        judgedRunId: Math.max(...heatmap.runs.map(({ runId }) => runId)),
      });
    }
    const productIds = new Map(known.runs.map((run) => [run.product, run.productId]));
    for (const product of new Set(matrix.columns.map((column) => column.product))) {
      const found = notJudgedYet(findChanges(matrix, { noise, product }), matrix, judged);
      const testIds = new Map(known.tests.map(({ id, key }) => [key, id]));
      const productId = productIds.get(product) ?? 0;
      for (const { product: _, test, ...change } of found) {
        const testId = testIds.get(test) ?? 0;
        const record = toRecordChange(known, matrix.columns, {
          ...change,
          testId,
          productId,
          line: null,
          series: null,
        });
        if (record) changes.push(record);
      }
      const own = records.filter((record) => record.workloadId === workloadId);
      for (const line of judgeHeatmapSeries(matrix, product, { annotations, records: own, testIds })) {
        changes.push(...seriesChanges(known, matrix, { judged: line, productId }));
        series.push(...toSeries(known, matrix, { judged: line, productId }));
      }
    }
    noteJudged(judged, matrix);
  }
  return {
    changes,
    summaries,
    series,
    lineChanges: [...lineChanges],
    isDecided,
    /** Runs arrived since one of the heatmaps was judged. */
    hasNewRuns,
    /** Config that names the line of a config. */
    lineOf: (config: string) => joined.get(config) ?? config,
    testKey: (id: number) => keys.get(id) ?? '',
  };
}

/**
 * Changes of a line of nights that records are made of (docs/method.md §10): slower levels, and faster ones that no
 * earlier level reached. An environment change is not attributed to a build and makes none. A single newest night keeps
 * an existing record and makes none.
 */
function seriesChanges(
  heatmap: Heatmap,
  matrix: Matrix<HeatmapColumn>,
  { judged, productId }: { judged: JudgedSeries; productId: number },
): RecordChange[] {
  const columns = judged.line.columns.flatMap((index) => matrix.columns[index] ?? []);
  const testIds = new Map(heatmap.tests.map(({ id, key }) => [key, id]));
  return judged.verdicts.flatMap((verdict, row) => {
    const testId = testIds.get(matrix.rows[row]?.key ?? '');
    if (testId === undefined) return [];
    return verdict.changes.flatMap((change): RecordChange[] => {
      const kind = kindOf(verdict, change);
      if (kind === null) return [];
      const explanation = explainNights(matrix, row, { columns: judged.line.columns, verdict, change });
      const stored = toRecordChange(heatmap, columns, {
        kind,
        testId,
        productId,
        line: judged.name,
        build: judged.build,
        firstBad: change.firstBad,
        lastGood: change.lastGood,
        lastSeen: (change.fixed ?? columns.length) - 1,
        fixed: change.fixed,
        step: change.doubts.includes('newest nights') ? 'last' : 'step',
        verdict: verdictOf(change, kind),
        ratio: change.ratio,
        levelRatio: change.ratio,
        band: Math.log(change.high / change.low) / 2,
        p: change.p,
        explanation,
        reason: reasonClass(explanation),
        series: {
          line: judged.name,
          low: change.low,
          high: change.high,
          nights: change.nights,
          doubts: change.doubts,
        },
        onlyIfKnown: change.nights < 2,
      });
      return stored ? [stored] : [];
    });
  });
}

/** Null for a change that makes no record. */
function kindOf({ levels, changes }: SeriesVerdict, change: SeriesChange): RegressionKind | null {
  if (change.brokenBy !== null || change.direction === null) return null;
  if (change.direction === 'slower') return 'regression';
  // Values of another machine before a break are not a level to reach.
  const from = changes.findLast(
    ({ brokenBy, firstBad }) => brokenBy !== null && firstBad < change.firstBad,
  )?.firstBad;
  const own = levels.find(({ start }) => start >= change.firstBad);
  const before = levels.filter(({ start }) => start < change.firstBad);
  const earlier = before.filter(({ start }) => start >= (from ?? 0));
  const value = own?.value ?? (before.at(-1)?.value ?? 0) * change.ratio;
  const isNewHigh = earlier.every((level) => Math.log(value / level.value) >= logLoss(DEFAULT_RULE.delta));
  return isNewHigh ? 'improvement' : null;
}

function verdictOf({ state, ratio }: SeriesChange, kind: RegressionKind): FlaggedVerdict {
  if (state === 'possible') return `possible ${kind}`;
  return Math.abs(Math.log(ratio)) >= logLoss(DEFAULT_RULE.big) ? kind : `small ${kind}`;
}
