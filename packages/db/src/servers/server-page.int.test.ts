import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError, NotFoundError, SettingError } from '../errors';
import { addServer } from '../import/add-server';
import { importParsed } from '../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../testing/parsed-upload';
import type { ServerFact, ServerFactValues } from '../types/server-page';
import { getServerPage } from './get-server-page';
import { setServerFacts, undoServerFact } from './set-server-facts';

const QPS = { insert: [2345.6], 'point-query_range=100': [12_345.67] };

describe('the page of a server and what people say of it', () => {
  let database: TestDatabase;

  const store = (content: string, sketch: Omit<RunSketch, 'qps'>) =>
    importParsed(database, {
      upload: describeUpload(content),
      parsed: makeUpload({ server: 'pn53', seed: content, ...sketch, qps: QPS }),
      configTexts: new Map(),
    });
  const say = (facts: ServerFactValues, by = 'ann') => setServerFacts(database, 'pn53', { facts, by });
  const factOf = async (fact: ServerFact, slug = 'pn53') => {
    const found = (await getServerPage(database, slug)).facts.find((one) => one.fact === fact);
    return found && { value: found.value, source: found.source, by: found.said?.by ?? null };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    await store('first', { version: '17.5', startedAt: '2026-01-01T00:00:00Z' });
    await store('second', { version: '18.0', startedAt: '2026-02-01T00:00:00Z' });
    await store('mysql', { product: 'MySQL', version: '8.0.43', startedAt: '2026-03-01T00:00:00Z' });
  });
  afterAll(() => database.drop());

  it('has the read facts, their number of runs, and unknown facts', async () => {
    const page = await getServerPage(database, 'pn53');
    expect(page).toMatchObject({ runs: 3, products: ['MySQL', 'PostgreSQL'], seen: '0', changes: [] });
    expect(page.facts.map(({ fact }) => fact)).toEqual([
      'kind',
      'cores',
      'cpu',
      'memoryBytes',
      'storage',
      'os',
    ]);
    expect(page.facts.find(({ fact }) => fact === 'cores')).toEqual({
      fact: 'cores',
      value: '8',
      source: 'read',
      said: null,
      readings: [
        { value: '8', runs: 3, firstAt: '2026-01-01T00:00:00.000Z', lastAt: '2026-03-01T00:00:00.000Z' },
      ],
    });
    expect(await factOf('cpu')).toEqual({ value: null, source: null, by: null });
  });

  it('tells cores that only the name of a config says from those that were read', async () => {
    const slug = '32-core-c32r128';
    const sketch = { server: null, cores: null, config: 'x10a_c32r128', version: '17.5' };
    await store('guessed', sketch);
    const { server, facts } = await getServerPage(database, slug);
    expect(server).toMatchObject({ cores: 32, coresGuessed: true });
    const cores = facts.find(({ fact }) => fact === 'cores');
    expect(cores).toMatchObject({ value: '32', source: 'config', readings: [{ fromConfig: true, runs: 1 }] });
    await setServerFacts(database, slug, { facts: { cores: 48 }, by: 'ann' });
    expect((await getServerPage(database, slug)).server).not.toHaveProperty('coresGuessed');
    await store('read', { ...sketch, cores: 32, version: '18.0' });
    await setServerFacts(database, slug, { facts: { cores: null }, by: 'ann' });
    expect((await getServerPage(database, slug)).server).not.toHaveProperty('coresGuessed');
    expect(await factOf('cores', slug)).toEqual({ value: '32', source: 'read', by: null });
  });

  it('forgets what a run said of a server when a later upload has it on another', async () => {
    await store('first half', { server: 'renamed', version: '17.6', seed: 'moved' });
    await importParsed(database, {
      upload: describeUpload('the whole'),
      parsed: makeUpload({
        server: 'renamed-2',
        seed: 'moved',
        version: '17.6',
        qps: { ...QPS, delete: [5] },
      }),
      configTexts: new Map(),
    });
    expect(await factOf('cores', 'renamed')).toEqual({ value: null, source: null, by: null });
    expect(await factOf('cores', 'renamed-2')).toEqual({ value: '8', source: 'read', by: null });
  });

  it('lists what was measured by product and workload', async () => {
    const { measured } = await getServerPage(database, 'pn53');
    expect(
      measured.map(({ product, versions, runs, tests }) => ({ product, versions, runs, tests })),
    ).toEqual([
      { product: 'MySQL', versions: ['8.0.43'], runs: 1, tests: 2 },
      { product: 'PostgreSQL', versions: ['17.5', '18.0'], runs: 2, tests: 2 },
    ]);
  });

  it('accepts given values, and keeps the read ones', async () => {
    await say({ cores: 16, cpu: 'Ryzen 7', kind: 'dedicated', memoryBytes: 32 * 2 ** 30 });
    const page = await getServerPage(database, 'pn53');
    expect(page.server).toMatchObject({ cores: 16, cpu: 'Ryzen 7', kind: 'dedicated', memoryBytes: 2 ** 35 });
    const cores = page.facts.find(({ fact }) => fact === 'cores');
    expect(cores).toMatchObject({ value: '16', source: 'said', said: { by: 'ann' } });
    expect(cores?.readings.map(({ value, runs }) => ({ value, runs }))).toEqual([{ value: '8', runs: 3 }]);
    await store('third', { version: '18.1' });
    expect(await factOf('cores')).toEqual({ value: '16', source: 'said', by: 'ann' });
  });

  it('counts what was read again when it is taken back', async () => {
    await say({ cores: null }, 'bob');
    expect(await factOf('cores')).toEqual({ value: '8', source: 'read', by: null });
    const [last] = (await getServerPage(database, 'pn53')).changes;
    expect(last).toMatchObject({ fact: 'cores', before: '16', value: '8', isTakenBack: true, by: 'bob' });
  });

  it('undoes the newest change of a fact, and no older one', async () => {
    const [back, ...older] = (await getServerPage(database, 'pn53')).changes;
    const said = older.find(({ fact }) => fact === 'cores');
    await expect(undoServerFact(database, 'pn53', { change: said?.id ?? '', by: 'ann' })).rejects.toThrow(
      ConflictError,
    );
    await undoServerFact(database, 'pn53', { change: back?.id ?? '', by: 'ann' });
    expect(await factOf('cores')).toEqual({ value: '16', source: 'said', by: 'ann' });
  });

  it('refuses a fact that was changed meanwhile', async () => {
    const { seen } = await getServerPage(database, 'pn53');
    await setServerFacts(database, 'pn53', { facts: { storage: 'NVMe' }, by: 'ann', seen });
    const late = setServerFacts(database, 'pn53', { facts: { storage: 'SATA' }, by: 'bob', seen });
    await expect(late).rejects.toThrow(ConflictError);
    await setServerFacts(database, 'pn53', { facts: { os: 'Debian 13' }, by: 'bob', seen });
    expect(await factOf('storage')).toMatchObject({ value: 'NVMe', by: 'ann' });
    expect(await factOf('os')).toMatchObject({ value: 'Debian 13', by: 'bob' });
  });

  it('changes nothing when one of the facts is invalid', async () => {
    await expect(say({ os: 'Debian 12', cores: 0 })).rejects.toThrow(SettingError);
    expect(await factOf('os')).toMatchObject({ value: 'Debian 13' });
    await expect(getServerPage(database, 'nowhere')).rejects.toThrow(NotFoundError);
  });

  it('accepts a server that is described before its first run, with the author', async () => {
    const nothing = { cpu: null, memoryBytes: null, storage: null, os: null };
    await addServer(database, { name: 'new', cores: 4, ...nothing }, 'ann');
    await addServer(database, { name: 'new', cores: 5, ...nothing, cpu: 'Xeon' }, 'bob');
    expect(await factOf('cores', 'new')).toEqual({ value: '4', source: 'said', by: 'ann' });
    expect(await factOf('cpu', 'new')).toEqual({ value: 'Xeon', source: 'said', by: 'bob' });
    expect(await getServerPage(database, 'new')).toMatchObject({ runs: 0, firstRunAt: null, measured: [] });
  });
});
