import type { ParsedUpload } from '@basecase/ingest/model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearTables, createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload, measurementOf } from '../testing/parsed-upload';
import { importParsed } from './import-parsed';
import { countContents, type UploadToStore } from './upload-row';

describe('importParsed', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => clearTables(database, ['uploads', 'servers', 'products', 'benchmarks']));

  /** Imports it, and sees that the counts in its row are those of what is stored of it. */
  const store = async (content: string, parsed: ParsedUpload, says: Partial<UploadToStore> = {}) => {
    const upload = describeUpload(content, says);
    const outcome = await importParsed(database, { upload, parsed, configTexts: new Map() });
    const row = await database.prisma.upload.findUniqueOrThrow({ where: { id: outcome.uploadId } });
    const { runCount: runs, resultCount: results, measurementCount: measurements } = row;
    expect({ runs, results, measurements }).toEqual(await countContents(database.pool, outcome.uploadId));
    return outcome;
  };

  const countRows = async () => {
    const tables = [
      'uploads',
      'artifacts',
      'runs',
      'results',
      'measurements',
      'servers',
      'variants',
      'workloads',
    ];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
    const { rows } = await database.pool.query<Record<string, number>>(`SELECT ${counts.join(', ')}`);
    return rows[0];
  };

  const run17 = { version: '17.0', qps: { 'point-query': [100, 110], scan: [7] } };

  it('stores every run, result, number and file', async () => {
    const outcome = await store('a', makeUpload(run17, { version: '18.0', qps: { 'point-query': [120] } }));
    expect(outcome.runs).toEqual([
      { id: 1, isNew: true },
      { id: 2, isNew: true },
    ]);
    expect(await countRows()).toEqual({
      uploads: 1,
      artifacts: 4,
      runs: 2,
      results: 4,
      measurements: 4,
      servers: 1,
      variants: 2,
      workloads: 1,
    });
    const upload = await database.prisma.upload.findFirstOrThrow();
    expect(upload).toMatchObject({ state: 'stored', runCount: 2, resultCount: 4, measurementCount: 4 });
  });

  it('stores nothing twice when the same upload is sent again, and keeps run ids', async () => {
    const first = await store('a', makeUpload(run17));
    const before = await countRows();
    const second = await store('a', makeUpload(run17));
    expect(second).toMatchObject({
      uploadId: first.uploadId,
      isReparsed: true,
      runs: [{ id: 1, isNew: false }],
    });
    expect(await countRows()).toEqual(before);
  });

  it('keeps the run id when newer parsers read other numbers from the same bytes', async () => {
    await store('a', makeUpload(run17));
    const reread = makeUpload(run17);
    const [measurement] = reread.runs[0]?.results[0]?.measurements ?? [];
    if (measurement) measurement.value = 101;
    await store('a', reread);
    const stored = await database.prisma.measurement.findMany({ orderBy: { value: 'asc' } });
    expect(stored.map(({ value }) => value)).toEqual([7, 101, 110]);
    expect(await database.prisma.run.findMany({ select: { id: true } })).toEqual([{ id: 1n }]);
  });

  it('does not make a second run of the same files in another tarball', async () => {
    await store('a', makeUpload(run17));
    const moved = makeUpload({ ...run17, label: 'elsewhere', seed: 'x.PostgreSQL17.0.x10a_c8r32.pk1' });
    const outcome = await store('b', moved);
    expect(outcome.runs).toEqual([{ id: 1, isNew: false }]);
    expect(await countRows()).toMatchObject({ uploads: 2, runs: 1, results: 3, measurements: 3 });
  });

  it('completes a run when a later upload holds more of it', async () => {
    await store('half-way', makeUpload({ version: '17.0', qps: { 'point-query': [100] } }));
    const outcome = await store('complete', makeUpload(run17));
    expect(outcome.runs).toEqual([{ id: 1, isNew: false }]);
    expect(await countRows()).toMatchObject({ runs: 1, results: 3, measurements: 3 });
  });

  it('keeps the complete run when an older, half-way upload comes after it', async () => {
    await store('complete', makeUpload(run17));
    const outcome = await store('half-way', makeUpload({ version: '17.0', qps: { 'point-query': [100] } }));
    expect(outcome.runs).toEqual([{ id: 1, isNew: false }]);
    expect(await countRows()).toMatchObject({ runs: 1, results: 3, measurements: 3 });
  });

  it('counts a log once when two runs overlap, with a diagnostic', async () => {
    await store('a', makeUpload({ seed: 's', label: 'one', qps: { scan: [7], insert: [5] } }));
    const outcome = await store(
      'b',
      makeUpload({ seed: 's', label: 'two', qps: { scan: [7], delete: [6] } }),
    );
    expect(outcome.runs).toEqual([{ id: 2, isNew: true }]);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('DUPLICATE_RESULT');
    expect(await countRows()).toMatchObject({ runs: 2, results: 3 });
  });

  it('stores one run when an upload holds two copies of it', async () => {
    const outcome = await store(
      'a',
      makeUpload({ ...run17, seed: 's' }, { ...run17, label: 'copy', seed: 's' }),
    );
    expect(outcome.runs).toEqual([{ id: 1, isNew: true }]);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('DUPLICATE_RESULT');
    expect(await countRows()).toMatchObject({ runs: 1, results: 3 });
  });

  it('keeps what two runs of one upload do not share', async () => {
    const outcome = await store(
      'a',
      makeUpload(
        { seed: 's', label: 'one', qps: { scan: [7], insert: [5] } },
        { seed: 's', label: 'two', qps: { scan: [7], delete: [6] } },
      ),
    );
    expect(outcome.runs).toHaveLength(2);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('DUPLICATE_RESULT');
    expect(await countRows()).toMatchObject({ runs: 2, results: 3 });
  });

  it('makes no empty run of logs that two other runs hold', async () => {
    await store('a', makeUpload({ seed: 's', label: 'one', qps: { scan: [7] } }));
    await store('b', makeUpload({ seed: 's', label: 'two', qps: { insert: [5] } }));
    const outcome = await store(
      'c',
      makeUpload({ seed: 's', label: 'all', qps: { scan: [7], insert: [5] } }),
    );
    expect(outcome.runs).toEqual([{ id: 1, isNew: false }]);
    expect(await countRows()).toMatchObject({ runs: 2, results: 2 });
  });

  it('stores two runs that failed in every test, each by its own files', async () => {
    const failed = (seed: string) => makeUpload({ label: seed, qps: { scan: [null] }, seed });
    await store('a', failed('one'));
    await store('b', failed('two'));
    await store('c', failed('two'));
    expect(await countRows()).toMatchObject({ runs: 2, results: 2, measurements: 0 });
  });

  it('leaves nothing behind when a number breaks a constraint', async () => {
    const parsed = makeUpload(run17);
    parsed.runs[0]?.results[2]?.measurements.push(
      measurementOf(parsed.artifacts[0]?.path ?? '', 'latency_avg', Number.POSITIVE_INFINITY),
    );
    await expect(store('a', parsed)).rejects.toThrow(/measurements_value_finite/);
    expect(Object.values((await countRows()) ?? {})).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('leaves nothing behind when the bytes cannot be published', async () => {
    const input = { upload: describeUpload('a'), parsed: makeUpload(run17), configTexts: new Map() };
    const failure = new Error('disk full');
    await expect(importParsed(database, input, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(Object.values((await countRows()) ?? {})).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('refuses a number whose file is not in the upload', async () => {
    const parsed = makeUpload(run17);
    parsed.artifacts.length = 0;
    await expect(store('a', parsed)).rejects.toThrow('not among the files of the upload');
  });

  it('takes the server of basecase.json, else the given one, else guesses with a diagnostic', async () => {
    await store('a', makeUpload({ ...run17, seed: 'a', server: 'PN53' }), { server: 'other' });
    await store('b', makeUpload({ ...run17, seed: 'b' }), { server: 'pn53' });
    const guessed = await store('c', makeUpload({ ...run17, seed: 'c' }));
    const servers = await database.prisma.server.findMany({ orderBy: { id: 'asc' } });
    expect(servers.map(({ name, cores }) => [name, cores])).toEqual([
      ['PN53', 8],
      ['8-core c8r32', 8],
    ]);
    expect(guessed.diagnostics.map(({ code }) => code)).toEqual(['SERVER_GUESSED']);
  });

  it('moves a run to the server that is named when it is sent again, and remembers the name', async () => {
    await store('a', makeUpload(run17));
    await store('a', makeUpload(run17), { server: 'pn53' });
    await store('a', makeUpload(run17));
    const run = await database.prisma.run.findFirstOrThrow({ include: { server: true } });
    expect([run.id, run.server.name]).toEqual([1n, 'pn53']);
  });

  it('stores imports that run at the same time without losing or doubling anything', async () => {
    const uploads = ['a', 'b', 'c', 'd', 'e', 'f'].map((seed, index) =>
      store(seed, makeUpload({ ...run17, seed: String(index % 3), label: `run ${index % 3}` })),
    );
    const outcomes = await Promise.all(uploads);
    expect(outcomes.flatMap(({ runs }) => runs).filter(({ isNew }) => isNew)).toHaveLength(3);
    expect(await countRows()).toMatchObject({ uploads: 6, runs: 3, servers: 1, variants: 1, workloads: 1 });
  });

  it('keeps the text of a config by its name', async () => {
    const upload = describeUpload('a');
    const configTexts = new Map([['conf.diff.cx10a_c8r32', 'shared_buffers = 22GB']]);
    await importParsed(database, { upload, parsed: makeUpload(run17), configTexts });
    expect(await database.prisma.config.findMany({ select: { name: true, text: true } })).toEqual([
      { name: 'x10a_c8r32', text: 'shared_buffers = 22GB' },
    ]);
  });
});
