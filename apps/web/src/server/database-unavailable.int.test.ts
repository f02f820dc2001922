import { expect, it } from 'vitest';
import { GET as TRPC } from '../app/api/trpc/[trpc]/route';
import { GET as REGRESSIONS } from '../app/api/v1/regressions/route';
import { PUT, GET as UPLOADS } from '../app/api/v1/uploads/route';

// Nobody listens at port 1.
Object.assign(process.env, { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', BASECASE_LOCAL: '' });

const at = (path: string) => `http://127.0.0.1:3000${path}`;

it('answers 503 and when to try again, by every way into the interface', async () => {
  const token = { authorization: `Bearer bc_${'a'.repeat(43)}` };
  const upload = { method: 'PUT', body: 'bytes', headers: token };
  const answers = [
    await REGRESSIONS(new Request(at('/api/v1/regressions'))),
    await UPLOADS(new Request(at('/api/v1/uploads'))),
    await PUT(new Request(at('/api/v1/uploads?filename=a.tar.gz'), upload)),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      title: expect.stringMatching(/^The database cannot be reached\./),
    });
  }
});

it('says the same to the pages of this version', async () => {
  const asked = await TRPC(new Request(at('/api/trpc/compare.heatmaps')));
  expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5']);
  const { error } = await asked.json();
  expect(error.message).toMatch(/^The database cannot be reached\./);
  expect(error.data).toEqual({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 });
});
