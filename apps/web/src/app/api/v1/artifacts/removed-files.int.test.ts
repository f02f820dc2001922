import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { retain } from '@basecase/db/retention/retain';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../../server/root';
import { POST as REPARSE } from '../uploads/[id]/reparse/route';
import { GET as GET_UPLOAD } from '../uploads/[id]/route';
import { GET } from './[id]/route';

const AT = '2026-01-02T03:00:00Z';
const LOG = `sysbench --threads=1 --time=10 oltp_point_select.lua run
8 CPUs
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

SQL statistics:
    queries performed:
        total:                           123450
    transactions:                        123450 (12345.00 per sec.)
    queries:                             123450 (12345.00 per sec.)

General statistics:
    total time:                          10.0002s
    total number of events:              123450
`;
const REMOVED =
  /^The raw files of this night were removed by the retention rule on \d+ \w+ 20\d\d; its numbers stay\.$/;

let db: TestDatabase;
let folder = '';
let token = '';
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-removed-'));
  const blobs = path.join(folder, 'blobs');
  Object.assign(process.env, { DATABASE_URL: db.url, BASECASE_BLOBS: blobs, BASECASE_LOCAL: '' });
  token = (await createToken(db, { name: 'u', role: 'upload' })).token;
  const directory = path.join(folder, 'x.pg19devel.x10a_c8r32.pk1');
  await mkdir(directory);
  await writeFile(path.join(directory, 'sb.o.point-query.range100.pk1.dop1'), LOG);
  const set = { version: '19devel', commit: 'abcdef0123', branch: 'master', committedAt: AT, startedAt: AT };
  await ingestPath({ database: db, blobs: openBlobStore(blobs, db) }, directory, { server: 'pn53', set });
  await retain(db, openBlobStore(blobs, db), { rawDays: 30, thinDays: null }, { isApplied: true });
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const asked = (
  route: (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>,
) =>
  route(
    new Request('https://bench.example/', { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    { params: Promise.resolve({ id: '1' }) },
  );

describe('a file that the retention rule removed', () => {
  it('answers 410 with the reason', async () => {
    const answer = await asked(GET);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect([answer.status, await answer.json()]).toEqual([
      410,
      expect.objectContaining({ status: 410, code: 'FILES_REMOVED', title: expect.stringMatching(REMOVED) }),
    ]);
  });

  it('can not be read again, and its upload shows that', async () => {
    expect(await (await asked(GET_UPLOAD)).json()).toMatchObject({
      state: 'stored',
      filesRemovedAt: expect.stringMatching(/Z$/),
      thinnedRuns: 0,
      files: [{ count: 1 }],
    });
    const answer = await asked(REPARSE);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'FILES_REMOVED', title: expect.stringContaining('its numbers stay') }),
    ]);
  });

  it('has a page and an excerpt that show it', async () => {
    const blobs = openBlobStore(path.join(folder, 'blobs'), db);
    const caller = createCaller({ db, blobs });
    expect(await caller.artifacts.lines({ id: '1', line: 3 })).toMatchObject({
      artifact: { filesRemovedAt: expect.any(String) },
      lines: [],
    });
    expect(await caller.compare.excerpt({ artifactId: '1', line: 3, lineEnd: 3 })).toMatchObject({
      lines: [],
      removed: expect.stringMatching(REMOVED),
    });
  });
});
