import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST } from '../../app/mcp/route';
import { commitOf } from './measured';

const BASE = 'https://bench.example';

type Sketch = NonNullable<Parameters<typeof versionRun>[2]>;
type Factors = NonNullable<Parameters<typeof versionRun>[1]>;

/** Two versions on a separate server: factors and facts of each. */
interface Planted {
  class: 'real' | 'noise' | 'method' | 'machine';
  factors: Factors;
  before?: Partial<Sketch>;
  after?: Partial<Sketch>;
  both?: Partial<Sketch>;
}

const all = (factor: number): Factors =>
  Object.fromEntries(Array.from({ length: 12 }, (_, test) => [`t${test}`, factor]));

/** Facts of machine and compiler, before and after. */
const differ = (fact: string, before: string, after: string): Pick<Planted, 'before' | 'after'> => ({
  before: { facts: { [fact]: before } },
  after: { facts: { [fact]: after } },
});
const same = (fact: string, value: string): Pick<Planted, 'both'> => ({ both: { facts: { [fact]: value } } });
const drop = { t0: 0.8, t1: 0.7 };

const PLANTED: readonly Planted[] = [
  { class: 'real', factors: { t0: 0.7 } },
  { class: 'real', factors: { t3: 0.85 } },
  { class: 'real', factors: { t0: [0.8, 0.81], t1: [0.75, 0.76] } },
  { class: 'real', factors: { t0: 0.5, t5: 0.6, t7: 0.55 } },
  { class: 'real', factors: drop, both: { kind: 'dedicated', clients: 40 } },
  { class: 'real', factors: drop, ...same('kernel', '6.1.0') },
  { class: 'real', factors: drop, ...same('compiler', 'gcc 12') },
  { class: 'real', factors: drop, ...same('governor', 'performance') },
  { class: 'real', factors: { t0: null, t1: 0.7 } },
  { class: 'real', factors: { t11: 0.88, t10: 0.8 } },
  { class: 'noise', factors: { t0: 0.4 }, both: { kind: null } },
  { class: 'noise', factors: { t0: 0.6 }, both: { kind: null } },
  { class: 'noise', factors: { t4: 0.7 }, both: { kind: null } },
  { class: 'noise', factors: { t0: 0.5, t1: 0.6 }, both: { kind: null } },
  { class: 'noise', factors: { t0: 0.4 }, both: { kind: 'virtual' } },
  { class: 'noise', factors: { t0: 0.6 }, both: { kind: 'shared' } },
  { class: 'noise', factors: { t0: 0.4 }, both: { kind: null }, ...differ('kernel', '6.1.0', '6.8.0') },
  { class: 'noise', factors: { t2: 0.5 }, both: { kind: null }, ...differ('compiler', 'gcc 12', 'gcc 14') },
  { class: 'noise', factors: { t8: 0.65 }, both: { kind: 'virtual' } },
  { class: 'noise', factors: { t9: 0.45 }, both: { kind: 'shared' } },
  { class: 'method', factors: drop, ...differ('compiler', 'gcc 12', 'gcc 14') },
  { class: 'method', factors: { t0: 0.7 }, ...differ('compiler', 'gcc -O3', 'gcc -O0') },
  { class: 'method', factors: { t6: 0.6 }, ...differ('compiler', 'gcc 14', 'clang 19') },
  { class: 'method', factors: drop, ...differ('tool', 'sysbench 1.0.20', 'sysbench 1.1.0') },
  { class: 'method', factors: { t0: 0.85 }, ...differ('tool', 'sysbench 0.5', 'sysbench 1.0.20') },
  { class: 'method', factors: { t1: 0.5 }, ...differ('tool', 'pgbench 17', 'pgbench 18') },
  {
    class: 'method',
    factors: drop,
    before: { facts: { tool: 'a 1', kernel: '6.1.0' } },
    after: { facts: { tool: 'a 2', kernel: '6.8.0' } },
  },
  { class: 'method', factors: { t0: 0.6, t1: null }, ...differ('compiler', 'gcc 11', 'gcc 13') },
  { class: 'method', factors: all(0.7), ...differ('tool', 'sysbench 1.0.20', 'sysbench 1.1.0') },
  { class: 'method', factors: { t11: 0.7 }, ...differ('tool', 'a 1', 'a 2') },
  { class: 'machine', factors: drop, ...differ('kernel', '6.1.0', '6.8.0') },
  { class: 'machine', factors: drop, ...differ('governor', 'performance', 'powersave') },
  { class: 'machine', factors: { t0: 0.8 }, ...differ('microcode', '0x1', '0x2') },
  { class: 'machine', factors: { t5: 0.6 }, ...differ('cpu', 'EPYC 9454P', 'EPYC 7502P') },
  { class: 'machine', factors: drop, ...differ('storage', 'nvme ext4', 'nvme xfs') },
  { class: 'machine', factors: drop, ...differ('os', 'Debian 12', 'Debian 13') },
  {
    class: 'machine',
    factors: { t0: 0.7 },
    ...differ('hypervisor', 'none', 'KVM'),
    both: { kind: 'dedicated' },
  },
  { class: 'machine', factors: all(0.6), ...differ('kernel', '6.1.0', '6.8.0') },
  { class: 'machine', factors: { t1: 0.6 }, ...differ('os', 'Ubuntu 22.04', 'Ubuntu 24.04') },
  { class: 'machine', factors: { t3: 0.75 }, ...differ('storage', 'nvme', 'sata') },
];

/** A run whose files have a unique name in the upload. */
const ownRun = (version: string, factors: Factors, sketch: Partial<Sketch>) =>
  versionRun(version, factors, {
    ...sketch,
    label: `${sketch.server}.${sketch.product ?? 'pg'}${version}.x10a_c8r32.pk1`,
  });

let bench: RegressionBench;
let folder: string;
beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-mcp-'));
  Object.assign(process.env, {
    ...{ DATABASE_URL: bench.database.url, BASECASE_BLOBS: folder, BASECASE_LOCAL: '', BASECASE_URL: BASE },
  });
  await bench.store(
    ...PLANTED.flatMap(({ factors, before, after, both }, index) => {
      const sketch = { server: `case${index}`, product: 'MySQL', ...both };
      return [
        ownRun('8.0.1', {}, { ...sketch, ...before }),
        ownRun('9.0.1', factors, { ...sketch, ...after }),
      ];
    }),
  );
  const large = { server: 'big', cores: 48 };
  await bench.store(
    ownRun('18.0', {}, large),
    ownRun('18.1', {}, large),
    ownRun('18.2', { t0: 0.8, t1: 0.7, t2: 1.3 }, large),
    ownRun('18.0', {}, { server: 'small', cores: 8 }),
    ownRun('18.1', { t4: 0.75 }, { server: 'small', cores: 8 }),
    ownRun('18.2', { t4: 0.75 }, { server: 'small', cores: 8 }),
    ownRun('10.2.30', {}, { ...large, product: 'MariaDB' }),
    ownRun('12.3.1', { t0: null }, { ...large, product: 'MariaDB' }),
  );
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(message: object, headers: Record<string, string> = {}): Promise<Response> {
  return POST(
    new Request(`${BASE}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    }),
  );
}

interface ToolAnswer {
  result: { content: { text: string }[]; isError?: boolean };
}

async function ask(name: string, asked: object): Promise<string> {
  const response = await send({ method: 'tools/call', params: { name, arguments: asked } });
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as ToolAnswer;
  return result.content.map(({ text }) => text).join('\n');
}

/** Slugs of the events that a tool named. */
const slugsOf = (text: string) => [...text.matchAll(/\(slug ([^)]+)\)/g)].map(([, slug]) => slug ?? '');

/** Every paragraph with a ratio, a percentage or a run has an address that shows it. */
function expectLinks(text: string): void {
  for (const part of text.split('\n\n'))
    if (/\d\.\d\d|\d%|run \d/.test(part)) expect(part).toContain(`${BASE}/`);
}

describe('explain_change', () => {
  it.each(PLANTED.map((planted, index) => [planted.class, index] as const))(
    'finds the class %s of planted case %i',
    async (expected, index) => {
      const list = await ask('find_changes', { server: `case${index}` });
      const { rows } = await bench.database.pool.query<{ slug: string }>(
        `SELECT regressions.slug FROM regressions JOIN servers ON servers.id = regressions.server_id
         WHERE servers.slug = $1 AND regressions.kind = 'regression' ORDER BY ratio NULLS LAST LIMIT 1`,
        [`case${index}`],
      );
      expect(list).toContain('MySQL 9.0.1');
      const text = await ask('explain_change', { slug: rows[0]?.slug ?? '' });
      expect(/Class: (\w+)/.exec(text)?.[1], text).toBe(expected);
      expectLinks(text);
    },
  );
});

type Step = [tool: string, asked: object | ((before: string) => object)];

/** A question of a person, the calls that answer it, and what the answer must say. */
const QUESTIONS: readonly [
  question: string,
  steps: [Step] | [Step, Step],
  says: readonly (string | RegExp)[],
][] = [
  [
    'What regressed in 18.2 on 48 cores?',
    [['find_changes', { version: '18.2', cores: 48 }]],
    ['PostgreSQL 18.2', '2 of 12 tests slower'],
  ],
  [
    'Is it real?',
    [['find_changes', { version: '18.2', cores: 48 }]],
    ['Class: real, of the product', 'no difference besides the version is known'],
  ],
  [
    'What is the evidence?',
    [
      ['find_changes', { version: '18.2', cores: 48 }],
      ['explain_change', (before) => ({ slug: slugsOf(before)[0] })],
    ],
    ['Evidence:', 'Larger than noise', /run \d+, 18\.2: /, /run \d+, 18\.1: /],
  ],
  [
    'What would settle it?',
    [
      ['find_changes', { version: '18.2', cores: 48 }],
      ['explain_change', (before) => ({ slug: slugsOf(before)[0] })],
    ],
    ['To settle it: '],
  ],
  [
    'What regressed in 18.2 on 8 cores?',
    [['find_changes', { version: '18.2', cores: 8 }]],
    ['No open regression was found. 18.2 was measured in 1 workload', 'small (8-core)'],
  ],
  [
    'What regressed in 19.0?',
    [['find_changes', { version: '19.0', product: 'postgresql' }]],
    ['19.0 was not measured there, so nothing is known of it'],
  ],
  ['What regressed on 96 cores?', [['find_changes', { cores: 96 }]], ['Nothing is stored with 96 cores']],
  [
    'Since when is t4 slower on small?',
    [['find_changes', { server: 'small', test: 't4' }]],
    ['PostgreSQL 18.1', 'small'],
  ],
  [
    'Is t4 slower on big as well?',
    [['compare_versions', { base: '18.0', version: '18.1', server: 'big', test: 't4' }]],
    ['- t4: ', 'noise'],
  ],
  [
    'Is 18.2 slower than 18.0 on small?',
    [['compare_versions', { base: '18.0', version: '18.2', server: 'small' }]],
    ['PostgreSQL 18.2', /t4: 0\.7\d+ .*regression, sure/],
  ],
  [
    'What improved in 18.2?',
    [['find_changes', { version: '18.2', kind: 'improvement' }]],
    ['1 of 12 tests faster: t2'],
  ],
  [
    'How much faster is t2 in 18.2?',
    [['compare_versions', { base: '18.1', version: '18.2', test: 't2' }]],
    [/t2: 1\.3\d* .*improvement, sure/],
  ],
  [
    'Which servers measured MariaDB?',
    [['list_measured', { product: 'mariadb' }]],
    ['big (48-core)', 'MariaDB 10.2.30, 12.3.1'],
  ],
  ['Which versions ran on small?', [['list_measured', { server: 'small' }]], ['PostgreSQL 18.0, 18.1, 18.2']],
  [
    'What is wrong with MariaDB 12.3.1?',
    [['find_changes', { product: 'MariaDB', version: '12.3.1' }]],
    ['MariaDB 12.3.1', 't0'],
  ],
  [
    'Why does t0 not work in MariaDB 12.3.1?',
    [
      ['find_changes', { product: 'MariaDB', version: '12.3.1' }],
      ['explain_change', (before) => ({ slug: slugsOf(before)[0] })],
    ],
    ['stopped working'],
  ],
  ['Is the drop of MySQL 9.0.1 on case30 real?', [['find_changes', { server: 'case30' }]], ['MySQL 9.0.1']],
  [
    'Is 18.2 slower than 17.0?',
    [['compare_versions', { base: '17.0', version: '18.2', product: 'PostgreSQL' }]],
    ['No server measured both 17.0 and 18.2 of PostgreSQL'],
  ],
  [
    'What is the event nothing-here?',
    [['explain_change', { slug: 'nothing-here' }]],
    ['No event or record has the slug "nothing-here"'],
  ],
  [
    'Was anything fixed?',
    [['find_changes', { state: 'fixed', product: 'PostgreSQL' }]],
    ['No fixed regression was found.'],
  ],
];

describe('questions of people', () => {
  it.each(QUESTIONS)('%s', async (_question, steps, says) => {
    let text = '';
    for (const [tool, asked] of steps)
      text = await ask(tool, typeof asked === 'function' ? asked(text) : asked);
    for (const part of says) expect(text).toMatch(part instanceof RegExp ? part : literal(part));
    expectLinks(text);
  });

  it('are 20, and 40 cases are planted', () => {
    expect([QUESTIONS.length, PLANTED.length]).toEqual([20, 40]);
  });
});

const literal = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

describe('names that are not whole, or wrong', () => {
  it('lead to the nearest ones, and never to a false statement', async () => {
    expect(await ask('find_changes', { product: 'Maria' })).toMatch(
      /^Nothing is stored of Maria\. Nearest: MariaDB\./,
    );
    expect(await ask('explain_change', { slug: 'nothing-here' })).not.toContain('..');
    expect(await ask('compare_versions', { base: '18.2', version: '18.2' })).toBe(
      '18.2 is one version: name two.',
    );
    expect(await ask('compare_versions', { base: '10.2', version: '12.3', product: 'MariaDB' })).toMatch(
      /Nearest: 10\.2\.30\. Nearest: 12\.3\.1\./,
    );
    expect(await ask('find_changes', { version: 'g3389a9d8' })).toMatch(/No event begins at g3389a9d8/);
    expect(await ask('compare_versions', { base: '18.1', version: 'g3389a9d8' })).toContain(
      '?of=18.1..g3389a9d8',
    );
  });

  it.each([
    ['g3389a9d8', '3389a9d8'],
    ['19devel 20260123-g3389A9d8', '3389a9d8'],
    ['3389a9d8', '3389a9d8'],
    ['g12345678', '12345678'],
    ['20250101', null],
    ['18.2', null],
    ['19devel', null],
  ])('%s has the commit %s', (name, commit) => {
    expect(commitOf(name)).toBe(commit);
  });
});

describe('show_scaling', () => {
  it('says where versions peak and what explains a change, with the address', async () => {
    const law = (sigma: number, n: number) => n / (1 + sigma * (n - 1) + 2e-4 * n * (n - 1));
    for (const clients of [1, 2, 4, 8, 16, 32, 64, 128, 256])
      for (const [version, sigma] of [
        ['16.0', 0.02],
        ['17.0', 0.05],
      ] as const)
        await bench.store(
          ownRun(version, { t0: law(sigma, clients) }, { server: `swept`, clients, kind: 'dedicated' }),
        );
    const text = await ask('show_scaling', { server: 'swept', test: 't0' });
    expect(text).toMatch(/By the scaling law 17\.0 peaks at 69 clients, 16\.0 at 70/);
    expect(text).toContain(`${BASE}/clients?server=swept&test=t0`);
    expect(text).toMatch(/\| 17\.0 .*\| 5\.00/);
    for (const clients of [1, 8])
      for (const version of ['16.0', '17.0'])
        await bench.store(ownRun(version, {}, { server: `two`, clients, kind: 'dedicated' }));
    expect(await ask('show_scaling', { server: 'two', test: 'T11' })).toContain(
      'clients?server=two&test=t11',
    );
    expect(await ask('show_scaling', { server: 'two', test: 'absent' })).toMatch(
      /^No test of this workload is called "absent": t0, t1, .* http/,
    );
    expect(await ask('show_scaling', { server: 'small' })).toContain('at several client counts');
    expect(await ask('show_scaling', { server: 'absent' })).toContain('Nothing is stored');
  });
});

describe('the protocol', () => {
  it('names itself and five tools that only read', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const started = await (await send({ method: 'initialize', params })).json();
    expect(started.result).toMatchObject({ serverInfo: { name: 'basecase' }, capabilities: { tools: {} } });
    const { result } = await (await send({ method: 'tools/list' })).json();
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
      ...['find_changes', 'explain_change', 'compare_versions', 'show_scaling', 'list_measured'],
    ]);
    for (const { annotations } of result.tools) expect(annotations).toEqual({ readOnlyHint: true });
  });

  it('refuses unknown arguments, and pages of other sites', async () => {
    const wrong = await ask('find_changes', { versoin: '18.2' });
    expect(wrong).toContain('versoin');
    const other = await send({ method: 'tools/list' }, { origin: 'https://evil.example' });
    expect(other.status).toBe(403);
  });
});
