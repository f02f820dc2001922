import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import { importParsed } from '../import/import-parsed';
import { createPermalink } from '../permalinks/create-permalink';
import { addExclusion } from '../regressions/noise/noise-exclusions';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { isOnCitus } from '../testing/database';
import { nightRun, nightRuns, nightTime } from '../testing/night-runs';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { describeRetention } from './describe-retention';
import { retain } from './retain';

let bench: RegressionBench;
let blobs: BlobStore;
let folder = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-thinning-'));
  blobs = openBlobStore(folder, bench.database);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

/** t0 loses 10% in night 100, t1 gains 8% in night 150, t2 is slower for twenty nights. */
const steps = (night: number) => ({
  t0: night >= 100 ? 0.9 : 1,
  t1: night >= 150 ? 1.08 : 1,
  t2: night >= 170 && night < 190 ? 0.85 : 1,
});
const ALL = 300;

/** Nights of the first uploads, and those that were sent one by one. */
const [FIRST, TO] = [200, 240];

/** A history: what was there at first in one upload, later nights each in its own, the newest in one again. */
async function storeHistory(factorsOf: (night: number) => Record<string, number> = steps) {
  await bench.storeOnly(versionRun('18.4'));
  await bench.storeOnly(...nightRuns(0, FIRST, factorsOf));
  for (let night = FIRST; night < TO; night += 1) await bench.storeOnly(nightRun(night, factorsOf(night)));
  await bench.storeOnly(...nightRuns(TO, ALL, factorsOf));
  await recomputeRegressions(bench.database);
}

const rowsOf = async (sql: string) =>
  (
    await bench.database.pool.query<{ row: string }>(
      `SELECT each::text AS row FROM (${sql}) AS each ORDER BY 1`,
    )
  ).rows.map(({ row }) => row);

/** What records say, with all of their history; their numbers follow the nights that are left. */
const records = () =>
  rowsOf(`SELECT regressions.id, tests.key, first_bad, last_good, fixed_seen, verdict, state, withdrawn_at,
    (SELECT array_agg(event.kind || event.detail::text ORDER BY event.id) FROM regression_events AS event
      WHERE event.heatmap_id = regressions.heatmap_id AND regression_id = regressions.id) AS history
    FROM regressions JOIN tests ON tests.id = test_id`);

const everything = async () => [
  ...(await rowsOf('SELECT * FROM uploads')),
  ...(await rowsOf('SELECT * FROM runs')),
  ...(await rowsOf('SELECT * FROM regressions')),
  ...(await rowsOf('SELECT server_id, workload_id, stale_since FROM heatmaps')),
];

const labels = async () =>
  new Set(await rowsOf('SELECT label FROM runs').then((rows) => rows.map((row) => row.slice(1, -1))));
const label = (night: number) => `x.pg19devel.night${night}.pk1`;

const rule = { rawDays: null, thinDays: 30 };
/** Thirty days after the last night: the rule reaches all of them. */
const now = new Date(Date.parse(nightTime(ALL + 30)));
const look = () => retain(bench.database, blobs, rule, { isApplied: false, now });
const apply = () => retain(bench.database, blobs, rule, { isApplied: true, now });

async function thin() {
  const before = { records: await records(), everything: await everything() };
  const preview = await look();
  const seenAfterPreview = await everything();
  return { before, preview, seenAfterPreview, applied: await apply() };
}

describe('thinning a history', () => {
  beforeAll(() => storeHistory());
  afterAll(() => bench.clear());

  let thinned: Promise<Awaited<ReturnType<typeof thin>>> | undefined;
  const thinOnce = () => (thinned ??= thin());

  it.skipIf(isOnCitus())('lets nothing go when a record would say something else without it', async () => {
    const before = { records: await records(), labels: await labels() };
    const { pool } = bench.database;
    // Whatever goes, the machine was moved in the night of a change: it is no longer attributed to the software.
    await pool.query(`CREATE FUNCTION move_machine() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO annotations (at, label, by) VALUES ('${nightTime(100)}', 'machine moved', 'me'); RETURN NULL; END $$`);
    await pool.query('CREATE TRIGGER move_machine AFTER DELETE ON runs EXECUTE FUNCTION move_machine()');
    const { lines, nights } = await apply();
    await pool.query('DROP FUNCTION move_machine CASCADE');
    expect(nights).toBe(0);
    expect(lines[0]?.nights.kept['held back']).toBeGreaterThan(0);
    expect(await records()).toEqual(before.records);
    expect(await labels()).toEqual(before.labels);
    expect(await rowsOf('SELECT at FROM annotations')).toEqual([]);
  });

  it('does what its preview says, keeps what is known of every change, and does nothing the second time', async () => {
    const { before, preview, seenAfterPreview, applied } = await thinOnce();
    expect(before.records).toHaveLength(3);
    expect(seenAfterPreview).toEqual(before.everything);
    expect(preview.lines).toMatchObject([
      {
        server: 'pn53',
        line: 'PostgreSQL 19devel@master, x10a_c8r32',
        total: ALL,
        nights: { kept: { newest: 60, week: 35 }, oldest: nightTime(1) },
      },
    ]);
    const { lines, nights } = preview;
    const kept = Object.values(lines[0]?.nights.kept ?? {}).reduce((sum, count) => sum + count, 0);
    expect(kept + nights).toBe(ALL);
    // Twelve nights on each side of four levels that begin, but for those that stay for their week.
    expect(lines[0]?.nights.kept.record).toBeGreaterThan(60);

    expect(applied).toEqual({ ...preview, isApplied: true });
    expect(await records()).toEqual(before.records);
    const left = await labels();
    expect(left.size).toBe(1 + ALL - nights);
    for (const night of [99, 100, 149, 150, 169, 170, 189, 190, 240, 299])
      expect(left).toContain(label(night));
    for (const night of [40, 41, 130, 215]) expect(left).not.toContain(label(night));

    // Judged again from the remaining nights, it is the same.
    const runs = await bench.database.pool.query<{ id: number }>('SELECT id FROM runs');
    await recomputeRegressions(bench.database, { runIds: runs.rows.map(({ id }) => id) });
    expect(await records()).toEqual(before.records);
    expect(await rowsOf('SELECT stale_since FROM heatmaps WHERE stale_since IS NOT NULL')).toEqual([]);
    expect(await apply()).toMatchObject({ nights: 0, runs: 0, uploads: { deleted: 0, withoutFiles: 0 } });
  });

  it('counts uploads without a night as gone, and brings nothing back when the others are read again', async () => {
    const { runs, uploads } = (await thinOnce()).applied;
    const { rows } = await bench.database.pool.query<{ content: string; thinned: number; runs: number }>(
      `SELECT replace(filename, '.tar.gz', '') AS content, cardinality(thinned_runs) AS thinned, run_count AS runs
       FROM uploads WHERE thinned_runs IS NOT NULL`,
    );
    expect(rows).toHaveLength(1);
    const [first] = rows;
    expect(uploads.deleted).toBe(runs - (first?.thinned ?? 0));
    expect((first?.runs ?? 0) + (first?.thinned ?? 0)).toBe(FIRST);
    const before = await labels();
    await importParsed(bench.database, {
      upload: describeUpload(first?.content ?? ''),
      parsed: makeUpload(...nightRuns(0, FIRST, steps)),
      configTexts: new Map(),
    });
    expect(await labels()).toEqual(before);
  });

  it('does not restore nights from another upload, reports it, and removes that upload', async () => {
    await thinOnce();
    const before = { labels: await labels(), records: await records() };
    const send = (...runs: ReturnType<typeof nightRun>[]) =>
      importParsed(bench.database, {
        upload: describeUpload(`again ${runs.length}`),
        parsed: makeUpload(...runs),
        configTexts: new Map(),
      });
    const [gone, fresh] = [nightRuns(40, 42, steps), nightRun(ALL, steps(ALL))];
    const mixed = await send(...gone, fresh);
    expect(mixed.runs).toMatchObject([{ isNew: true }]);
    expect(mixed.diagnostics.filter(({ code }) => code === 'NIGHT_THINNED')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(`${label(40)} was stored before`) },
      { message: expect.stringContaining(`${label(41)} was stored before`) },
    ]);
    const only = await send(...gone);
    expect(only.runs).toEqual([]);
    expect(await labels()).toEqual(new Set([...before.labels, label(ALL)]));

    const preview = await look();
    expect(preview.uploads.deleted).toBe(1);
    expect(describeRetention(preview)).toContain('1 upload that held nothing else');
    expect(await apply()).toEqual({ ...preview, isApplied: true });
    expect(await rowsOf(`SELECT id FROM uploads WHERE id = ${only.uploadId}`)).toEqual([]);
    expect(await rowsOf(`SELECT id FROM uploads WHERE id = ${mixed.uploadId}`)).toHaveLength(1);
    expect((await send(...gone)).runs).toEqual([]);
  });
});

describe('thinning', () => {
  beforeEach(() => bench.clear());

  it('keeps nights of permalinks and marked nights, and touches no upload with a release', async () => {
    await bench.storeOnly(versionRun('18.4'), ...nightRuns(0, 20));
    const runIds: number[] = [];
    for (let night = 20; night < 120; night += 1) runIds.push(...(await bench.storeOnly(nightRun(night))));
    await recomputeRegressions(bench.database);
    const [server = '', workload = ''] = [
      'pn53',
      (await bench.database.prisma.workload.findFirstOrThrow()).slug,
    ];
    const slugOf = async (night: number) =>
      (
        await bench.database.prisma.run.findFirstOrThrow({
          where: { label: label(night) },
          include: { variant: true },
        })
      ).variant.slug;
    await createPermalink(bench.database, {
      kind: 'compare',
      path: `/compare?server=${server}&cols=${await slugOf(25)}`,
      title: 'x',
      snapshot: { shape: 1, view: { matrix: { columns: [{ slug: await slugOf(26) }] } } },
      parserVersion: 1,
      heatmaps: [{ server, workload }],
    });
    await addExclusion(bench.database, {
      run: String(runIds[7]),
      other: null,
      reason: 'disk was full',
      by: 'me',
    });
    const { lines, nights } = await retain(bench.database, blobs, rule, { isApplied: true, now });
    expect(lines[0]?.nights.kept).toMatchObject({
      permalink: 2,
      corrected: 1,
      release: 16,
      week: 10,
      newest: 60,
    });
    expect(nights).toBe(120 - 60 - 10 - 16 - 3);
    const left = await labels();
    for (const night of [0, 19, 25, 26, 27]) expect(left).toContain(label(night));
    expect(left).not.toContain(label(23));
  });

  it('keeps more of the nights around a change that is hard to see', async () => {
    // In so much noise a step of 5% is visible only with many nights on each side.
    const noise = (night: number) => (((Math.sin((night + 1) * 127.1) * 43_758.5453) % 1) + 1) % 1;
    const noisy = (night: number) => ({ t0: (night >= 150 ? 0.95 : 1) * (0.875 + 0.25 * noise(night)) });
    await storeHistory(noisy);
    const before = await records();
    expect(before).toHaveLength(1);
    const { lines } = await apply();
    expect(lines[0]?.nights.kept.record).toBeGreaterThan(100);
    expect(await records()).toEqual(before);
  });

  it.skipIf(isOnCitus())('leaves the rest to the next time when it is killed between two lines', async () => {
    const elsewhere = (night: number) => nightRun(night, {}, { server: 'zz48', label: `zz.night${night}` });
    for (let night = 0; night < 80; night += 1) await bench.storeOnly(nightRun(night), elsewhere(night));
    await recomputeRegressions(bench.database);
    const { pool } = bench.database;
    await pool.query(`CREATE FUNCTION stop_there() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF OLD.label LIKE 'zz.%' THEN RAISE EXCEPTION 'killed'; END IF; RETURN OLD; END $$`);
    await pool.query(
      'CREATE TRIGGER stop_there BEFORE DELETE ON runs FOR EACH ROW EXECUTE FUNCTION stop_there()',
    );
    const preview = await retain(
      bench.database,
      blobs,
      { rawDays: null, thinDays: 1000 },
      { isApplied: false, now },
    );
    expect(preview).toMatchObject({ nights: 0, lines: [] });
    await expect(apply()).rejects.toThrow('killed');
    const done = await labels();
    expect([...done].filter((each) => each.startsWith('zz.'))).toHaveLength(80);
    expect([...done].filter((each) => each.startsWith('x.'))).toHaveLength(64);
    await pool.query('DROP FUNCTION stop_there CASCADE');
    const rest = await apply();
    expect(rest).toMatchObject({ nights: 16, uploads: { deleted: 16 } });
    expect(describeRetention(rest)).toContain('Gone: 16 nights with 16 runs and 192 numbers, 16 uploads');
    expect((await labels()).size).toBe(128);
  });
});
