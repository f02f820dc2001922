import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAnnotation, removeAnnotation } from '../annotations/annotations';
import { applyCorrection } from '../corrections/apply-correction';
import { previewCorrection } from '../corrections/preview-correction';
import { undoCorrection } from '../corrections/undo-correction';
import { addServer } from '../import/add-server';
import { setCampaign } from '../jobs/set-campaign';
import { mergeServers } from '../merges/merge-servers';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { addExclusion, removeExclusion } from '../regressions/noise/noise-exclusions';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { saveNotes, triageRegression } from '../regressions/triage';
import { setServerFacts } from '../servers/set-server-facts';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { inChange, noteShared } from './changes';
import { countAllRuns } from './heatmap-rows';
import { listWrittenSince, readEpochs } from './read-epochs';

/*
 * Triggers of these tests alone look at the end of each transaction whether what it wrote took an epoch: a writer
 * that forgets to note its changes fails here.
 */
const GUARDED = [
  'annotations',
  'corrections',
  'merges',
  'noise_exclusions',
  'regressions',
  'run_uploads',
  'series',
  'server_fact_changes',
  'servers',
];
const GUARDS = `
CREATE FUNCTION took_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT xmin::text FROM epochs) <> (pg_current_xact_id()::xid)::text THEN
    RAISE EXCEPTION '% of % took no epoch', TG_OP, TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION took_epoch_of_heatmap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone heatmaps%ROWTYPE;
BEGIN
  FOR gone IN SELECT * FROM heatmaps WHERE (server_id, workload_id) IN (
    SELECT * FROM (VALUES (CASE WHEN TG_OP <> 'INSERT' THEN OLD.server_id END, CASE WHEN TG_OP <> 'INSERT' THEN OLD.workload_id END),
      (CASE WHEN TG_OP <> 'DELETE' THEN NEW.server_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.workload_id END)) AS places)
  LOOP
    IF gone.epoch <> (SELECT newest FROM epochs) THEN
      RAISE EXCEPTION '% of % took no epoch for heatmap %', TG_OP, TG_TABLE_NAME, gone.id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
${GUARDED.map(
  (table) => `CREATE CONSTRAINT TRIGGER guard_${table} AFTER INSERT OR UPDATE OR DELETE ON ${table}
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION took_epoch();`,
).join('\n')}
${['runs', 'regressions', 'series']
  .map(
    (table) => `CREATE CONSTRAINT TRIGGER guard_heatmap_${table} AFTER INSERT OR UPDATE OR DELETE ON ${table}
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION took_epoch_of_heatmap();`,
  )
  .join('\n')}`;

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
  await bench.database.pool.query(GUARDS);
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const WORKLOAD = 'sysbench-cached-1x50m-1c-pk1';
const changed = { t0: 0.4 };

/** What a change writes: which heatmaps, and whether something that all share. */
async function writtenBy(change: () => Promise<unknown>) {
  const before = await readEpochs(bench.database);
  await change();
  const after = await readEpochs(bench.database);
  const heatmaps = await listWrittenSince(bench.database, before.newest);
  return {
    taken: after.newest - before.newest,
    shared: after.shared > before.newest,
    heatmaps: heatmaps.map(({ server }) => server).sort(),
  };
}

describe('epochs', () => {
  it('are taken for the heatmaps that were written, and no others', async () => {
    await bench.store(versionRun('16.0'));
    await bench.store(versionRun('16.0', {}, { server: 'other' }));
    expect(await writtenBy(() => bench.storeOnly(versionRun('17.0', changed)))).toEqual({
      taken: 1,
      shared: false,
      heatmaps: ['pn53'],
    });
    expect(await writtenBy(() => recomputeRegressions(bench.database))).toEqual({
      taken: 1,
      shared: false,
      heatmaps: ['pn53'],
    });
    expect(await writtenBy(() => recomputeRegressions(bench.database))).toMatchObject({ taken: 0 });
  });

  it('are taken by whatever people say of runs and records', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', changed));
    const [run] = await bench.storeOnly(versionRun('18.0', changed, { server: 'other' }));
    await recomputeRegressions(bench.database);
    const [record] = await bench.list();
    if (!record || run === undefined) throw new Error('no record found');
    const by = 'local';
    const { slug } = record;
    const heatmaps = ['pn53'];

    const triage = { slug, version: record.triageVersion, by };
    expect(await writtenBy(() => triageRegression(bench.database, triage, { state: 'confirmed' }))).toEqual({
      taken: 1,
      shared: false,
      heatmaps,
    });
    expect(await writtenBy(() => saveNotes(bench.database, { slug, version: 1, by }, 'seen'))).toEqual({
      taken: 1,
      shared: false,
      heatmaps,
    });
    const correction = {
      kind: 'runs',
      select: { runs: [String(run)] },
      changes: { server: 'pn53' },
      reason: 'misnamed',
      by,
    };
    expect(await writtenBy(() => previewCorrection(bench.database, correction))).toMatchObject({ taken: 0 });
    const moved = await writtenBy(() => applyCorrection(bench.database, correction));
    expect(moved).toEqual({ taken: 1, shared: true, heatmaps: ['other', 'pn53'] });
    const { rows } = await bench.database.pool.query<{ id: string }>('SELECT id::text FROM corrections');
    expect(await writtenBy(() => undoCorrection(bench.database, rows[0]?.id ?? '', { by }))).toEqual(moved);
    const exclusion = { run: String(run), other: null, reason: 'a backup ran', by };
    let id = '';
    expect(
      await writtenBy(async () => {
        id = await addExclusion(bench.database, exclusion);
      }),
    ).toEqual({ taken: 1, shared: false, heatmaps: ['other'] });
    expect(await writtenBy(() => removeExclusion(bench.database, id, by))).toEqual({
      taken: 1,
      shared: false,
      heatmaps: ['other'],
    });
    expect(await writtenBy(() => setCampaign(bench.database, '1', { campaign: 'nov25', by }))).toEqual({
      taken: 1,
      shared: false,
      heatmaps: ['pn53'],
    });
  });

  it('are shared if any heatmap may show the change', async () => {
    await bench.store(versionRun('16.0'));
    await bench.store(versionRun('16.0', {}, { server: 'other' }));
    const by = 'local';
    const facts = { cores: 9, cpu: null, memoryBytes: null, storage: null, os: null };
    const said = await writtenBy(() => setServerFacts(bench.database, 'pn53', { facts: { cores: 9 }, by }));
    expect(said).toEqual({ taken: 1, shared: true, heatmaps: [] });
    const kind = await writtenBy(() =>
      setServerFacts(bench.database, 'pn53', { facts: { kind: 'shared' }, by }),
    );
    expect(kind).toEqual({ taken: 1, shared: true, heatmaps: ['pn53'] });
    expect(await writtenBy(() => addServer(bench.database, { name: 'new', ...facts }, by))).toMatchObject({
      taken: 1,
      shared: true,
    });
    const at = '2025-11-01T00:00:00Z';
    let id = '';
    const annotate = async () => {
      const annotation = { at, label: 'new kernel', server: 'pn53', product: null, by };
      ({ id } = await addAnnotation(bench.database, annotation));
    };
    expect(await writtenBy(annotate)).toEqual({ taken: 1, shared: true, heatmaps: [] });
    expect(await writtenBy(() => removeAnnotation(bench.database, { id, by }))).toMatchObject({
      shared: true,
    });
    const merge = { from: 'other', into: 'pn53', reason: 'one machine', by };
    expect(await writtenBy(() => mergeServers(bench.database, merge))).toEqual({
      taken: 1,
      shared: true,
      heatmaps: ['other', 'pn53'],
    });
  });

  it('become visible in their order, and with what they are of', async () => {
    await bench.store(versionRun('16.0'));
    const { newest } = await readEpochs(bench.database);
    await expect(
      inChange(bench.database, async (client) => {
        noteShared(client);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await readEpochs(bench.database)).toMatchObject({ newest });
    await Promise.all(
      Array.from({ length: 20 }, () => inChange(bench.database, async (client) => noteShared(client))),
    );
    expect(await readEpochs(bench.database)).toEqual({ newest: newest + 20, shared: newest + 20 });
  });

  it('cannot be noted outside of a change', async () => {
    const client = await bench.database.pool.connect();
    try {
      expect(() => noteShared(client)).toThrow('outside of inChange');
    } finally {
      client.release();
    }
  });
});

describe('rows of heatmaps', () => {
  it('follow the runs: what comes, moves and goes', async () => {
    const rowOf = async () => {
      const entries = await listHeatmaps(bench.database);
      return entries.map(({ server, workload, products, columns, comparableVersions }) => [
        `${server.slug} ${workload.slug} ${workload.origin} ${products.join()}`,
        columns,
        comparableVersions,
      ]);
    };
    await bench.store(versionRun('16.0'), versionRun('17.0'));
    await bench.store(versionRun('18.0'), versionRun('nightly', {}, { server: 'other' }));
    const name = (server: string) => `${server} ${WORKLOAD} uploaded PostgreSQL`;
    expect((await rowOf()).sort()).toEqual([
      [name('other'), 1, 1],
      [name('pn53'), 3, 3],
    ]);
    await mergeServers(bench.database, { from: 'other', into: 'pn53', reason: 'one machine', by: 'local' });
    expect(await rowOf()).toEqual([[name('pn53'), 4, 4]]);
    await bench.remove(1);
    expect(await rowOf()).toEqual([[name('pn53'), 2, 2]]);
    await bench.remove(2);
    expect(await rowOf()).toEqual([]);
  });

  it('are the same when all runs are counted again', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', {}, { server: 'other' }));
    const read = async () =>
      (
        await bench.database.pool.query(
          'SELECT id, run_count, column_count, comparable, products, origins, latest_run_at, variant_ids FROM heatmaps ORDER BY id',
        )
      ).rows;
    const before = await read();
    await bench.database.pool.query(
      `UPDATE heatmaps SET run_count = 7, column_count = 0, comparable = 0, products = '{}', origins = '{}', variant_ids = '{}'`,
    );
    await countAllRuns(bench.database);
    expect(await read()).toEqual(before);
  });
});
