import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServer } from '../../import/add-server';
import { importParsed } from '../../import/import-parsed';
import { setServerFacts } from '../../servers/set-server-facts';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../../testing/parsed-upload';
import { listServersOfNoKind } from './list-servers-of-no-kind';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function store(content: string, sketch: Partial<RunSketch>): Promise<string> {
  const { uploadId } = await importParsed(database, {
    upload: describeUpload(content),
    parsed: makeUpload({ seed: content, version: '18.0', qps: { insert: [2345.6] }, ...sketch }),
    configTexts: new Map(),
  });
  return String(uploadId);
}
const asked = async (upload: string) => (await listServersOfNoKind(database, upload)).map(({ name }) => name);

it('lists a new server of unspecified kind until it is set', async () => {
  const upload = await store('first', { server: 'box', kind: null });
  expect(await listServersOfNoKind(database, upload)).toEqual([{ slug: 'box', name: 'box', seen: '0' }]);
  await setServerFacts(database, 'box', { facts: { kind: 'unknown' }, by: 'ann', seen: '0' });
  expect(await asked(upload)).toEqual([]);
});

it('asks of no server that its files, its logs or the form of its upload speak of', async () => {
  expect(await asked(await store('said', { server: 'said', kind: 'shared' }))).toEqual([]);
  expect(await asked(await store('seen', { server: 'seen', kind: null, steal: [0, 3] }))).toEqual([]);
  const facts = { cores: 4, cpu: null, memoryBytes: null, storage: null, os: null };
  await addServer(database, { name: 'named', ...facts, kind: 'dedicated' }, 'ann');
  expect(await asked(await store('named', { server: 'named', kind: null }))).toEqual([]);
});
