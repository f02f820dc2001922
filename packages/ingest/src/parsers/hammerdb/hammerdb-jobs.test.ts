import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory } from '../../testing/fixtures';

const [FIRST, SECOND, THIRD] = [
  '6A3A943C586703E263834363',
  '6A3A9FFF586703E273834363',
  '6A3AA0AB586703E283834363',
];
const job = (vus: number, nopm: number) => ({
  db: 'MariaDB',
  bm: 'TPC-C',
  tstamp: '2026-06-23 15:12:12',
  activevu: `${vus}`,
  nopm: `${nopm}`,
  tpm: `${nopm * 2}`,
});
const PROFILE = { [FIRST]: job(1, 30_000), [SECOND]: job(8, 210_000), [THIRD]: job(24, 500_000) };
const times = (average: string) => ({
  NEWORD: { elapsed_ms: '182025.5', calls: '40220', min_ms: '1.071', avg_ms: average, p95_ms: '3.297' },
  PAYMENT: { elapsed_ms: '182025.5', calls: '40101', min_ms: '0.5', avg_ms: '1.009', p95_ms: '1.297' },
});
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
/** As `jobs format text` prints it. */
const tcl = (value: object): string =>
  Object.entries(value)
    .map(
      ([key, own]) =>
        `${key} ${typeof own === 'object' ? `{${tcl(own)}}` : own.includes(' ') ? `{${own}}` : own}`,
    )
    .join(' ');

async function read(files: Record<string, string>) {
  using directory = makeDirectory(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`run/${name}`, text])),
  );
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) =>
    run.results.map(({ test, clients, measurements }) => ({
      product: run.variant.product,
      test,
      clients,
      ...Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
    })),
  );
  return { results, messages: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

it.each([
  ['JSON', pretty(PROFILE)],
  ['JSON on one line', JSON.stringify(PROFILE)],
  ['JSON with numbers', pretty(PROFILE).replace(/"(\d+)"(,?)$/gm, '$1$2')],
  ['text', tcl(PROFILE)],
  ['JSON behind a prompt', `hammerdb>jobs profile 1000\n${pretty(PROFILE)}\nhammerdb>`],
])('a performance profile has a test for each number of virtual users, as %s', async (_, text) => {
  const { results } = await read({ 'profile.json': text });
  expect(results).toMatchObject([
    { product: 'MariaDB', test: 'vu1', clients: 1, throughput: 30_000, tpm: 60_000 },
    { product: 'MariaDB', test: 'vu8', clients: 8, throughput: 210_000, tpm: 420_000 },
    { product: 'MariaDB', test: 'vu24', clients: 24, throughput: 500_000, tpm: 1_000_000 },
  ]);
});

it('a profile of 300 jobs on one line of text is read whole', async () => {
  const id = (at: number) => `6A3A943C586703E2${String(at).padStart(8, '0')}`;
  const all = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [id(at), job(at + 1, 1000 + at)]));
  expect((await read({ 'profile.txt': tcl(all) })).results).toHaveLength(300);
});

it('the list of all jobs has those with a result, of the product that each names', async () => {
  const all = {
    [FIRST]: { ...job(4, 9000), db: 'MSSQLServer' },
    [SECOND]: 'Jobid has no test result',
    [THIRD]: {
      db: 'MySQL',
      bm: 'TPC-H',
      tstamp: '2026-06-23 15:12:12',
      queries: '22',
      geomean: '4.0',
      querytime: '280',
    },
  };
  const { results, messages } = await read({ 'jobs.json': pretty(all) });
  expect(results).toMatchObject([{ product: 'SQL Server', test: 'vu4', throughput: 9000 }]);
  expect(messages).toContainEqual(expect.stringContaining(`job ${THIRD} is one of TPROC-H`));
});

const result = (id: string, vus: number, nopm: number) => [
  id,
  '2026-06-24 10:15:34',
  `${vus} Active Virtual Users configured`,
  `TEST RESULT : System achieved ${nopm} NOPM from ${nopm * 2} MariaDB TPM`,
];

it.each([
  ['JSON', pretty(result(FIRST, 8, 9000)), pretty(times('2.309'))],
  ['text', result(FIRST, 8, 9000).join('\n'), tcl(times('2.309'))],
])('times of a job are those of the result before them, as %s', async (_, outcome, timing) => {
  const { results } = await read({ 'job.txt': `${outcome}\n${timing}\n` });
  expect(results).toMatchObject([
    { test: 'vu8', throughput: 9000, latency_avg: 0.002309, latency_p95: 0.003297 },
  ]);
});

it('times that were asked for by the id of a job are of that job', async () => {
  const session = [
    'hammerdb>jobs profile 1000',
    pretty(PROFILE),
    `hammerdb>jobs ${SECOND} timing`,
    pretty(times('2.5')),
    `hammerdb>job ${FIRST} timing`,
    pretty(times('1.5')),
  ];
  const { results } = await read({ 'session.txt': session.join('\n') });
  expect(results.map((own) => [own.test, 'latency_avg' in own ? own.latency_avg : null])).toEqual([
    ['vu1', 0.0015],
    ['vu8', 0.0025],
    ['vu24', null],
  ]);
});

it('times after a list of jobs belong to none of them where no id was asked for', async () => {
  const { results } = await read({ 'session.txt': `${pretty(PROFILE)}\n${pretty(times('2.5'))}` });
  expect(results.map((own) => 'latency_avg' in own)).toEqual([false, false, false]);
});

it('times of one virtual user are not those of the test', async () => {
  const session = (asked: string) =>
    [
      `hammerdb>jobs ${FIRST} result`,
      pretty(result(FIRST, 8, 9000)),
      `hammerdb>jobs ${FIRST} timing${asked}`,
      pretty(times('2.5')),
    ].join('\n');
  for (const asked of [' 2', ' vu=2'])
    expect((await read({ 'session.txt': session(asked) })).results[0]).not.toHaveProperty('latency_avg');
  expect((await read({ 'session.txt': session('') })).results[0]).toHaveProperty('latency_avg', 0.0025);
});

it('times in a separate file belong to the only test next to them, and to none of several', async () => {
  const timing = pretty(times('2.309'));
  const both = await read({ 'result.json': pretty(result(FIRST, 8, 9000)), 'timing.json': timing });
  expect(both.results).toMatchObject([{ test: 'vu8', latency_avg: 0.002309 }]);
  const alone = await read({ 'timing.json': timing, 'other.json': pretty(PROFILE) });
  expect(alone.results.map((own) => 'latency_avg' in own)).toEqual([false, false, false]);
});

it.each([
  ['timing.json', pretty(times('2.309')), 'jobs <id> result'],
  [
    'hammerdbci.log',
    "HammerDB Pipeline Log\n+-+-+-+-\nCI: running pipeline 'profile'\n",
    'jobs profile <id>',
  ],
])('%s without any result is named, with what to send', async (name, text, words) => {
  using directory = makeDirectory({ [`run/${name}`]: text });
  const error: unknown = await readUpload(directory.path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ diagnostics: [{ message: expect.stringContaining(words) }] });
});
