import {
  type ConfigLines,
  DEFAULT_RULE,
  explainNights,
  logLoss,
  type Matrix,
  RULE_VERSION,
  reasonClass,
  type SeriesChange,
  withConfigLines,
} from '@basecase/analysis';
import { benchmarkModel } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { noteEvaluated } from '../../epochs/changes';
import { heatmapIdOf, heatmapIdsOf } from '../../epochs/heatmap-ids';
import type { HeatmapKey } from '../../epochs/heatmap-key';
import { linesOfHeatmap } from '../../lines/lines-of-heatmap';
import type { FlaggedVerdict, RegressionKind } from '../../types/regressions';
import { endKnownEvents } from '../../webhooks/known-events';
import { queueDeliveries } from '../../webhooks/queue-deliveries';
import { type Heatmap, type HeatmapColumn, heatmapNoise, loadHeatmap, variantMatrix } from '../load-heatmap';
import { storedNoise } from '../noise/noise-view';
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
import { type FoundStop, findProductStops } from './find-stops';
import { type HeatmapSummary, markEvaluated } from './mark-evaluated';
import { isFailing, kindOfNights } from './night-kind';
import { planRecords, type RecordStep } from './plan-records';
import { withRenamedLines } from './renamed-lines';
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
  const { rows } = await client.query<{ stale: boolean; isUpgrade: boolean; evaluatedAt: string | null }>(
    `SELECT stale_since IS NOT NULL AS stale, evaluated_at::text AS "evaluatedAt",
       evaluated_at IS NOT NULL AND (rule_version < $3 OR NOT records_stops) AS "isUpgrade" FROM heatmaps
     WHERE server_id = $1 AND workload_id = ANY ($2) ORDER BY workload_id FOR UPDATE`,
    [serverId, workloadIds, RULE_VERSION],
  );
  if (!always && !rows.some(({ stale }) => stale)) return { workloadIds: [], counts: NOTHING };
  const heatmapIds = await makeHeatmapIds(client, serverId, workloadIds);
  const evaluatedAt =
    rows
      .flatMap((row) => row.evaluatedAt ?? [])
      .sort()
      .at(-1) ?? null;
  const apply = (plan: HeatmapPlan, again: 'upgrade' | 'lines' | null = null) =>
    applyPlan(client, { serverId, heatmapIds, isSilent, again, evaluatedAt, ...plan }, plan.steps);
  const plan = await planHeatmap(client, serverId, workloadIds);
  const { summaries, series } = plan;
  const done: ChangeCounts[] = [];
  const isUpgrade = rows.some((row) => row.isUpgrade);
  const isNoNews = plan.isDecided || isUpgrade || (plan.hasNewRuns && plan.lineChanges.length > 0);
  if (isNoNews) {
    // A decision about lines lists its moves before they are made, and neither a new rule nor a join that newer runs take
    // apart is news of a version: only changes that newer runs show along the current lines are news.
    const { lineChanges } = plan;
    const lines = new Map([...summaries].map(([workloadId, summary]) => [workloadId, summary.lines]));
    const moves = plan.hasNewRuns
      ? {
          ...(await planHeatmap(client, serverId, workloadIds, { onlyJudgedRuns: true, lines })),
          lineChanges,
        }
      : plan;
    done.push((await apply(moves, isUpgrade ? 'upgrade' : 'lines')).counts);
  }
  if (!isNoNews || plan.hasNewRuns) {
    const { counts, news } = await apply(
      isNoNews ? { ...(await planHeatmap(client, serverId, workloadIds)), lineChanges: [] } : plan,
    );
    if (!isSilent)
      await queueDeliveries(client, [...news, ...(await endKnownEvents(client, [...heatmapIds.values()]))]);
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
  /** Lines to judge along, by workload; left out: those that names, settings and decisions give. */
  lines?: ReadonlyMap<number, ConfigLines | null>;
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
  options: PlanOptions = {},
) {
  const heatmapIds = [...(await heatmapIdsOf(client, serverId, workloadIds)).values()];
  const records = await lockRecords(client, heatmapIds);
  const { changes, lineOf, followed, ...judged } = await changesOf(client, serverId, {
    workloadIds,
    records,
    ...options,
  });
  const steps = planRecords(
    records.map((record) => followed.get(record.id) ?? record),
    changes,
    lineOf,
  );
  // What is written, and told, starts from the records as they are stored.
  const stored = new Map(records.map((record) => [record.id, record]));
  const ofStored = (step: RecordStep): RecordStep =>
    step.action === 'create' ? step : { ...step, record: stored.get(step.record.id) ?? step.record };
  return { steps: steps.map(ofStored), ...judged };
}

async function changesOf(
  client: PoolClient,
  serverId: number,
  {
    workloadIds,
    records,
    isPreview = false,
    onlyJudgedRuns = false,
    lines: given,
  }: { workloadIds: readonly number[]; records: readonly StoredRecord[] } & PlanOptions,
) {
  const annotations = await annotationsInForce(client, serverId);
  const judged: JudgedCells = new Set();
  const changes: RecordChange[] = [];
  const keys = new Map<number, string>();
  const summaries = new Map<number, HeatmapSummary>();
  const series: SeriesToStore[] = [];
  const lineChanges = new Set<string>();
  const joined = new Map<string, string>();
  const followed = new Map<number, StoredRecord>();
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
    const own = given?.get(workloadId);
    const lines =
      own === undefined
        ? await linesOfHeatmap(client, { heatmap: known, matrix: apart, noise, isPreview })
        : { stored: own, changes: [] };
    const matrix = { ...apart, columns: withConfigLines(apart.columns, lines.stored?.lines ?? []) };
    for (const { config, line } of matrix.columns) if (config !== null && line) joined.set(config, line);
    for (const change of lines.changes) lineChanges.add(change);
    isDecided ||= known.isDecided;
    if (matrix.rows.length > 0) {
      const releases = summarizeReleases(matrix, noise, lines.stored?.steps);
      summaries.set(workloadId, {
        noise: storedNoise(noise, matrix),
        releases,
        stopped: summarizeStops(matrix),
        lines: lines.stored,
        judgedRunId: Math.max(...heatmap.runs.map(({ runId }) => runId)),
      });
    }
    const stopped: FoundStop[] = [];
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
          stop: null,
        });
        if (record) changes.push(record);
      }
      const stops = notJudgedYet(findProductStops(matrix, product), matrix, judged);
      stopped.push(...stops);
      for (const { test, ...stop } of stops) {
        const record = toRecordChange(known, matrix.columns, {
          ...stop,
          testId: testIds.get(test) ?? 0,
          productId,
        });
        if (record) changes.push(record);
      }
      const ofProduct = records.filter(
        (record) => record.workloadId === workloadId && record.productId === productId,
      );
      const own = withRenamedLines(ofProduct, matrix, product);
      for (const record of own) followed.set(record.id, record);
      for (const line of judgeHeatmapSeries(matrix, product, { annotations, records: own, testIds })) {
        changes.push(...seriesChanges(known, matrix, { judged: line, productId }));
        series.push(...toSeries(known, matrix, { judged: line, productId }));
      }
    }
    noteJudged(judged, matrix, stopped);
  }
  return {
    changes,
    summaries,
    series,
    lineChanges: [...lineChanges],
    /** Records on the lines that their builds are on now, by id. */
    followed,
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
    const { columns: nights } = judged.line;
    return verdict.changes.flatMap((change): RecordChange[] => {
      const kind = kindOfNights(verdict, change);
      // Faster with more failures is not an improvement (docs/method.md §3.11).
      if (kind === null || (kind === 'improvement' && isFailing(matrix, { row, nights, change }))) return [];
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
        stop: null,
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

function verdictOf({ state, ratio }: SeriesChange, kind: RegressionKind): FlaggedVerdict {
  if (state === 'possible') return `possible ${kind}`;
  return Math.abs(Math.log(ratio)) >= logLoss(DEFAULT_RULE.big) ? kind : `small ${kind}`;
}
