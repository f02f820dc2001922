import type { RequestListener, Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askRaw, openServer } from '../access/testing/open-server';
import { explainOutage } from './front-door';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const PAGE = { accept: 'text/html' };

/** Answer that a visitor gets to a page while the database is out, or is not. */
async function ask(app: RequestListener, isOut: boolean, headers: Record<string, string> = PAGE) {
  const looks: boolean[] = [];
  const server = await openServer((request, response) => {
    explainOutage(request, response, async () => {
      looks.push(isOut);
      return isOut;
    });
    app(request, response);
  });
  servers.push(server);
  return { ...(await askRaw(server, '/compare', headers)), looks: looks.length };
}

const failing: Record<string, RequestListener> = {
  'in one go': (_, response) => {
    response.statusCode = 500;
    response.setHeader('content-encoding', 'x-odd');
    response.end('It failed.');
  },
  'in parts': (_, response) => {
    response.writeHead(500, { 'x-app': 'yes' });
    response.flushHeaders();
    response.write('It ');
    response.write('failed.');
    response.end();
  },
};

describe('explainOutage', () => {
  it.each(Object.entries(failing))('says in a page that the database is out, failed %s', async (_, app) => {
    const { status, headers, body } = await ask(app, true);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body).toContain('<h1>The database cannot be reached</h1>');
    expect(body).not.toContain('failed');
  });

  it('answers programs in the form of all problems', async () => {
    const { headers, body } = await ask(failing['in parts'] as RequestListener, true, {});
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE' });
  });

  it.each(Object.entries(failing))('leaves another failure as it is, %s', async (_, app) => {
    const { status, body, looks } = await ask(app, false);
    expect([status, body, looks]).toEqual([500, 'It failed.', 1]);
  });

  it('asks nothing about an answer that did not fail', async () => {
    const app: RequestListener = (_, response) => {
      response.writeHead(404);
      response.end('not here');
    };
    const { status, body, looks } = await ask(app, true);
    expect([status, body, looks]).toEqual([404, 'not here', 0]);
  });
});
