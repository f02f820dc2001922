import { cellNoteListSchema, cellNoteSchema } from '@basecase/contract/cell-note';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as REPORT } from '../report/route';
import { DELETE } from './[id]/route';
import { GET, POST } from './route';

const BASE = 'https://bench.example/api/v1';
const TEXT = '<b>known</b> | `bug` [x](javascript:1)';

let bench: RegressionBench;
let token = '';
let cell: { server: string; workload: string; test: string; column: string };

beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url, BASECASE_LOCAL: '1' });
  ({ token } = await createToken(bench.database, { name: 'jo', role: 'upload' }));
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
  const [record] = await bench.list({});
  if (!record) throw new Error('no record');
  cell = {
    server: record.server.slug,
    workload: record.workload.slug,
    test: record.test.key,
    column: record.firstBad.column,
  };
});
afterAll(() => bench.close());

const headersOf = (isAllowed: boolean): HeadersInit =>
  isAllowed ? { authorization: `Bearer ${token}` } : {};
const post = (body: unknown, isAllowed = true) =>
  POST(
    new Request(`${BASE}/cell-notes`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: headersOf(isAllowed),
    }),
  );
const undo = (id: string, isAllowed = true) =>
  DELETE(new Request(`${BASE}/cell-notes/${id}`, { method: 'DELETE', headers: headersOf(isAllowed) }), {
    params: Promise.resolve({ id }),
  });
const query = () => new URLSearchParams({ server: cell.server, workload: cell.workload });
const list = async () => {
  const answer = await GET(new Request(`${BASE}/cell-notes?${query()}`));
  return cellNoteListSchema.strict().parse(await answer.json()).notes;
};
const report = async (format: string) =>
  (await REPORT(new Request(`${BASE}/report?${query()}&format=${format}`))).text();

describe('notes on cells over HTTP', () => {
  it('are written, shown in reports with their signs escaped, and undone', async () => {
    expect(await list()).toEqual([]);
    const added = await post({ ...cell, text: TEXT, isHighlighted: true });
    expect(added.status).toBe(201);
    const note = cellNoteSchema.strict().parse(await added.json());
    expect(note).toMatchObject({ ...cell, text: TEXT, isHighlighted: true, by: 'jo', undone: null });
    expect(await list()).toEqual([note]);
    const [markdown, html] = [await report('md'), await report('html')];
    expect(markdown).toContain('\\<b\\>known\\</b\\> \\| \\`bug\\` \\[x\\](javascript:1) (jo, ');
    expect(html).toContain('&lt;b&gt;known&lt;/b&gt; | `bug` [x](javascript:1) (jo, ');
    expect(html).not.toContain('<b>known');
    const undone = cellNoteSchema.parse(await (await undo(note.id)).json());
    expect(undone.undone).toMatchObject({ by: 'jo' });
    expect(await list()).toEqual([undone]);
    expect(await report('md')).not.toContain('Note on');
  });

  it.each<[object, number]>([
    [{ test: 'nothing' }, 404],
    [{ column: 'nowhere' }, 404],
    [{ server: 'nobody' }, 404],
    [{ text: '' }, 400],
    [{ text: 'x'.repeat(501) }, 400],
    [{ more: 1 }, 400],
  ])('refuse %j', async (change, status) => {
    expect((await post({ ...cell, text: 'a', ...change })).status).toBe(status);
  });

  it('need a token to be written and undone', async () => {
    expect((await post({ ...cell, text: 'a' }, false)).status).toBe(401);
    expect((await undo('1', false)).status).toBe(401);
    expect((await undo('99')).status).toBe(404);
  });
});
