import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET as LIST } from '../app/api/v1/uploads/route';
import { createCaller } from './root';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: db.url });
});
afterAll(() => db.drop());

/** JSON can express values that an address can't. */
it.each(['\0', 'a\0b'])(
  'a text that PostgreSQL cannot hold is a mistake of who sent it: %j',
  async (text) => {
    const caller = createCaller({ db, blobs: {} as never });
    const asked = [
      caller.runs.list({ search: text }),
      caller.uploads.list({ search: text }),
      caller.regressions.get({ slug: text }),
      caller.compare.view({ server: text, workload: text }),
      caller.noise.get({ server: text, workload: text }),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'BAD_REQUEST' } });
    }
  },
);

it('half a character is only a name that is not there', async () => {
  const caller = createCaller({ db, blobs: {} as never });
  expect(await caller.runs.list({ search: '\ud800' })).toMatchObject({ runs: [] });
  await expect(caller.regressions.get({ slug: '\ud800' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('answers with problem+json, as for any other wrong parameter', async () => {
  const answer = await LIST(new Request('http://127.0.0.1/api/v1/uploads?search=%00'));
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'INPUT_INVALID']);
});
