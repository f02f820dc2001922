import type { CellVerdict } from '@basecase/analysis';
import type { ElsewhereEntry, LadderStep, RegressionPage } from '@basecase/db/types';
import { makeColumn, makeEntry, makeServer, makeWorkload } from './test-record';

const VALUES: readonly [version: string, value: number | null, level: number | null][] = [
  ['14.20', 43500, 0],
  ['15.15', 41562, 0],
  ['16.10', 35046, 1],
  ['16.11', 34685, 1],
  ['17.6', null, null],
  ['18.1', 31901, 2],
];
const BASE = 41562;

/** The page of a record with its ladder, for tests that change what they are about. */
export function makePage(change: Partial<RegressionPage> = {}): RegressionPage {
  return {
    ...makeEntry(),
    notes: '',
    notesVersion: 1,
    evaluatedAt: '2026-01-15T10:00:00.000Z',
    ruleVersion: 1,
    parserVersions: [3],
    mergedInto: null,
    splitFrom: null,
    judged: {
      sigma: 0.0232,
      baseRuns: 1,
      versionRuns: 1,
      runsToSettle: null,
      changedBy: null,
      bandSentence: 'Run-to-run noise: ±5.5% (95%).',
      settleSentence: '',
      stepSentence: '',
      shiftSentence: null,
      calibrated: true,
      serverPairs: 10,
      testPairs: 8,
    },
    explained: null,
    evidence: [
      { kind: 'for', title: 'Larger than noise', text: 'Drop of 16%.' },
      { kind: 'open', title: 'Not bisected', text: 'No run of 16.0 to 16.9.' },
    ],
    confounders: [],
    ladder: VALUES.map(([version, value, level]) => makeStep(version, value, level)),
    costs: [],
    neighbours: [],
    elsewhere: [],
    builds: [],
    repeats: [],
    sources: [],
    series: null,
    search: null,
    history: [],
    ...change,
  };
}

function makeStep(version: string, value: number | null, level: number | null): LadderStep {
  const roles: Record<string, LadderStep['role']> = { '15.15': 'last good', '16.10': 'first bad' };
  return {
    ...makeColumn(version),
    runs: value === null ? 0 : 1,
    results: value === null ? 0 : 1,
    status: value === null ? 'missing' : 'ok',
    value,
    toLastGood: value === null ? null : value / BASE,
    toPrevious: null,
    verdict: makeVerdict(value),
    level,
    role: roles[version] ?? null,
  };
}

function makeVerdict(value: number | null): CellVerdict {
  if (value === null) return { verdict: 'missing', mark: 'missing', reason: 'not recorded' };
  const isLower = value / BASE < 0.95;
  return {
    verdict: isLower ? 'regression' : 'no change',
    mark: isLower ? 'sure' : 'no change',
    x: Math.log(value / BASE),
    p: 0.001,
    sigma: 0.0232,
    band: 0.055,
    noisePairs: 8,
    baseRuns: 1,
    versionRuns: 1,
    runsToSettle: null,
    remedy: null,
    changedBy: null,
    rounds: null,
    steal: null,
    explanation: null,
  };
}

/** The same test elsewhere, by what tells places apart. */
export function makeElsewhere(
  verdict: ElsewhereEntry['verdict'],
  { server = 'pn53', clients = 1, label = 'sysbench, cached' }: ElsewhereChange = {},
): ElsewhereEntry {
  return {
    server: makeServer({ slug: server, name: server, cores: server === 'pn53' ? 8 : 24 }),
    workload: makeWorkload({ clients, label }),
    build: null,
    slug: null,
    state: null,
    firstBad: '16.10',
    lastGood: '15.15',
    ratio: 1,
    verdict,
  };
}

interface ElsewhereChange {
  server?: string;
  clients?: number | null;
  label?: string;
}
