import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCellNote, listCellNotes } from '../notes/cell-notes';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { getRegression } from '../regressions/record-page/get-regression';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import type { RunChanges, RunSelector } from '../types/corrections';
import { applyCorrection } from './apply-correction';
import { getCorrection } from './get-correction';
import { listCorrections } from './list-corrections';
import { previewCorrection } from './preview-correction';
import { undoCorrection } from './undo-correction';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const correct = (changes: RunChanges, select: RunSelector = { server: 'pn53' }) =>
  applyCorrection(bench.database, {
    ...{ kind: 'runs', select, changes, reason: 'the tool renamed it', by: 'ann' },
  });
const undo = (id: string, withLater = false) => undoCorrection(bench.database, id, { by: 'ann', withLater });

const rowsOf = async <T>(sql: string) => (await bench.database.pool.query(sql)).rows as T[];
/** `16.0 t0, t1`: tests of each run that are asked for. */
const testsOf = async (...names: string[]) =>
  (
    await rowsOf<{ text: string }>(
      `SELECT concat(versions.name, ' ', string_agg(DISTINCT tests.key, ', ' ORDER BY tests.key)) AS text
       FROM runs JOIN variants ON variants.id = variant_id JOIN versions ON versions.id = version_id
       JOIN results ON results.heatmap_id = runs.heatmap_id AND run_id = runs.id JOIN tests ON tests.id = test_id
       WHERE tests.key IN (${names.map((name) => `'${name}'`).join(', ')})
       GROUP BY runs.id, versions.name ORDER BY runs.id`,
    )
  ).map(({ text }) => text);
/** A run whose tool calls t0 otherwise. */
function withoutT0(version: string, name: string) {
  const { qps, ...run } = versionRun(version);
  const { t0 = [], ...others } = qps;
  return { ...run, qps: { ...others, [name]: t0 } };
}
const deliveries = async () => (await rowsOf('SELECT id FROM webhook_deliveries')).length;

describe('a test that was renamed', () => {
  it('continues under the new name with its records and notes, in silence, and has its old name after undo', async () => {
    await bench.database.pool.query(
      `INSERT INTO webhooks (url, secret, events)
       VALUES ('https://hooks.example', repeat('s', 32), '{regression.new,regression.fixed,regression.withdrawn}')`,
    );
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }), versionRun('18.0', { t0: 0.8 }));
    const [record] = await bench.list();
    if (!record) throw new Error('There is no record.');
    const place = { server: 'pn53', workload: record.workload.slug };
    const cell = { ...place, test: 't0', column: record.firstBad.column };
    await addCellNote(bench.database, { ...cell, text: 'slow', isHighlighted: true, by: 'ann' });
    const before = await bench.recordTexts();
    const sent = await deliveries();

    const asked = { kind: 'runs', select: { server: 'pn53' }, changes: { test: 't0 → select_range=5' } };
    const preview = await previewCorrection(bench.database, asked);
    expect(preview).toMatchObject({ runs: { length: 3 }, records: [] });
    expect(await testsOf('t0', 'select_range=5')).toEqual(['16.0 t0', '17.0 t0', '18.0 t0']);

    const { id, runs } = await correct({ test: 't0 -> select_range=5' });
    expect(runs).toBe(3);
    expect(await testsOf('t0', 'select_range=5')).toEqual(
      ['16.0', '17.0', '18.0'].map((version) => `${version} select_range=5`),
    );
    expect(await recomputeRegressions(bench.database)).toMatchObject({
      ...{ created: 0, changed: 0, withdrawn: 0 },
    });
    expect(await bench.recordTexts()).toEqual(before.map((text) => text.replace('t0', 'select_range=5')));
    expect((await bench.list()).map(({ slug }) => slug)).toEqual([record.slug]);
    const [latest] = (await getRegression(bench.database, record.slug)).history;
    expect(latest?.text).toBe('Its test was renamed: t0 → select_range=5.');
    expect(await listCellNotes(bench.database, place)).toMatchObject([
      { test: 'select_range=5', text: 'slow' },
    ]);
    const { corrections } = await listCorrections(bench.database);
    expect(corrections).toMatchObject([
      { id, changes: { test: 't0 → select_range=5' }, before: { test: ['t0'] } },
    ]);
    const { changedRuns } = await getCorrection(bench.database, id);
    expect(changedRuns[0]).toMatchObject({ before: { test: 't0' }, after: { test: 'select_range=5' } });

    await undo(id);
    await recomputeRegressions(bench.database);
    expect(await testsOf('t0', 'select_range=5')).toEqual(['16.0 t0', '17.0 t0', '18.0 t0']);
    expect(await bench.recordTexts()).toEqual(before);
    expect((await bench.list()).map(({ slug }) => slug)).toEqual([record.slug]);
    expect(await listCellNotes(bench.database, place)).toMatchObject([{ test: 't0' }]);
    expect(await deliveries()).toBe(sent);
  });

  it('joins the runs that have the new name already, with every repeat, and leaves them on undo', async () => {
    await bench.store(versionRun('16.0', { t0: [1, 0.99, 1.01] }), versionRun('17.0', { t0: 1 }));
    await bench.store(withoutT0('18.0', 'select'));
    await expect(correct({ test: 't1 → select' })).rejects.toThrow('has "t1" and "select"');
    const { id, runs } = await correct({ test: 't0 → select' });
    expect(runs).toBe(2);
    expect(await testsOf('t0', 'select')).toEqual(['16.0 select', '17.0 select', '18.0 select']);
    const repeats = await rowsOf<{ repeat: number }>(
      `SELECT repeat FROM results JOIN tests ON tests.id = test_id WHERE key = 'select' ORDER BY run_id, repeat`,
    );
    expect(repeats.map(({ repeat }) => repeat)).toEqual([1, 2, 3, 1, 1]);
    await recomputeRegressions(bench.database);
    await undo(id);
    expect(await testsOf('t0', 'select')).toEqual(['16.0 t0', '17.0 t0', '18.0 select']);
  });

  it('has the new name again when its upload is read again or restored', async () => {
    const run = versionRun('16.0');
    await bench.store(run);
    await correct({ test: 't0 → select' }, { upload: '1' });
    const [logs] = await rowsOf<{ count: string }>('SELECT count(*) FROM log_identities');
    await bench.database.pool.query('UPDATE uploads SET parser_version = 0');
    await bench.store(run);
    expect(await testsOf('t0', 'select')).toEqual(['16.0 select']);
    expect(await rowsOf('SELECT count(*) FROM log_identities')).toEqual([logs]);
  });

  it('is one of several: two swap their names, and undo goes by the names that depend on each other', async () => {
    await bench.store(versionRun('16.0', { t0: 1, t1: 2, t2: 3 }));
    const qps = async () =>
      rowsOf(`SELECT key, round(value)::int AS value FROM results JOIN tests ON tests.id = test_id
        JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
        WHERE metric = 'throughput' AND key IN ('t0', 't1', 't2', 'x') ORDER BY key`);
    const before = await qps();
    const first = await correct({ test: 't0 → x' });
    const other = await correct({ test: 't2 → y' });
    await correct({ test: 't1 → t0' });
    await correct({ test: 'x → t1' });
    const swapped = await qps();
    expect(swapped).toEqual([
      { key: 't0', value: (before[1] as { value: number }).value },
      { key: 't1', value: (before[0] as { value: number }).value },
    ]);
    await expect(undo(first.id)).rejects.toThrow('Undo all of them');
    await undo(other.id);
    expect((await undo(first.id, true)).ids).toHaveLength(3);
    expect(await qps()).toEqual(before);
  });

  it('is refused where the name is not there, is the same, or says nothing', async () => {
    await bench.store(versionRun('16.0'));
    await expect(correct({ test: 't99 → x' })).rejects.toThrow('none of these runs has a test "t99"');
    await expect(correct({ test: 't0 → t1' })).rejects.toThrow("two tests of a run can't become one");
    await expect(correct({ test: 't0 → t0' })).rejects.toThrow('are the same');
    for (const text of ['t0', ' → x', 't0 → ', 'a → b → c', '']) {
      await expect(correct({ test: text })).rejects.toThrow('test: Expected "old name -> new name"');
    }
    await expect(correct({ test: `t0 → ${'x'.repeat(501)}` })).rejects.toThrow('1 to 500 characters');
    const odd = `${'ä@/#?%&;|"'.repeat(30)}`;
    await correct({ test: `t0 → ${odd}` });
    expect(await testsOf('t0', odd)).toEqual([`16.0 ${odd}`]);
  });
});

describe('a custom metric that was renamed', () => {
  const metrics = async () =>
    (await rowsOf<{ metric: string }>(`SELECT DISTINCT metric FROM measurements ORDER BY 1`)).map(
      ({ metric }) => metric,
    );
  const addMetric = (id: string) =>
    bench.database.pool.query(
      `INSERT INTO measurements (heatmap_id, result_id, metric, source, value, unit)
       SELECT heatmap_id, id, $1, 'reported', 5, 'ms' FROM results`,
      [id],
    );

  it('keeps its numbers, unit and direction under the new name, and is back after undo', async () => {
    await bench.store(versionRun('16.0'));
    await addMetric('open:lower:ms:tail');
    await addMetric('open:lower:rows:left');
    const { id } = await correct({ metric: 'tail → commit tail' });
    expect(await metrics()).toEqual(['open:lower:ms:commit tail', 'open:lower:rows:left', 'throughput']);
    const { corrections } = await listCorrections(bench.database);
    expect(corrections).toMatchObject([{ before: { metric: ['tail'] } }]);
    await expect(correct({ metric: 'commit tail → left' })).rejects.toThrow(
      "two metrics of a run can't become one",
    );
    await undo(id);
    expect(await metrics()).toEqual(['open:lower:ms:tail', 'open:lower:rows:left', 'throughput']);
  });

  it('is refused where it is built in, or the throughput is computed from it', async () => {
    await bench.store(versionRun('16.0'));
    await addMetric('open:lower:ms:tail');
    await expect(correct({ metric: 'throughput → rate' })).rejects.toThrow('"throughput" is built in');
    await expect(correct({ metric: 'QPS → rate' })).rejects.toThrow('"QPS" is built in');
    await expect(correct({ metric: 'tail → qps' })).rejects.toThrow('is the name of a built-in metric');
    await expect(correct({ metric: 'p42 → x' })).rejects.toThrow('has a metric "p42"');
    await bench.database.pool.query(`UPDATE results SET unit = 'operations/s by tail'`);
    await expect(correct({ metric: 'tail → x' })).rejects.toThrow('is computed from "tail"');
    expect(await metrics()).toEqual(['open:lower:ms:tail', 'throughput']);
  });
});
