import type { RegressionEntry, ServerView, WorkloadView } from '@basecase/db/types';

/** A record with few numbers, for tests that change what they are about. */
export function makeEntry(change: Partial<RegressionEntry> = {}): RegressionEntry {
  return {
    slug: 'update-zipf-16.10',
    kind: 'regression',
    state: 'new',
    server: makeServer(),
    workload: makeWorkload(),
    product: 'PostgreSQL',
    test: {
      key: 'update-zipf_range=100',
      name: 'update-zipf',
      range: 100,
      group: 'write',
      groupLabel: 'Writes',
      unit: 'queries/s',
    },
    build: null,
    firstBad: makeColumn('16.10'),
    lastGood: makeColumn('15.15'),
    lastSeen: '18.1',
    verdict: 'regression',
    mark: 'sure',
    ratio: 0.843,
    levelRatio: 0.83,
    band: 0.0548,
    p: 0.0004,
    stop: null,
    step: 'step',
    explanation:
      '16% slower; CPU per operation 1.19x (accounts for all of it). Causes overlap, so shares can add up to more than 100%.',
    cause: {
      key: 'PostgreSQL 16.10 slower CPU+IO',
      product: 'PostgreSQL',
      since: '16.10',
      direction: 'slower',
      reason: 'CPU+IO',
      records: 5,
    },
    fix: { claimed: null, seen: null, status: 'none' },
    owner: null,
    bugUrl: null,
    hasNotes: false,
    triageVersion: 1,
    isNews: true,
    createdAt: '2026-01-14T10:00:00.000Z',
    changedAt: '2026-01-15T10:00:00.000Z',
    withdrawnAt: null,
    comparePath: '/compare?server=ax162-s',
    nights: null,
    ...change,
  };
}

export function makeColumn(version: string, config = 'x10a_c32r128') {
  const label = `pg${version}_o2nofp.${config}`;
  return { column: `postgresql-${version}`, label, version, flavour: 'o2nofp', config };
}

export function makeServer(change: Partial<ServerView> = {}): ServerView {
  return {
    slug: 'ax162-s',
    name: 'ax162-s',
    cores: 48,
    cpu: null,
    memoryBytes: null,
    storage: null,
    os: null,
    ...change,
  };
}

export function makeWorkload(change: Partial<WorkloadView> = {}): WorkloadView {
  return {
    slug: 'sysbench-io',
    benchmark: 'sysbench',
    label: 'sysbench, IO-bound',
    details: ['8 tables × 250M rows', '40 clients'],
    clients: 40,
    origin: 'published',
    relativeTo: null,
    source: null,
    ...change,
  };
}
