import { join } from 'node:path';
import { listCorrections } from '@basecase/db/corrections/list-corrections';
import { listRuns } from '@basecase/db/queries/list-runs';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const RUNS = ['x.my9400_rel.z12a_c8r32.pk1', 'x.my9500_rel.z12a_c8r32.pk1'];

let database: TestDatabase;
let cwd = '';
let remove: () => Promise<void>;

const basecase = (...args: string[]) =>
  runCaptured(args, { cwd, env: { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') } });
const correct = (...args: string[]) => basecase('correct', ...args);

beforeAll(async () => {
  database = await createTestDatabase();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  for (const [index, run] of RUNS.entries()) {
    await writeRunDirectory(join(cwd, run), {
      'insert.range100': 7742.59 + index,
      'delete.range100': 9000 + index,
    });
  }
  await basecase('ingest', ...RUNS, '--server', 'pn53b');
});
afterAll(async () => {
  await remove();
  await database.drop();
});

const servers = async () =>
  (await listRuns(database, {})).runs.map(({ server, version }) => `${version} ${server.name}`);

describe('basecase correct', () => {
  it('lists what would change, and changes nothing, with --dry-run', async () => {
    const { code, stdout, stderr } = await correct('--upload', '1', '--set', 'server=pn53', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('2 heatmaps:\n');
    expect(stdout).toContain('is new, with MySQL 9.4.0 rel z12a_c8r32.');
    expect(stdout).toContain('1 server:\n  pn53 gets its first runs.\n');
    expect(stderr).toContain('Nothing is stored');
    expect(await servers()).toEqual(['9.5.0 pn53b', '9.4.0 pn53b']);
    expect((await listCorrections(database)).corrections).toEqual([]);
  });

  it('corrects, lists who did what, and undoes it', async () => {
    const done = await correct(
      '--run',
      '1',
      '2',
      '--set',
      'server=pn53',
      '--set',
      'clients=8',
      '--reason',
      'renamed',
    );
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/correction \d+: 4 results of 2 runs corrected\n$/),
    });
    expect(await servers()).toEqual(['9.5.0 pn53', '9.4.0 pn53']);
    const [entry] = (await listCorrections(database)).corrections;
    const id = entry?.id ?? '';

    const history = await correct('history', '--server', 'pn53b');
    expect(history.stdout.split('\n')).toEqual([
      'id\twhen\twho\twhat\truns\treason\tundone',
      expect.stringMatching(
        `^${id}\\t.*\\tlocal\\tServer pn53b → pn53, Clients 1 → 8\\t2 runs\\trenamed\\t$`,
      ),
      '',
    ]);
    expect((await correct('history', '--server', 'other')).stdout).toBe(
      'id\twhen\twho\twhat\truns\treason\tundone\n',
    );

    await correct('--run', '1', '--set', 'clients=16', '--reason', 'again');
    const refused = await correct('undo', id);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --with-later') });
    expect(await servers()).toEqual(['9.5.0 pn53', '9.4.0 pn53']);

    const undone = await correct('undo', id, '--with-later');
    expect(undone.stdout).toContain('undone: corrections ');
    expect(await servers()).toEqual(['9.5.0 pn53b', '9.4.0 pn53b']);
    expect((await correct('history')).stdout).toContain('\tundone by local, ');
  });

  it('renames a test, whose name has a "=", and lists both names', async () => {
    const set = 'test=insert_range=100 -> load_range=100';
    const done = await correct('--server', 'pn53b', '--set', set, '--reason', 'the tool renamed it');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('of 2 runs corrected') });
    const history = await correct('history');
    expect(history.stdout).toContain('\tTest insert_range=100 → load_range=100\t2 runs\t');
    const taken = await correct(
      '--run',
      '1',
      '--set',
      'test=load_range=100 -> delete_range=100',
      '--dry-run',
    );
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("can't become one") });
  });

  it.each([
    [['--set', 'server=pn53'], 'Say which runs in one way'],
    [['--run', '1', '--upload', '1', '--set', 'server=x', '--dry-run'], 'Say which runs in one way'],
    [['--run', '1'], 'Say what to correct'],
    [['--run', '1', '--set', 'server=pn53'], 'Say why with --reason'],
    [
      ['--run', '1', '--set', 'colour=red', '--dry-run'],
      '"colour" can\'t be corrected. Fields: server, product',
    ],
    [['--run', '1', '--set', 'clients=many', '--dry-run'], 'clients: Expected a whole number'],
    [['--run', '1', '--set', 'nothing'], 'Expected field=value'],
    [['--run', '99', '--set', 'server=pn53', '--dry-run'], 'No run 99'],
    [['undo', '99'], 'No correction 99'],
  ])('exits 1 for %j', async (args, message) => {
    expect(await correct(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
