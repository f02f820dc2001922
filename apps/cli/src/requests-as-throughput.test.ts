import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from './testing/capture';
import { makeTemporaryDirectory } from './testing/run-directory';

let cwd = '';
let remove: () => Promise<void>;

const old = (requests: number) => `sysbench 0.5:  multi-threaded system evaluation benchmark

Running the test with following options:
Number of threads: 8

Threads started!

OLTP test statistics:
    queries performed:
        read:                            ${requests * 7}
        write:                           ${requests * 3}
        other:                           0
        total:                           ${requests * 10}
    transactions:                        ${requests / 2}  (${(requests / 20).toFixed(2)} per sec.)
    read/write requests:                 ${requests * 10} (${requests.toFixed(2)} per sec.)
    other operations:                    0 (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              ${requests / 2}
`;

const recent = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 8

Threads started!

SQL statistics:
    queries performed:
        read:                            70000
        write:                           20000
        other:                           10000
        total:                           100000
    transactions:                        5000   (500.00 per sec.)
    queries:                             100000 (10000.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              5000
`;

const mutex = (seconds: string) => `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4

Threads started!

General statistics:
    total time:                          ${seconds}s
    total number of events:              4

Threads fairness:
    events (avg/stddev):           1.0000/0.00
`;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  const files = {
    'mysql-5.6.1/oltp_read_write.txt': old(2000),
    'mysql-5.6.2/oltp_read_write.txt': old(1000),
    'mysql-8.0.1/oltp_read_write.txt': recent,
    'mutex/mysql-5.6.1/mutex.txt': mutex('0.0040'),
    'mutex/mysql-5.6.2/mutex.txt': mutex('0.0080'),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
});
afterAll(() => remove());

it('compares read/write requests of sysbench 0.5 where no column has queries/s, and names their unit', async () => {
  const { stdout, stderr } = await runCaptured(['compare', 'mysql-5.6.1', 'mysql-5.6.2'], { cwd });
  expect(stdout).toMatch(/base requests\/s/);
  expect(stdout).toMatch(/^oltp_read_write +2000 +0\.50$/m);
  expect(stderr).toContain('compared in place of queries/s');
});

it('judges read/write requests of sysbench 0.5', async () => {
  const { stdout } = await runCaptured(
    ['check', 'mysql-5.6.1', 'mysql-5.6.2', '--machine', 'dedicated', '--format', 'tsv'],
    { cwd },
  );
  expect(stdout).toMatch(/mysql-5\.6\.2\toltp_read_write\tregression\tsure\t0\.5000/);
});

it('never divides requests/s by queries/s', async () => {
  const { code, stdout } = await runCaptured(['compare', 'mysql-5.6.1', 'mysql-8.0.1'], { cwd });
  expect(stdout).toBe('');
  expect(code).not.toBe(0);
});

it('names the unit of tests without queries', async () => {
  const { stdout } = await runCaptured(['compare', 'mutex/mysql-5.6.1', 'mutex/mysql-5.6.2'], { cwd });
  expect(stdout).toMatch(/base events\/s/);
  expect(stdout).not.toContain('QPS');
});
