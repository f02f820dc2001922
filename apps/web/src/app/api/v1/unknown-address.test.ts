import { expect, it } from 'vitest';
import { DELETE, GET, PATCH, POST, PUT } from './[[...address]]/route';

it.each(Object.entries({ DELETE, GET, PATCH, POST, PUT }))(
  'answers %s of an address that is not there in the form of all problems',
  async (method, route) => {
    const answer = route(new Request('http://127.0.0.1/api/v1/uplaods/7?x=1', { method }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      status: 404,
      code: 'NOT_FOUND',
      title: 'There is nothing at /api/v1/uplaods/7. /api/v1/openapi.json lists what there is.',
    });
  },
);
