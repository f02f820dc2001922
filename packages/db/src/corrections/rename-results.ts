import {
  benchmarkModel,
  isBenchmarkId,
  type MetricId,
  metricOf,
  openMetricId,
  type TestInfo,
  testLabel,
  unitConversion,
} from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { findRunPlaces } from '../epochs/heatmap-ids';
import { SettingError } from '../errors';
import { testIds } from '../import/test-ids';
import { moveCellNotes } from '../notes/cell-notes';
import { moveRecords } from '../regressions/move-records';
import { arraysOf, listRows } from '../rows';
import type { RunChanges } from '../types/corrections';
import { ARROW, isBuiltInMetric } from './correction-fields';
import type { Renamed } from './run-reading';

/*
 * A run has many tests and metrics, so a correction of them names both: `old → new`. Names of one run stay apart: two of
 * them never become one, so what was read is known from the name that counts.
 */

const FIELDS = ['test', 'metric'] as const;
type Field = (typeof FIELDS)[number];

/** Keys of tests and ids of custom metrics that a run has, each once. */
type NamesOfRun = Record<Field, Set<string>>;

const TESTS = `
SELECT DISTINCT run_id AS run, tests.key AS name FROM results JOIN tests ON tests.id = test_id
WHERE heatmap_id = ANY ($1) AND run_id = ANY ($2)`;

const METRICS = `
SELECT DISTINCT run_id AS run, metric AS name FROM results
JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
WHERE results.heatmap_id = ANY ($1) AND run_id = ANY ($2) AND metric LIKE 'open:%'`;

async function namesOf(client: PoolClient, runs: readonly number[]): Promise<Map<number, NamesOfRun>> {
  const places = await findRunPlaces(client, runs);
  const heatmaps = [...new Set(places.map(({ heatmapId }) => heatmapId))];
  const names = new Map(runs.map((run) => [run, { test: new Set<string>(), metric: new Set<string>() }]));
  for (const [field, sql] of [['test', TESTS] as const, ['metric', METRICS] as const]) {
    const rows = await listRows<{ run: number; name: string }>(client, sql, [heatmaps, runs]);
    for (const { run, name } of rows) names.get(run)?.[field].add(name);
  }
  return names;
}

/** Of a metric, what its tool calls it. */
function shown(field: Field, name: string): string {
  return field === 'test' ? name : metricOf(name as MetricId).label;
}

function renamed(field: Field, name: string, to: string): string {
  if (field === 'test') return to;
  const { unit, direction } = metricOf(name as MetricId);
  return openMetricId({ name: to, unit, direction });
}

function partsOf(rename: string): [from: string, to: string] {
  const [from = '', to = ''] = rename.split(ARROW);
  return [from, to];
}

/** @returns by what was read, what counts after some corrections; a name that the run has already is given to no other */
function layNames(field: Field, read: Iterable<string>, layers: readonly RunChanges[]): Map<string, string> {
  const counted = new Map([...read].map((name) => [name, name]));
  for (const rename of layers.map((layer) => layer[field])) {
    if (!rename) continue;
    const [from, to] = partsOf(rename);
    if ([...counted.values()].some((name) => shown(field, name) === to)) continue;
    for (const [name, now] of counted) {
      if (shown(field, now) === from) counted.set(name, renamed(field, now, to));
    }
  }
  return counted;
}

/** A name that results of a run have, and the one that they get. */
interface Move {
  run: number;
  from: string;
  to: string;
}

export type RenamePlan = Record<Field, Move[]> & { renamed: ReadonlyMap<number, Renamed> };

/**
 * Which results and numbers of runs get another name.
 *
 * @param runs with what was read in place of names that count now, and the corrections in force, the oldest first
 */
export async function planRenames(
  client: PoolClient,
  runs: readonly { id: number; renamed: Renamed | undefined; layers: readonly RunChanges[] }[],
): Promise<RenamePlan> {
  const plan = { test: [] as Move[], metric: [] as Move[], renamed: new Map<number, Renamed>() };
  const concerned = runs.filter(
    (run) => run.renamed || run.layers.some((layer) => FIELDS.some((field) => layer[field])),
  );
  if (concerned.length === 0) return plan;
  const names = await namesOf(
    client,
    concerned.map(({ id }) => id),
  );
  for (const { id, layers, ...run } of concerned) {
    const kept: Renamed = {};
    for (const field of FIELDS) {
      const readOf = new Map(
        [...(names.get(id)?.[field] ?? [])].map((now) => [run.renamed?.[field]?.[now] ?? now, now]),
      );
      const counted = layNames(field, readOf.keys(), layers);
      for (const [read, to] of counted) {
        const from = readOf.get(read) ?? read;
        if (from !== to) plan[field].push({ run: id, from, to });
      }
      const others = [...counted].filter(([read, to]) => read !== to).map(([read, to]) => [to, read]);
      if (others.length > 0) kept[field] = Object.fromEntries(others);
    }
    if (Object.keys(kept).length > 0) plan.renamed.set(id, kept);
  }
  return plan;
}

/** Names are unique within a run and each gets another: no row may meet one that has its new name for a moment longer. */
const APART = 1_000_000;

const MOVE_TESTS = `
UPDATE results SET test_id = moved.into_id, repeat = repeat + ${APART}
FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) AS moved (heatmap_id, run_id, from_id, into_id)
WHERE results.heatmap_id = moved.heatmap_id AND results.run_id = moved.run_id AND test_id = from_id`;

const JOIN_REPEATS = `
UPDATE results SET repeat = repeat - ${APART}
FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[]) AS moved (heatmap_id, run_id)) AS moved
WHERE results.heatmap_id = moved.heatmap_id AND results.run_id = moved.run_id AND repeat > ${APART}`;

const MOVED_METRICS = `unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS moved (heatmap_id, run_id, from_name, into_name)`;

const MOVE_METRICS = `
UPDATE measurements SET metric = into_name || chr(1)
FROM ${MOVED_METRICS}
JOIN results ON results.heatmap_id = moved.heatmap_id AND results.run_id = moved.run_id
WHERE measurements.heatmap_id = results.heatmap_id AND result_id = results.id AND metric = from_name`;

const JOIN_METRICS = `
UPDATE measurements SET metric = into_name
FROM ${MOVED_METRICS}
JOIN results ON results.heatmap_id = moved.heatmap_id AND results.run_id = moved.run_id
WHERE measurements.heatmap_id = results.heatmap_id AND result_id = results.id AND metric = into_name || chr(1)`;

/** Gives results and numbers their names; records and notes of what has the old name no more go with them. */
export async function applyRenames(client: PoolClient, { test, metric }: RenamePlan): Promise<void> {
  if (test.length + metric.length === 0) return;
  const heatmapOf = new Map(
    (
      await findRunPlaces(
        client,
        [...test, ...metric].map(({ run }) => run),
      )
    ).map(({ id, heatmapId }) => [id, heatmapId]),
  );
  const placed = (moves: readonly Move[]) =>
    moves.map((move) => ({ ...move, heatmapId: heatmapOf.get(move.run) ?? 0 }));
  if (metric.length > 0) {
    const values = arraysOf(placed(metric), 'heatmapId', 'run', 'from', 'to');
    await client.query(MOVE_METRICS, values);
    await client.query(JOIN_METRICS, values);
  }
  if (test.length === 0) return;
  const ids = await idsOfTests(client, test);
  const rows = placed(test).map((move) => ({ ...move, ...ids(move) }));
  await client.query(MOVE_TESTS, arraysOf(rows, 'heatmapId', 'run', 'fromId', 'intoId'));
  await client.query(JOIN_REPEATS, arraysOf(rows, 'heatmapId', 'run'));
  const moves = [
    ...new Map(rows.map((row) => [`${row.heatmapId} ${row.fromId} ${row.intoId}`, row])).values(),
  ];
  await moveRecords(client, moves);
  await moveCellNotes(client, moves);
}

interface TestRow extends TestInfo {
  id: number;
  key: string;
  run: number;
  benchmark: string;
}

const TESTS_OF_RUNS = `
SELECT place.id AS run, tests.benchmark_id AS benchmark, tests.id, key, name, range, "group", position, unit, warmup, known
FROM (SELECT run_id AS id, workload_id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id WHERE run_id = ANY ($1)) AS place
JOIN workloads ON workloads.id = workload_id
JOIN tests ON tests.benchmark_id = workloads.benchmark_id AND key = ANY ($2)`;

async function testsOf(client: PoolClient, moves: readonly Move[]) {
  const rows = await listRows<TestRow>(client, TESTS_OF_RUNS, [
    moves.map(({ run }) => run),
    [...new Set(moves.flatMap(({ from, to }) => [from, to]))],
  ]);
  const byName = new Map(rows.map((row) => [JSON.stringify([row.run, row.key]), row]));
  return (run: number, key: string) => byName.get(JSON.stringify([run, key]));
}

async function idsOfTests(client: PoolClient, moves: readonly Move[]) {
  const known = await testsOf(client, moves);
  const made = new Map<string, number>();
  for (const { run, from, to } of moves) {
    const old = known(run, from);
    if (!old || known(run, to) || made.has(JSON.stringify([old.benchmark, to]))) continue;
    const ids = await testIds(client, old.benchmark, [testNamed(to, old)]);
    made.set(JSON.stringify([old.benchmark, to]), ids.get(to)?.id ?? 0);
  }
  return ({ run, from, to }: Move) => {
    const old = known(run, from);
    const intoId = known(run, to)?.id ?? made.get(JSON.stringify([old?.benchmark, to])) ?? 0;
    return { fromId: old?.id ?? 0, intoId };
  };
}

/** A test with a new name: where the registry knows the name, as it says, else at the place of the old one. */
function testNamed(key: string, { benchmark, id: _, key: __, run: ___, ...old }: TestRow): TestInfo {
  const [, name = key, range] =
    old.range !== null || isBenchmarkId(benchmark) ? (/^(.+)_range=(\d{1,9})$/.exec(key) ?? []) : [];
  const named = { name, range: range === undefined ? null : Number(range) };
  // `_range=007` is a name, no range.
  if (testLabel(named.name, named.range) !== key) return { ...old, name: key, range: null };
  const placed = benchmarkModel(benchmark).placeTest(named.name, named.range);
  if (isBenchmarkId(benchmark)) return { ...old, ...(placed.known ? placed : { known: false }), ...named };
  return { ...old, group: placed.group, ...named };
}

/**
 * Which of some runs a correction renames something of, by field.
 *
 * @throws SettingError when none has the old name, or one has both; for a metric that the throughput is made of; and for
 *   tests that count different things
 */
export async function checkRenames(
  client: PoolClient,
  runs: readonly { id: number; label: string }[],
  changes: RunChanges,
): Promise<Partial<Record<Field, ReadonlySet<number>>>> {
  const found: Partial<Record<Field, ReadonlySet<number>>> = {};
  for (const field of FIELDS) {
    const rename = changes[field];
    if (!rename) continue;
    const names = await namesOf(
      client,
      runs.map(({ id }) => id),
    );
    const [from, to] = partsOf(rename);
    const has = (run: number, name: string) =>
      [...(names.get(run)?.[field] ?? [])].some((each) => shown(field, each) === name);
    const own = runs.filter(({ id }) => has(id, from));
    if (own.length === 0) {
      if (field === 'metric' && isBuiltInMetric(from)) {
        throw new SettingError(
          `metric: "${from}" is built in: its name, unit and formula are those of every benchmark. Only metrics that a results.json names can be renamed.`,
        );
      }
      throw new SettingError(`${field}: none of these runs has a ${field} "${from}".`);
    }
    const both = own.find(({ id }) => has(id, to));
    if (both) {
      throw new SettingError(
        `${field}: ${both.label} (run ${both.id}) has "${from}" and "${to}": two ${field}s of a run can't become one. Choose another name, or other runs.`,
      );
    }
    const moves = own.map(({ id }) => ({ run: id, from, to }));
    if (field === 'test') await checkUnits(client, moves);
    else await checkThroughput(client, moves);
    found[field] = new Set(own.map(({ id }) => id));
  }
  return found;
}

async function checkUnits(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const known = await testsOf(client, moves);
  for (const { run, from, to } of moves) {
    const [old, other] = [known(run, from), known(run, to)];
    if (old && other && unitConversion(old.unit, other.unit) === null) {
      throw new SettingError(
        `test: "${from}" is in ${old.unit} and "${to}" in ${other.unit}: they are different tests.`,
      );
    }
  }
}

const BY_METRIC = `
SELECT run_id AS run, unit FROM results
WHERE heatmap_id = ANY ($1) AND run_id = ANY ($2) AND (unit = '1/' || $3 OR substr(unit, strpos(unit, ' by ') + 4) = $3 AND unit LIKE '% by %')
LIMIT 1`;

/** The unit of a throughput that is computed of a metric has the name of that metric, as do later uploads. */
async function checkThroughput(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const runs = moves.map(({ run }) => run);
  const places = await findRunPlaces(client, runs);
  const name = moves[0]?.from ?? '';
  const [found] = await listRows<{ run: number; unit: string }>(client, BY_METRIC, [
    [...new Set(places.map(({ heatmapId }) => heatmapId))],
    runs,
    name,
  ]);
  if (found) {
    throw new SettingError(
      `metric: the throughput of run ${found.run} is computed from "${name}" (${found.unit}), so it can't be renamed.`,
    );
  }
}

/** What a correction says of a run before and after, for its history. */
export function namedBy(changes: RunChanges, side: 'before' | 'after'): RunChanges {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const rename = changes[field];
      return rename ? [[field, partsOf(rename)[side === 'before' ? 0 : 1]]] : [];
    }),
  );
}
