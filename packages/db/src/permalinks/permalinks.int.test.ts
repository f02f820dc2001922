import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, SettingError } from '../errors';
import { importParsed } from '../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { createPermalink } from './create-permalink';
import { getPermalink } from './get-permalink';
import { listParserVersions } from './list-parser-versions';

const LINK = { kind: 'compare', path: '/compare?server=a', title: 'MySQL 9.5.0', parserVersion: 2 };

describe('permalinks', () => {
  let database: TestDatabase;
  const create = (snapshot: unknown, says: Partial<typeof LINK> = {}) =>
    createPermalink(database, { ...LINK, ...says, snapshot, heatmaps: [] });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('gives back what was frozen, to the last digit', async () => {
    const snapshot = { values: [129870.12345678901, null, 1e-7, 3], text: 'ü <b>' };
    const { slug, isNew } = await create(snapshot);
    expect(isNew).toBe(true);
    expect(slug).toMatch(/^[A-Za-z0-9]{10}$/);
    const found = await getPermalink(database, slug);
    expect(found).toMatchObject({ ...LINK, slug, snapshot });
    expect(Date.parse(found.createdAt)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('stores the same view with the same numbers once, also when asked twice at a time', async () => {
    const [one, two] = await Promise.all([create({ a: 1, b: [2] }), create({ b: [2], a: 1 })]);
    expect(one.slug).toBe(two.slug);
    expect([one.isNew, two.isNew].sort()).toEqual([false, true]);
    expect((await create({ a: 1, b: [2] })).isNew).toBe(false);
  });

  it('makes another link for other numbers, another view, or other parsers', async () => {
    const slugs = await Promise.all([
      create({ n: 1 }),
      create({ n: 1.0000000001 }),
      create({ n: 1 }, { path: '/compare?server=a&base=b' }),
      create({ n: 1 }, { parserVersion: 3 }),
    ]);
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(4);
  });

  it('stores a log line that jsonb has no place for', async () => {
    const { slug } = await create({ line: 'a\0b' });
    expect((await getPermalink(database, slug)).snapshot).toEqual({ line: 'a\ufffdb' });
  });

  it('takes a longer slug when the short one belongs to something else', async () => {
    const { slug } = await create({ first: true });
    await database.pool.query(`UPDATE permalinks SET snapshot = '{}' WHERE slug = $1`, [slug]);
    const other = await create({ first: true });
    expect(other.isNew).toBe(true);
    expect(other.slug).toHaveLength(20);
    expect((await getPermalink(database, slug)).snapshot).toEqual({});
  });

  it('refuses a view that cannot be opened again, and a path to another host', async () => {
    await expect(create({ text: 'x'.repeat(17 * 1024 * 1024) })).rejects.toBeInstanceOf(SettingError);
    await expect(create({}, { path: '//evil.example/' })).rejects.toThrow(/permalinks_path_is_local/);
  });

  it('knows nothing of an unknown slug', async () => {
    await expect(getPermalink(database, 'nothing')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('tells which parsers read the runs of some columns', async () => {
    const store = (content: string, version: string) =>
      importParsed(database, {
        upload: describeUpload(content),
        parsed: makeUpload({ server: 'pn53', version, qps: { insert: [1] } }),
        configTexts: new Map(),
      });
    await store('old', '17.0');
    await database.pool.query('UPDATE uploads SET parser_version = 1');
    await store('new', '18.0');
    const of = (...columns: string[]) =>
      listParserVersions(database, { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1', columns });
    const [seventeen, eighteen] = ['postgresql-17.0-x10a_c8r32', 'postgresql-18.0-x10a_c8r32'] as const;
    expect(await of(seventeen)).toEqual([1]);
    expect(await of(eighteen, seventeen)).toHaveLength(2);
    expect(await of()).toEqual([]);
  });
});
