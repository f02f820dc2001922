import { expect, it } from 'vitest';
import { toSample, weigh } from '../detect/detect';
import { BY_BYTES } from '../parsers/parser';
import { BENCHMARK_PARSERS } from '../parsers/parsers';
import { listFixtures, readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { clock, wrap } from '../testing/wrap';

/** Prefixes that lines of a tool may have, too. */
const GUESSED: Readonly<Record<string, (line: string, index: number) => string>> = {
  Fabric: (line) => `[localhost] out: ${line}`,
  'Fabric with a user': (line) => `[root@10.1.2.3:22] out: ${line}`,
  pdsh: (line) => `db1: ${line}`,
  'grep with the name of a file': (line) => `out/res_8.txt:${line}`,
  'grep with line numbers': (line) => `res.txt:12:${line}`,
  'parallel --tag': (line) => `8\t${line}`,
  'a tag and a tab': (line) => `db1\t${line}`,
  'four spaces': (line) => `    ${line}`,
  'a quoted mail': (line) => `> ${line}`,
  stern: (line) => `bench-x7k2p sysbench ${line}`,
  'a service of a swarm': (line) => `bench_db.1.x8k2p9@node-1    | ${line}`,
  'clush -b': (line) => `[db-1.example.com] ${line}`,
  Capistrano: (line) => ` ** [out :: db1] ${line}`,
  Terraform: (line) => `aws_instance.db (remote-exec): ${line}`,
  Packer: (line) => `    amazon-ebs: ${line}`,
  'logging of Python': (line) => `INFO:root:${line}`,
  'eight spaces': (line) => `        ${line}`,
  tabs: (line) => `\t${line}`,
  'Ansible stdout_lines': (line) => `        ${JSON.stringify(line)},`,
  'cat -n': (line, index) => `${String(index + 1).padStart(6)}\t${line}`,
  nl: (line, index) => `${String(index + 1).padStart(3)}: ${line}`,
  'grep -n': (line, index) => `${index + 1}:${line}`,
  'log4j 1': (line, index) => `2024-05-01 ${clock(index)},123 INFO  [main] bench.Runner: ${line}`,
  'log4j 2': (line, index) =>
    `[INFO ] 2024-05-01 ${clock(index)},${100 + index} [main]  x.Run main - ${line}`,
  Spring: (line, index) => `2024-05-01 ${clock(index)}.123  INFO 4711 --- [    main] c.e.Bench   : ${line}`,
  'logging of Python with a time': (line, index) => `2024-05-01 ${clock(index)},123 - bench - INFO - ${line}`,
  'log of Go': (line, index) => `2024/05/01 ${clock(index)} ${line}`,
  glog: (line, index) => `I0501 ${clock(index)}.123456    4711 runner.go:12] ${line}`,
  'syslog with its priority': (line, index) => `<13>May  1 ${clock(index)} db1 bench[4711]: ${line}`,
  'a priority alone': (line) => `<13>${line}`,
  'logger without a process': (line, index) => `May  1 ${clock(index)} db1 root: ${line}`,
  'syslog (RFC 5424)': (line, index) =>
    `<13>1 2024-05-01T${clock(index)}.123456+02:00 db1 bench 4711 - - ${line}`,
  'journalctl -o short-unix': (line, index) => `${1714567890 + index}.123456 db1 bench[4711]: ${line}`,
  'journalctl -o short-full': (line, index) => `Wed 2024-05-01 ${clock(index)} UTC db1 bench[4711]: ${line}`,
  'seconds and a tab': (line, index) => `${1714567890 + index}\t${line}`,
  'seconds since the start': (line, index) => `[${(1 + index * 0.137).toFixed(6).padStart(12)}] ${line}`,
  'a time and a tab': (line, index) => `2024-05-01T${clock(index)}Z\t${line}`,
  'date(1)': (line, index) => `Wed May  1 ${clock(index)} UTC 2024: ${line}`,
  logcli: (line, index) => `2024-05-01T${clock(index)}Z {app="bench", pod="x-1"} ${line}`,
  Heroku: (line, index) => `2024-05-01T${clock(index)}.123456+00:00 app[run.1234]: ${line}`,
  Drone: (line, index) => `[bench:L${index}:${index}s] ${line}`,
  'json-file of docker': (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2024-05-01' }),
  'journalctl -o json': (line) => JSON.stringify({ _HOSTNAME: 'db1', PRIORITY: '6', MESSAGE: line }),
  logfmt: (line, index) => `time="2024-05-01T${clock(index)}Z" level=info msg=${JSON.stringify(line)}`,
};

/** In rows of numbers alone an added number is not known, unless it counts the lines. */
const OF_NUMBERS = ['seconds and a tab', 'seconds since the start'];
const ROWS = ['fio-summary', 'pgbench-transactions'];

const INTERVALS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  .map(
    (at) =>
      `[ ${at}0s ] thds: 8 tps: ${100 + at}.00 qps: 2100.00 (r/w/o: 1400.00/400.00/300.00) lat (ms,95%): 5.00 err/s: 0.00`,
  )
  .join('\n');

it.each<[string, string, Buffer]>([
  ['sysbench', 'intervals of sysbench', Buffer.from(INTERVALS)],
  ['vmstat', 'vmstat', readFixture('y.txt')],
  ['iostat', 'iostat of a single device', readFixture('y-d-blocks.txt')],
  ['pgbench-transactions', 'transactions of pgbench', readFixture('transaction-log-15-retries')],
])('rows of %s are read behind every prefix: %s', async (kind, _, bytes) => {
  const { log } = await parseBytes('rows.txt', bytes);
  for (const [by, wrapping] of Object.entries(GUESSED)) {
    if (ROWS.includes(kind) && OF_NUMBERS.includes(by)) continue;
    const read = await parseBytes('rows.txt', wrap(bytes, wrapping));
    expect(read.artifact.kind, by).toBe(kind);
    expect(read.log, by).toEqual(log);
  }
});

it('says of rows of numbers without headings why they are not read', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `run/vm.log: 1  0      0 24323492   2564 ${at}    0    0    44`,
  );
  const { diagnostics } = await parseBytes('vm.log', Buffer.from(rows.join('\n')));
  expect(diagnostics).toMatchObject([
    { code: 'UNKNOWN_FORMAT', message: expect.stringContaining('rows of numbers') },
  ]);
});

const INDENTED = ['four spaces', 'eight spaces', 'tabs'];

/** Shorter files are tables, and single numbers that their name explains. */
const MIN_LINES = 12;

/** One log of each kind; all of them with `FUZZ_RUNS`. */
const seen = new Set<string>();
const cases = listFixtures().flatMap((fixture) => {
  const { detection, score } = weigh(toSample(fixture.name, fixture.bytes));
  if (detection.outcome !== 'claimed' || score < BY_BYTES) return [];
  const { parser } = detection;
  const isLog = BENCHMARK_PARSERS.includes(parser) && !parser.isJson && parser.kind !== 'benchbase-config';
  if (!isLog || fixture.bytes.toString('latin1').split('\n').length < MIN_LINES) return [];
  if (process.env['FUZZ_RUNS'] === undefined && seen.has(parser.kind)) return [];
  seen.add(parser.kind);
  return [[`${parser.kind}: ${fixture.name}`, { ...fixture, kind: parser.kind }] as const];
});

it.each(cases)('%s is read behind the prefix of a remote shell', async (_, { name, bytes, kind }) => {
  const { log } = await parseBytes(name, bytes);
  for (const [by, wrapping] of Object.entries(GUESSED)) {
    if (ROWS.includes(kind) && OF_NUMBERS.includes(by)) continue;
    const read = await parseBytes(name, wrap(bytes, wrapping));
    expect(read.log, by).toEqual(log);
    // Its parser finds the line behind its time stamp, which line numbers do not hide. Others read indented lines as well.
    if (kind === 'benchmarksql' || INDENTED.includes(by)) continue;
    expect(
      read.diagnostics.map(({ code }) => code),
      by,
    ).toContain('WRAPPER_REMOVED');
  }
});

/** What a terminal, Windows or `tee` add to a whole log. */
const COPIED: Readonly<Record<string, (text: string) => string>> = {
  'two carriage returns': (text) => text.replaceAll('\n', '\r\r\n'),
  'spaces at the ends': (text) => text.replaceAll('\n', '    \n'),
  'progress that was written over': (text) => text.replace(/\n/, '\nprep 10%\rprep 100%\r'),
  'an erased line': (text) => `\r\u001b[K${text}`,
};

it.each(cases)('%s is read as a terminal shows it', async (_, { name, bytes }) => {
  const { log } = await parseBytes(name, bytes);
  for (const [by, copy] of Object.entries(COPIED)) {
    const copied = copy(bytes.toString('latin1').replaceAll('\r\n', '\n'));
    expect((await parseBytes(name, Buffer.from(copied, 'latin1'))).log, by).toEqual(log);
  }
});

it.each(listFixtures().map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const))(
  'takes no indentation off %s, nor off blocks that were pasted from it',
  async (_, { name, bytes }) => {
    const lines = bytes.toString('latin1').split('\n');
    const isIndented = (line = '') => /^[ \t]|^$/.test(line);
    const starts = lines.flatMap((line, at) => (isIndented(line) && !isIndented(lines[at - 1]) ? [at] : []));
    const blocks = starts.slice(0, 3).map((at) => {
      const length = lines.slice(at).findIndex((line) => !isIndented(line));
      return lines.slice(at, length < 0 ? lines.length : at + length);
    });
    for (const block of [lines, ...blocks]) {
      const { log, diagnostics } = await parseBytes(name, Buffer.from(block.join('\n'), 'latin1'));
      if (log) expect(diagnostics.map(({ message }) => message).join('\n')).not.toContain('an indentation');
    }
  },
);

it('takes nothing off a log whose tool prints time stamps itself', async () => {
  const line = (text: string) => `2026-01-02 10:00:00,123  INFO - Term-00, ${text}`;
  const texts = [
    'BenchmarkSQL v5.1',
    'db=postgres',
    'warehouses=100',
    'terminals=50',
    'runMins=10',
    '',
    '',
    '',
  ];
  const end = ['Measured tpmC (NewOrders) = 45000.55', 'Measured tpmTOTAL = 100001.11'];
  const { log, diagnostics } = await parseBytes(
    'run.log',
    Buffer.from(`${[...texts, ...end].map(line).join('\n')}\n`),
  );
  expect(diagnostics).toEqual([]);
  expect(log).toMatchObject({ runs: [{ clients: 50, warehouses: 100, product: 'PostgreSQL' }] });
});

it.each([
  'made-report-28-columns.tsv',
  'made-abs.iobuf.9x.tsv',
  'made-ycsb-0.17-run.txt',
  'made-google-benchmark-2016.json',
])('%s without a prefix keeps its first column', async (name) => {
  const { diagnostics } = await parseBytes(name, readFixture(name));
  expect(diagnostics.map(({ code }) => code)).not.toContain('WRAPPER_REMOVED');
});
