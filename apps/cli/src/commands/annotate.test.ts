import { afterEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { type JsonServer, startJsonServer } from '../testing/json-server';

const ADDED = {
  id: '7',
  at: '2026-08-29T00:00:00.000Z',
  label: 'kernel 6.14',
  server: 'pn53',
  product: null,
  by: 'nightly',
  createdAt: '2026-08-30T00:00:00.000Z',
  removed: null,
};

let server: JsonServer | null = null;
afterEach(() => server?.close());

const start = async (...answers: Parameters<typeof startJsonServer>) => {
  server = await startJsonServer(...answers);
  return server;
};
const annotate = (...args: string[]) => runCaptured(['annotate', ...args]);

describe('basecase annotate --url', () => {
  it('adds, lists and takes back on the server', async () => {
    const { url, seen } = await start(({ line }) =>
      line.startsWith('GET') ? { body: { annotations: [ADDED] } } : { body: ADDED },
    );
    const remote = ['--url', `${url}/`, '--token', 'bc_good'];
    const added = await annotate('kernel 6.14', '--at', '2026-08-29', '--server', 'pn53', ...remote);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('annotation 7: 2026-08-29') });
    const listed = await annotate('--list', '--server', 'pn53', ...remote);
    expect(listed.stdout.split('\n')[1]).toBe(
      '7\t2026-08-29T00:00:00.000Z\tpn53\tall\tkernel 6.14\tnightly\t',
    );
    expect((await annotate('--remove', '7', ...remote)).stdout).toContain('taken back: annotation 7');
    expect(seen).toEqual([
      {
        line: 'POST /api/v1/annotations',
        query: {},
        authorization: 'Bearer bc_good',
        body: { at: '2026-08-29', label: 'kernel 6.14', server: 'pn53', product: null },
      },
      expect.objectContaining({ line: 'GET /api/v1/annotations', query: { server: 'pn53' } }),
      expect.objectContaining({ line: 'DELETE /api/v1/annotations/7', authorization: 'Bearer bc_good' }),
    ]);
  });

  it('prints the message of the server when it refuses', async () => {
    const { url } = await start(() => ({
      status: 401,
      body: { title: 'Writing needs a token.', code: 'TOKEN_MISSING' },
    }));
    expect(await annotate('kernel', '--url', url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Writing needs a token. (TOKEN_MISSING)'),
    });
  });

  it('waits as long as a busy server says, and asks again', async () => {
    let asked = 0;
    const { url } = await start(() => {
      asked += 1;
      return asked < 3
        ? { status: 503, headers: { 'retry-after': '0' }, body: { title: 'Overloaded', code: 'OVERLOADED' } }
        : { body: { annotations: [] } };
    });
    expect((await annotate('--list', '--url', url)).code).toBe(0);
    expect(asked).toBe(3);
  });

  it('reports an address that does not answer, or that belongs to another program', async () => {
    const gone = await start(() => ({ body: null }));
    await gone.close();
    const { url: goneUrl } = gone;
    const { url } = await start(() => ({ body: 'hello' }));
    expect((await annotate('--list', '--url', url)).stderr).toContain('is not from Basecase');
    expect(await annotate('--list', '--url', goneUrl)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be reached'),
    });
    expect((await annotate('--list', '--url', 'bench')).stderr).toContain('--url is not a web address');
  });
});
