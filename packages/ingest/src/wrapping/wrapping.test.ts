import { describe, expect, it } from 'vitest';
import { detectUnwrapped } from '../detect/detect-unwrapped';
import { readDetails } from '../read-details';
import { readUpload } from '../read-upload';
import { readNumbers } from '../testing/damage';
import { makeDirectory, readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { namesOf } from './wrapper';

const PGBENCH = `pgbench (18.4)
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 100
query mode: simple
number of clients: 8
number of threads: 4
duration: 60 s
number of transactions actually processed: 90000
number of failed transactions: 0 (0.000%)
latency average = 5.333 ms
initial connection time = 12.345 ms
tps = 1500.123456 (without initial connection time)`;

/** What is taken off the lines of a file; null: it is read as it is. */
function wrapperOf(text: string, name = 'some.txt'): string | null {
  const { wrapper } = detectUnwrapped(name, Buffer.from(text));
  return wrapper && namesOf(wrapper);
}

async function tpsOf(text: string) {
  const { numbers, diagnostics } = await readNumbers({ 'bench.txt': Buffer.from(text) });
  const tps = [...numbers.values()].filter(({ metric }) => metric === 'throughput');
  return { tps: tps.map(({ value, line }) => [value, line]), codes: diagnostics.map(({ code }) => code) };
}

async function* toAsync(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const stamped = (text: string) => text.replaceAll(/^/gm, '2024-05-01T12:34:56.1234567Z ');

describe('a log of a step of GitHub Actions', () => {
  const STEP = `\uFEFF${stamped(`##[group]Run pgbench -c 8 -j 4 -T 60 bench
\u001b[36;1mpgbench -c 8 -j 4 -T 60 bench\u001b[0m
shell: /usr/bin/bash -e {0}
env:
  PGHOST: localhost
##[endgroup]
${PGBENCH}`)}
`;

  it('is read with the line numbers of the file', async () => {
    expect(await tpsOf(STEP)).toEqual({ tps: [[1500.123456, 18]], codes: ['WRAPPER_REMOVED'] });
  });

  it('says in words what was taken off', () => {
    expect(wrapperOf(STEP)).toBe(
      'a time stamp (GitHub Actions, GitLab, docker, kubectl) and codes for terminals',
    );
  });

  it('is stored as it came', async () => {
    using directory = makeDirectory({ 'bench.txt': STEP });
    const { artifacts } = await readUpload(directory.path);
    expect(artifacts).toMatchObject([{ kind: 'pgbench', sizeBytes: Buffer.byteLength(STEP) }]);
  });

  it('is read with an empty line whose space was cut off, and with CRLF', async () => {
    const text = STEP.replace('##[endgroup]', '').replaceAll(/ +$/gm, '').replaceAll('\n', '\r\n');
    expect((await tpsOf(text)).tps).toEqual([[1500.123456, 18]]);
  });
});

describe('a log of a remote shell', () => {
  const prefixed = (prefix: string, text: string) => text.replaceAll(/^/gm, prefix);
  const FIO = readFixture('fio-2.16.rw.4job.txt').toString();
  const SYSBENCH = readFixture('made-prepare-run-cleanup.txt').toString();
  const quoted = (text: string) =>
    `ok: [db1] => {\n    "msg": [\n${text
      .split('\n')
      .map((line) => `        ${JSON.stringify(line)}`)
      .join(',\n')}\n    ]\n}\n`;

  it.each<[string, string, (text: string) => string]>([
    ['Fabric', 'the host (Fabric)', (text) => prefixed('[db1] out: ', text)],
    ['pdsh', 'the host (pdsh)', (text) => prefixed('db1: ', text)],
    ['parallel --tag', 'a tag (parallel)', (text) => prefixed('db1\t', text)],
    ['an indentation', 'an indentation', (text) => prefixed('    ', text)],
    ['Ansible', 'quotes (JSON)', quoted],
  ])('is read behind what %s adds', async (_, name, wrap) => {
    const logs: [string, ...number[]][] = [
      [FIO, 637, 633, 1270],
      [SYSBENCH, 58_118.47],
    ];
    // Its parser reads indented lines.
    if (name !== 'an indentation') logs.push([PGBENCH, 1500.123456]);
    for (const [text, ...values] of logs) {
      const { tps, codes } = await tpsOf(wrap(text));
      expect(codes).toContain('WRAPPER_REMOVED');
      expect(tps.map(([value]) => value)).toEqual(values);
      expect(wrapperOf(wrap(text))).toBe(name);
    }
  });

  it('is read behind the name of the file that grep adds', async () => {
    expect((await tpsOf(prefixed('run/a.log:', PGBENCH))).tps).toEqual([[1500.123456, 12]]);
    expect(wrapperOf(prefixed('run/a.log:', SYSBENCH))).toBe('the file (grep)');
  });

  it('is not seen in the progress of pgbench', () => {
    expect(wrapperOf(`${'progress: 1.0 s, 10.0 tps\n'.repeat(500)}${PGBENCH}`)).toBeNull();
  });

  it('does not hide a password behind a name that looks like a host', async () => {
    using directory = makeDirectory({ 'x.log': prefixed('db1: ', `password: geheim\n${PGBENCH}`) });
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(JSON.stringify([runs, diagnostics])).not.toContain('geheim');
  });
});

describe('a line that was cut in several', () => {
  it('is joined again where GitLab marks a line as continued', async () => {
    const lines = PGBENCH.split('\n').map((line) => `2024-05-01T12:34:56.123456Z 01O ${line}`);
    lines[11] = '2024-05-01T12:34:56.123456Z 01O tps = 15';
    lines.push('2024-05-01T12:34:56.123456Z 01O+00.123456 (without initial connection time)');
    expect((await tpsOf(lines.join('\n'))).tps).toEqual([[1500.123456, 12]]);
  });

  it('is joined again where containerd marks it as partial', async () => {
    const lines = PGBENCH.split('\n').map((line) => `2024-05-01T12:34:56.123456789Z stdout F ${line}`);
    lines[11] = '2024-05-01T12:34:56.123456789Z stdout P tps = 15';
    lines.push('2024-05-01T12:34:56.123456789Z stdout F 00.123456 (without initial connection time)');
    expect((await tpsOf(lines.join('\n'))).tps).toEqual([[1500.123456, 12]]);
  });
});

describe('the log of a whole job', () => {
  const installing = Array.from(
    { length: 4000 },
    (_, at) => `Get:${at} archive.example lib${at} amd64 [12.3 kB]`,
  );
  const around = [
    ...installing,
    '##[group]Run ./bench.sh',
    ...PGBENCH.split('\n'),
    '##[endgroup]',
    'Cleaning up',
  ];
  const job = stamped(around.join('\n'));

  it('is read from where the output of a benchmark begins', async () => {
    const { tps, codes } = await tpsOf(job);
    expect(tps).toEqual([[1500.123456, 4013]]);
    expect(codes).toEqual(['WRAPPER_REMOVED']);
  });

  it('says from which line on it was read, and as what', async () => {
    const { artifact, diagnostics } = await parseBytes('job.txt', Buffer.from(job), { chunkBytes: 4096 });
    expect(artifact).toMatchObject({ kind: 'pgbench', status: 'parsed' });
    const [from] = diagnostics.map(({ message }) =>
      Number(/Read as pgbench from line (\d+) on/.exec(message)?.[1]),
    );
    expect(from).toBeGreaterThan(2000);
    expect(from).toBeLessThanOrEqual(4002);
  });

  it('gives its details too', async () => {
    const progress = 'progress: 5.0 s, 3029.2 tps, lat 2.640 ms stddev 0.500, 0 failed';
    const text = stamped([...installing, progress, progress.replace('5.0', '10.0'), PGBENCH].join('\n'));
    const details = await readDetails(toAsync(Buffer.from(text)), 'job.txt');
    expect(details.kind).toBe('pgbench');
    expect(details.series[0]?.lines).toEqual([4001, 4002]);
  });

  it('without a benchmark in it is not known', async () => {
    const { codes } = await tpsOf(stamped(installing.join('\n')));
    expect(codes).toEqual(['UNKNOWN_FORMAT']);
  });

  it('that begins with what a server said is read for the benchmark', async () => {
    const server = Array.from(
      { length: 90 },
      () => 'db-1  | 2024-05-01 12:34:56.123 UTC [7] LOG:  checkpoint starting',
    );
    const text = [...server, ...PGBENCH.replaceAll(/^/gm, 'pgbench-1  | ').split('\n')].join('\n');
    expect((await tpsOf(text)).tps).toEqual([[1500.123456, 102]]);
  });
});

describe('the archive of a run of GitHub Actions', () => {
  const step = stamped(`##[group]Run pgbench\n##[endgroup]\n${PGBENCH}`);
  const job = `${stamped('Set up job')}\n${step}\n${stamped('Cleaning up')}`;

  it('counts a result once, where the log of the job is next to those of its steps', async () => {
    using directory = makeDirectory({
      'bench/0_build (16).txt': job,
      'bench/build (16)/3_Run pgbench.txt': step,
    });
    const { runs, diagnostics } = await readUpload(directory.path);
    const files = runs.flatMap(({ results }) =>
      results.flatMap(({ measurements }) => measurements.map(({ file }) => file)),
    );
    expect(new Set(files)).toEqual(new Set(['bench/build (16)/3_Run pgbench.txt']));
    expect(diagnostics.filter(({ code }) => code === 'NO_RESULT')).toMatchObject([
      { file: 'bench/0_build (16).txt', message: expect.stringContaining('would count twice') },
    ]);
  });

  it('reads the log of the job where its steps are not there', async () => {
    using directory = makeDirectory({ '0_build.txt': job, 'other/3_Run pgbench.txt': step });
    const { runs } = await readUpload(directory.path);
    expect(runs.flatMap(({ results }) => results)).toHaveLength(2);
  });
});

it('reads past lines of the CI itself that have no time stamp', async () => {
  const text = `Started by user admin
[Pipeline] Start of Pipeline
[Pipeline] node
Running on agent-3 in /var/jenkins/workspace/bench
[Pipeline] {
[Pipeline] sh
${PGBENCH.replaceAll(/^/gm, '[2024-05-01T12:34:56.123Z] ')}
[Pipeline] }
[Pipeline] End of Pipeline
Finished: SUCCESS
`;
  expect((await tpsOf(text)).tps).toEqual([[1500.123456, 18]]);
});

it('reads one service of compose among others', async () => {
  const bench = PGBENCH.split('\n').map((line) => `pgbench-1  | ${line}`);
  const server = bench.map(
    (_, at) => `db-1       | 2024-05-01 12:34:5${at % 10}.123 UTC [7] LOG:  checkpoint`,
  );
  const text = [' Container db-1  Started', 'Attaching to db-1, pgbench-1', ...server, ...bench];
  expect(await tpsOf(text.join('\n'))).toMatchObject({ tps: [[1500.123456, 26]] });
});

it('reads a long line of JSON behind a time stamp, in pieces', async () => {
  const results = Array.from({ length: 200 }, (_, at) => ({ test: `t${at}`, value: at + 1, unit: 'ms' }));
  const text = JSON.stringify({ basecaseResults: 1, tool: 'x', product: 'X', version: '1', results });
  const read = (json: string) =>
    parseBytes('results.json', Buffer.from(json), { chunkBytes: 777, limits: { lineBytes: 1024 } });
  const { log, diagnostics } = await read(stamped(text));
  expect(log).toEqual((await read(text)).log);
  expect(diagnostics.map(({ code }) => code)).toEqual(['WRAPPER_REMOVED']);
});

describe('what a format itself writes before its lines', () => {
  it.each([
    ['procps4-wide-timestamps.txt', 'vmstat'],
    ['made-ycsb-0.17-run.txt', 'ycsb'],
    ['kxt-iso.txt', 'iostat'],
    ['made-oltpbench.summary', 'benchbase'],
    ['made-yugabyte-tpcc.txt', 'oltpbench-console'],
    ['logfile', 'server_log'],
    ['made-history-list.txt', 'innodb_history'],
    ['made-pg-stat-io.txt', 'pg_stat'],
    ['o.pgs.bg', 'pg_stat'],
  ])('%s is read as it is', (name, kind) => {
    const { detection, wrapper } = detectUnwrapped(name, readFixture(name));
    expect(detection).toMatchObject({ outcome: 'claimed', parser: { kind } });
    expect(wrapper).toBeNull();
  });

  it.each([
    [
      'status lines of YCSB',
      '2024-05-01 12:34:56:123 10 sec: 16699 operations; 611.11 current ops/sec; [READ: Count=9, Max=1, Min=1, Avg=1]\n'.repeat(
        9,
      ),
    ],
    [
      'progress of pgbench with times',
      'progress: 1714567890.123 s, 3029.2 tps, lat 2.640 ms stddev 0.500, 0 failed\n'.repeat(9),
    ],
    [
      'the log of MySQL',
      '2024-05-01T12:34:56.123456Z 0 [Note] [MY-010747] [Server] Plugin is ready.\n'.repeat(9),
    ],
    [
      'the log of PostgreSQL',
      '2024-05-01 12:34:56.123 UTC [1234] LOG:  checkpoint starting: time\n'.repeat(9),
    ],
    ['the log of RocksDB', '2024/05/01-12:34:56.123456 7f8 RocksDB version: 9.1.0\n'.repeat(9)],
    [
      'mpstat',
      '12:34:56     all   10.00    0.00    5.00    1.00    0.00    0.00    0.00    0.00    0.00   84.00\n'.repeat(
        9,
      ),
    ],
    ['a table by time', `time,q1,q2\n${'2024-05-01T12:34:56Z,1,2\n'.repeat(9)}`],
    ['a table of psql', ` relname  | n_live_tup\n${'pgbench_accounts | 100000\n'.repeat(9)}`],
  ])('%s stays', (_, text) => {
    expect(wrapperOf(text)).toBeNull();
  });

  it.each([
    [
      'a table',
      ` relname  | n_live_tup\n----------+------------\n${' accounts |     100000\n'.repeat(9)}(9 rows)\n`,
    ],
    ['records', '-[ RECORD 1 ]-+-----\nn_live_tup    | 5407\nn_dead        | 3\n'.repeat(9)],
    ['short records', '-[ RECORD 1 ]\nlive | 5407\ndead | 3\n'.repeat(9)],
  ])('%s of psql is not searched for what a service of compose said', (_, text) => {
    expect(detectUnwrapped('o.pgs.txt', Buffer.from(text))).toMatchObject({ wrapper: null, search: null });
    const ofService = Buffer.from(text.replaceAll(/^/gm, 'db-1  | '));
    expect(detectUnwrapped('o.txt', ofService).search?.forms).toHaveLength(1);
  });

  it('hides no service of compose below a table of psql without a last line, or a rule of dashes', async () => {
    const services = PGBENCH.replaceAll(/^/gm, 'pgbench-1  | ');
    const table = ' relname  | live\n----------+------\n accounts |  100\n';
    expect((await tpsOf(`${table}\n${services}`)).tps).toEqual([[1500.123456, 16]]);
    expect((await tpsOf(`-----+-----\n${services}`)).tps).toEqual([[1500.123456, 13]]);
  });

  it('stays also where a CI added its own before it', () => {
    const own = readFixture('made-yugabyte-tpcc.txt').toString('latin1');
    expect(wrapperOf(stamped(own))).toMatch(/^a time stamp \(GitHub Actions, GitLab, docker, kubectl\)/);
  });
});
