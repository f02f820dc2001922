import type { RunPage, RunResult } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { badMarkTexts, runFacts, runSentence, serverFacts } from './runs-run';

const server = {
  slug: 'pn53',
  name: 'pn53',
  cores: 8,
  cpu: null,
  memoryBytes: 32 * 2 ** 30,
  storage: 'NVMe',
  os: null,
};

const result = (key: string, over: Partial<RunResult> = {}): RunResult => ({
  test: {
    key,
    name: key,
    range: null,
    group: 'writes',
    position: 1,
    unit: 'queries/s',
    warmup: false,
    known: true,
  },
  repeat: 1,
  status: 'ok',
  unit: 'queries/s',
  clients: 1,
  command: null,
  tool: 'sysbench 1.0.20',
  device: null,
  values: {},
  ...over,
});

const run = (results: RunResult[], isSummary = false) =>
  ({
    product: 'MySQL',
    version: '9.5.0',
    versionKnown: true,
    identity: [],
    flavour: null,
    config: 'z12a',
    workload: { label: 'sysbench, cached', details: ['1 client'] },
    startedAt: '2026-11-20T18:03:00.000Z',
    campaign: null,
    asRead: null,
    corrected: [],
    path: '',
    label: 'x.my9500',
    results,
    isSummary,
  }) as unknown as RunPage;

const texts = (facts: { label: string; text: string }[]) =>
  Object.fromEntries(facts.map(({ label, text }) => [label, text]));

describe('the facts of a run', () => {
  it('show what is missing as missing', () => {
    expect(texts(serverFacts({ server, asRead: null, corrected: [] }))).toEqual({
      Name: 'pn53',
      Cores: '8',
      CPU: 'not recorded',
      Memory: '32 GiB',
      Storage: 'NVMe',
      OS: 'not recorded',
    });
    expect(
      serverFacts({ server, asRead: null, corrected: [] }).filter(({ isMissing }) => isMissing),
    ).toHaveLength(2);
  });

  it('list each tool once', () => {
    const facts = texts(
      runFacts(run([result('a'), result('b'), result('c', { tool: 'sysbench 1.1.0', device: 'nvme0n1' })])),
    );
    expect(facts).toMatchObject({
      Tool: 'sysbench 1.0.20, sysbench 1.1.0',
      Device: 'nvme0n1',
      Workload: 'sysbench, cached, 1 client',
      Started: '20 Nov 2026, 18:03 UTC',
      Directory: 'x.my9500',
    });
  });
});

describe('the facts of a run that was corrected', () => {
  const read = {
    server: 'pn53b',
    product: 'MySQL',
    version: '9.5.0',
    branch: null,
    flavour: null,
    config: null,
    tables: null,
    rowsPerTable: null,
    clients: 4,
    primaryKey: null,
    cached: null,
    label: null,
    startedAt: null,
    campaign: null,
    test: null,
    metric: null,
  };

  it('show the value read only if another value is in force', () => {
    const corrected: RunPage = {
      ...run([]),
      asRead: read,
      corrected: ['config', 'clients', 'startedAt', 'campaign'],
    };
    const asRead = Object.fromEntries(runFacts(corrected).map((each) => [each.label, each.asRead]));
    expect(asRead).toMatchObject({
      Product: undefined,
      Version: undefined,
      Config: 'not recorded',
      Workload: 'clients 4',
      Started: 'not recorded',
    });
    expect(serverFacts({ server, asRead: read, corrected: ['server'] })[0]).toMatchObject({
      text: 'pn53',
      asRead: 'pn53b',
    });
  });

  it('name the fields of a workload where several differ', () => {
    const corrected: RunPage = {
      ...run([]),
      asRead: { ...read, cached: false },
      corrected: ['clients', 'cached'],
    };
    expect(runFacts(corrected).find(({ label }) => label === 'Workload')?.asRead).toBe(
      'clients 4, cache IO-bound',
    );
  });
});

describe('the sentence of a run', () => {
  it('counts tests and results without warm-ups', () => {
    expect(
      runSentence(run([result('a'), result('a', { repeat: 2 }), result('a.warm', { status: 'warmup' })])),
    ).toBe('1 test, 2 results.');
  });

  it('names the failures and marks a summary', () => {
    expect(runSentence(run([result('a'), result('b', { status: 'sla_failed' })], true))).toBe(
      '2 tests, 2 results; 1 of them failed or missed their SLA; read from a summary table; the raw logs are not stored.',
    );
  });
});

describe('a run that was marked as bad', () => {
  it('names reason, author and consequence', () => {
    const mark = { id: '3', reason: 'fan failed', by: 'nightly', at: '2026-11-20T18:03:00.000Z' };
    expect(badMarkTexts(mark)).toEqual({
      strong: 'Bad run: fan failed',
      rest: ', by nightly, 20 Nov 2026. Its numbers are ignored: no verdict, noise or record uses them.',
    });
  });
});
