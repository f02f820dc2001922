import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../exit';
import { type CheckBench, openCheckBench } from '../testing/check-bench';
import { startJsonServer } from '../testing/json-server';

// A dead benchmark never passes, and no check passes without its past nights: every form of both.

const TESTS = ['hot-points', 'point-query', 'insert', 'delete'];
const each = <Factor>(factor: Factor) => Object.fromEntries(TESTS.map((test) => [test, factor]));

let bench: CheckBench;
beforeAll(async () => {
  bench = await openCheckBench();
  const dead = each(0);
  await bench.past('past-20', 20);
  await bench.past('past-1', 1);
  await bench.past('past-dead', 14, () => dead);
  await bench.past('past-half', 20, (night) => (night < 10 ? {} : dead));
  await bench.past('past-newest', 20, (night) => (night < 19 ? {} : dead));
  await bench.fresh('new-dead', 25, dead);
  await bench.fresh('new-one', 25, { insert: 0 });
  await bench.fresh('new-lost', 25, { insert: null });
  await bench.fresh('new-gone', 25, { ...each(null), other: 1 });
  await bench.fresh('new-fine', 25);
});
afterAll(() => bench.remove());

describe('a dead build', () => {
  it.each([
    ['past-20', 'new-dead', EXIT.regressionFound],
    ['past-20', 'new-one', EXIT.regressionFound],
    ['past-20', 'new-lost', EXIT.regressionFound],
    ['past-20', 'new-gone', EXIT.noHistory],
    ['past-1', 'new-dead', EXIT.regressionFound],
    ['past-1', 'new-one', EXIT.regressionFound],
    ['past-1', 'new-gone', EXIT.noHistory],
    // Nothing worked before: there is nothing to compare with.
    ['past-dead', 'new-dead', EXIT.noHistory],
    ['past-dead', 'new-one', EXIT.noHistory],
    ['past-dead', 'new-fine', EXIT.noHistory],
    ['past-half', 'new-dead', EXIT.regressionFound],
    ['past-newest', 'new-dead', EXIT.regressionFound],
    ['past-newest', 'new-one', EXIT.regressionFound],
  ])('of %s with %s ends with %i in every format', async (past, fresh, expected) => {
    for (const format of ['text', 'json', 'md', 'tsv']) {
      const { code, stdout } = await bench.check(fresh, '--against', past, '--format', format);
      expect(code, format).toBe(expected);
      if (expected === EXIT.regressionFound) expect(stdout, format).toContain('stopped working');
    }
  });

  it('is compared with the newest night that works, never with a dead one', async () => {
    const { code, of } = await bench.judge('new-fine', '--against', 'past-half');
    expect(code).toBe(EXIT.ok);
    expect(of('insert')).toMatchObject({
      judgedBy: 'pair',
      why: expect.stringContaining('against 10 May 2026'),
    });
    expect((await bench.check('new-fine', '--against', 'past-newest')).code).toBe(EXIT.ok);
  });

  it('names the cause: no nights, or no test that worked', async () => {
    expect((await bench.check('new-fine', '--against', 'past-dead')).stderr).toContain(
      'no test that was measured works in a past night',
    );
    const { of } = await bench.judge('new-fine', '--against', 'past-dead');
    expect(of('insert')).toMatchObject({ why: 'worked in no past night' });
  });
});

describe('a check whose past nights cannot be had', () => {
  it.each(['an-empty-directory', 'no-directory', 'nothing-readable'])(
    'ends with 5 for the directory "%s"',
    async (past) => {
      await mkdir(join(bench.cwd, 'an-empty-directory'), { recursive: true });
      await mkdir(join(bench.cwd, 'nothing-readable/night'), { recursive: true });
      await writeFile(join(bench.cwd, 'nothing-readable/night/notes.txt'), 'nothing');
      for (const format of ['text', 'json', 'md', 'tsv'])
        expect((await bench.check('new-fine', '--against', past, '--format', format)).code).toBe(
          EXIT.noHistory,
        );
    },
  );

  it('ends with 5 for another server', async () => {
    expect((await bench.check('new-fine', '--against', 'past-20', '--server', 'pn99')).code).toBe(
      EXIT.noHistory,
    );
  });

  it.each([
    ['closed', 401, { title: 'Reading is closed.', code: 'TOKEN_MISSING' }],
    ['refused', 403, { title: 'Not allowed.', code: 'FORBIDDEN' }],
    ['unknown', 404, { title: 'There is no such server.', code: 'NOT_FOUND' }],
    ['broken', 500, { title: 'Something failed.', code: 'INTERNAL' }],
    ['overloaded', 503, { title: 'Busy.', code: 'UNAVAILABLE' }],
    ['without lines', 200, { lines: [] }],
    ['something else', 200, { hello: 'world' }],
    ['something with lines of text', 200, { lines: 'hello' }],
    ['no object', 200, []],
    ['null', 200, null],
  ])('ends with 5 for a server that is %s', async (_, status, body) => {
    const server = await startJsonServer(() => ({ status, body }));
    try {
      const { code, stderr } = await bench.check('new-fine', '--against', server.url);
      expect(code, stderr).toBe(EXIT.noHistory);
    } finally {
      await server.close();
    }
  });

  it.each(['http://127.0.0.1:9', 'http://host.invalid', 'https://127.0.0.1:9'])(
    'ends with 5 for %s',
    async (address) => {
      expect((await bench.check('new-fine', '--against', address)).code).toBe(EXIT.noHistory);
    },
  );
});
