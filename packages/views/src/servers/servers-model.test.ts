import { unknownNoise } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { testData, testServer } from '../testing/test-servers';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import type { ServerData } from './servers-data';
import { serversModel } from './servers-model';
import { toServersSelection } from './servers-selection';
import { type ServersState, serversUrl } from './servers-state';
import { ruleSentences, serversSentence } from './servers-words';

const model = (servers: ServerData[], rows = 1, state: Partial<ServersState> = {}) => {
  const all = { ...serversUrl.defaults, ...state };
  return serversModel(toServersSelection(testData(servers, rows), all), all);
};
const cellsOf = (made: ReturnType<typeof model>, row = 0) =>
  made.groups[0]?.rows[row]?.servers.map(({ ratios }) =>
    ratios.map((ratio) => [ratio().text, ratio().level]),
  );

describe('servers side by side', () => {
  it('divide by the base of each server, never by that of another', () => {
    const made = model([
      testServer('small', 8, { throughput: [[1000, 800]] }),
      testServer('large', 48, { throughput: [[90_000, 99_000]] }),
    ]);
    expect(cellsOf(made)).toEqual([[['0.80', 'r3']], [['1.10', 'b1']]]);
    expect(made.groups[0]?.rows[0]?.servers.map(({ absolute }) => absolute)).toEqual([
      '1\u202f000',
      '90\u202f000',
    ]);
  });

  it('show CPU as microseconds per operation of base and judged version', () => {
    const made = model([
      testServer('small', 8, { throughput: [[1000, 800]], cpu_us_per_op: [[49.04, 56.31]] }),
      testServer('large', 48, { throughput: [[90_000, 99_000]] }),
    ]);
    expect(made.groups[0]?.rows[0]?.servers.map(({ costs }) => costs)).toEqual([
      ['49.0', '56.3'],
      ['–', '–'],
    ]);
  });

  it('take a rise of a cost for a regression', () => {
    const servers = [
      testServer('small', 8, { throughput: [[1, 1]], cpu_us_per_op: [[100, 125]] }),
      testServer('large', 48, { throughput: [[1, 1]], cpu_us_per_op: [[100, 100]] }),
    ];
    const made = model(servers, 1, { metric: 'cpu_us_per_op' });
    expect(cellsOf(made)).toEqual([[['1.25', 'r3']], [['1.00', 'n']]]);
    expect(made.groups[0]?.rows[0]?.summary.word).toBe('only on small');
  });

  it('lead to the cell in the heatmap of its server', () => {
    const made = model([
      testServer('small', 8, { throughput: [[10, 5]], cpu_us_per_op: [[1, 2]] }, { workload: 'cached' }),
      testServer('large', 48, { throughput: [[10, 5]] }),
    ]);
    expect(made.groups[0]?.rows[0]?.servers[0]?.ratios[0]?.().href).toBe(
      '/compare?server=small&workload=cached&base=mysql-1.0&cell=t0_range=100@mysql-2.0',
    );
  });

  it('name a test as the table of the server does', () => {
    const server = testServer('small', 8, { throughput: [[10, 5]] });
    const made = model([
      { ...server, ownKeys: { 0: 't0' } },
      testServer('large', 48, { throughput: [[10, 5]] }),
    ]);
    expect(made.groups[0]?.rows[0]?.servers[0]?.ratios[0]?.().href).toContain('&cell=t0@mysql-2.0');
  });

  it('give the reason for a missing number', () => {
    const failed = testServer('small', 8, { throughput: [[10, null]] });
    const made = model([
      { ...failed, excluded: [{ row: 0, column: 1, status: 'sla_failed' }] },
      testServer('middle', 24, { throughput: [[10, null]] }),
      testServer('large', 48, { throughput: [[10]] }),
    ]);
    const [sla, missing, notRun] = made.groups[0]?.rows[0]?.servers.map(({ ratios }) => ratios[0]?.()) ?? [];
    expect(sla).toMatchObject({ text: 'SLA', level: 'v' });
    expect(sla?.href).not.toBeNull();
    expect(missing).toMatchObject({ text: '–', level: 'v', href: null, reason: 'not recorded' });
    expect(notRun?.reason).toBe('this version was not run on this server');
  });

  it('keep a table of ratios relative to its own base', () => {
    const made = model([
      testServer('small', 8, { throughput: [[0.5, 1]] }, { relativeTo: '2.0' }),
      testServer('large', 48, { throughput: [[10, 5]] }),
    ]);
    expect(cellsOf(made)).toEqual([[['1.00', 'n']], [['0.50', 'r5']]]);
    expect(made.groups[0]?.rows[0]?.summary).toMatchObject({ pattern: 'not measured' });
    expect(made.groups[0]?.rows[0]?.servers[0]?.absolute).toBe('–');
  });

  it('fold, filter, and can be cut down to where servers differ', () => {
    const servers = [
      testServer('small', 8, {
        throughput: [
          [10, 5],
          [10, 5],
        ],
      }),
      testServer('large', 48, {
        throughput: [
          [10, 10],
          [10, 5],
        ],
      }),
    ];
    expect(model(servers, 2, { fold: ['point'] }).groups[0]?.open).toBe(false);
    expect(model(servers, 2, { q: 't1' }).groups[0]?.rows.map(({ key }) => key)).toEqual(['t1_range=100']);
    expect(model(servers, 2, { only: true }).groups[0]?.rows.map(({ key }) => key)).toEqual(['t0_range=100']);
    expect(model(servers, 2, { q: 'nothing' }).groups).toEqual([]);
  });

  it('sum up a group by geometric means and by how many are slower everywhere', () => {
    const made = model(
      [
        testServer('small', 8, {
          throughput: [
            [100, 50],
            [100, 200],
            [100, 50],
          ],
        }),
        testServer('large', 48, {
          throughput: [
            [100, 50],
            [100, 100],
            [100, 100],
          ],
        }),
      ],
      3,
    );
    // (0.5 × 2 × 0.5)^(1/3) and (0.5 × 1 × 1)^(1/3)
    expect(made.groups[0]?.means.map(([mean]) => mean?.text)).toEqual(['0.79', '0.79']);
    expect(made.groups[0]?.summary).toBe('1 of 3 the same, 2 differ');
  });
});

describe('servers judged by their noise', () => {
  const noise = toHeatmapNoise(unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated'), {
    columns: [],
    rows: [],
  });
  const quiet = Array.from({ length: 8 }, () => [100, 100]);
  const judged = (first: [number, number], spread: number | null = null): ServerData => ({
    ...testServer('small', 8, { throughput: [first, ...quiet] }),
    noise,
    repeats: Array.from({ length: 9 }, () => [1, 2]),
    spread: Array.from({ length: 9 }, () => [null, spread]),
  });
  const large = (first: [number, number]): ServerData => ({
    ...testServer('large', 48, { throughput: [first, ...quiet] }),
    noise,
  });
  const row = (made: ReturnType<typeof model>) => made.groups[0]?.rows[0];

  it('have the verdict of each cell on its own server', () => {
    const made = model([judged([100, 70]), large([100, 70])], 9);
    expect(row(made)?.servers.map(({ ratios }) => ratios[0]?.().verdict)).toEqual([
      'regression',
      'regression',
    ]);
    expect(row(made)?.servers[0]?.ratios[0]?.()).toMatchObject({ className: 'r4', level: 'r4' });
    expect(row(made)?.summary).toMatchObject({ pattern: 'same', direction: 'worse' });
  });

  it('say where it is slower, and never "only" while another server is not confirmed', () => {
    expect(row(model([judged([100, 70]), large([100, 100])], 9))?.summary.word).toBe('only on small');
    // Two repeats differ by more than half of the change: it is under 3.2 standard errors of them, so only possible.
    const open = model([judged([100, 70], 0.5), large([100, 70])], 9);
    expect(row(open)?.servers[0]?.ratios[0]?.()).toMatchObject({
      verdict: 'possible regression',
      className: 'pr p4',
    });
    expect(row(open)?.summary).toMatchObject({
      pattern: 'some',
      word: 'on large',
      detail: 'likely on small',
    });
    expect(serversSentence(open).rest).toContain('1 changed or likely changed on some servers only');
  });

  it('are judged over all tests, whatever the filter shows', () => {
    const servers = [judged([100, 70]), large([100, 100])];
    const all = model(servers, 9);
    const filtered = model(servers, 9, { q: 't0' });
    expect(filtered.groups[0]?.rows.map(({ key, summary }) => ({ key, summary }))).toEqual([
      { key: row(all)?.key, summary: row(all)?.summary },
    ]);
    const verdicts = (made: ReturnType<typeof model>) =>
      row(made)?.servers.map(({ ratios }) => ratios.map((ratio) => ratio().verdict));
    expect(verdicts(filtered)).toEqual(verdicts(all));
    expect(verdicts(all)?.flat()).toContain('regression');
  });

  it('name the rule in force, and its limits', () => {
    const servers = [judged([100, 70]), large([100, 100])];
    expect(ruleSentences(model(servers, 9).selection).map(({ text }) => text)).toEqual([
      'Each cell is judged by the noise of its server.',
      'No repeat run on small and large yet, so twice the typical noise is assumed there. Run the base once more on another day, or record in rounds.',
    ]);
    const plain = model(servers, 9, { rule: 'thresholds' });
    expect(ruleSentences(plain.selection)[0]?.text).toBe(
      'Judged by the plain threshold 0.95 / 1.05, ignoring noise.',
    );
    expect(row(plain)?.servers[0]?.ratios[0]?.()).toMatchObject({ verdict: null, level: 'r4' });
    expect(row(plain)?.servers[0]?.ratios[0]?.().href).toContain('&rule=thresholds');
  });

  it('keep plain thresholds for costs, whose noise is not known', () => {
    const servers = [judged([100, 70]), large([100, 100])].map((server) => ({
      ...server,
      values: { ...server.values, cpu_us_per_op: Array.from({ length: 9 }, () => [10, 12]) },
    }));
    const made = model(servers, 9, { metric: 'cpu_us_per_op' });
    expect(made.selection.rule).toBe('thresholds');
    expect(row(made)?.servers[0]?.ratios[0]?.()).toMatchObject({ verdict: null, level: 'r2' });
  });
});

describe('the sentence', () => {
  const servers = (large: [number, number][]) => [
    testServer('small', 8, { throughput: large.map(() => [100, 50]) }, { clients: 1 }),
    testServer('large', 48, { throughput: large }, { clients: 40 }),
  ];

  it('says how many are slower everywhere and where the others are', () => {
    const made = model(
      servers([
        [100, 50],
        [100, 80],
        [100, 100],
        [100, 150],
      ]),
      4,
    );
    expect(serversSentence(made)).toEqual({
      strong: 'The same on both servers for 2 of 4 tests',
      rest: ': 2 slower. 1 changed on one server only and 1 goes opposite ways.',
    });
  });

  it('concludes that concurrency is not needed when most are slower with one client too', () => {
    const made = model(
      servers([
        [100, 50],
        [100, 80],
      ]),
      2,
    );
    expect(serversSentence(made).rest).toBe(': 2 slower, so the cause does not need concurrency.');
  });

  it('stays a sentence when every test is another case', () => {
    const ratios = [
      [50, 100, 100],
      [100, 50, 100],
      [100, 100, 50],
      [50, 50, 100],
    ];
    const made = model(
      [0, 1, 2].map((server) =>
        testServer(`s${server}`, server + 2, { throughput: ratios.map((row) => [100, row[server] ?? null]) }),
      ),
      4,
    );
    expect(serversSentence(made)).toEqual({
      strong: 'No test changed on every server.',
      rest: ' 3 changed on one server only and 1 changed or likely changed on some servers only.',
    });
  });

  it('names the versions that are compared where the newest ones differ', () => {
    const made = model([
      testServer('small', 8, { throughput: [[100, 50, 40]] }),
      testServer('large', 48, { throughput: [[100, 50]] }),
      testServer('huge', 96, { throughput: [[100, 50]] }),
    ]);
    const shown = serversModel(
      toServersSelection(
        { ...made.selection.data, keys: ['1.0', '3.0'] },
        { ...serversUrl.defaults, version: '3.0' },
      ),
      serversUrl.defaults,
    );
    expect(serversSentence(shown).strong).toBe(
      'The versions differ: 3.0 on small and 2.0 on large and huge. Each against 1.0. The same on all 3 servers for 1 of 1 test',
    );
    expect(shown.groups[0]?.rows[0]?.summary).toMatchObject({ pattern: 'same' });
  });

  it('answers for the only server that has two versions', () => {
    const made = model([
      testServer('small', 8, { throughput: [[100, 50]] }),
      testServer('large', 48, { throughput: [[100]] }),
    ]);
    expect(serversSentence(made)).toEqual({
      strong: 'Only small has two versions of MySQL: 1 of 1 test is slower there',
      rest: ' in 2.0 than in 1.0. MySQL has one version on large: add a second.',
    });
    const none = model([
      testServer('small', 8, { throughput: [[1]] }),
      testServer('large', 8, { throughput: [[1]] }),
    ]);
    expect(serversSentence(none)).toEqual({
      strong: 'Each server has one version.',
      rest: ' MySQL has one version on small and large: add a second.',
    });
  });

  it('names the servers where no test has both versions on two of them', () => {
    const apart = [
      testServer('small', 8, { throughput: [[100, null]] }),
      testServer('large', 48, { throughput: [[1, 2]] }),
    ];
    expect(serversSentence(model(apart)).strong).toBe(
      'No test was measured in both versions on two servers.',
    );
  });
});
