import { createHash } from 'node:crypto';
import type { BenchmarkId, RunFacts } from '@basecase/ingest/model';
import { share } from '../made-up-values';

export interface MixedServer {
  name: string;
  cores: number | null;
  cpu: string | null;
  os: string | null;
}

export interface MixedWorkload {
  label: string | null;
  clients: number | null;
  cached: boolean | null;
}

/** A night of a version line. */
export interface MixedBuild {
  commit: string;
  branch: string;
  /** ISO 8601. */
  committedAt: string;
  number: number;
  facts: RunFacts;
}

/** Every server runs every variant of it on every workload, but for what is left out by chance. */
export interface MixedGroup {
  benchmark: BenchmarkId;
  product: string;
  /** In release order, each with its configs. */
  variants: readonly (readonly [version: string, ...configs: (string | null)[]])[];
  /** Left out: its versions are releases. Else each is a version line, of which these builds were measured in order. */
  builds?: readonly MixedBuild[];
  flavour: string | null;
  servers: readonly string[];
  workloads: readonly MixedWorkload[];
  tests: readonly (readonly [name: string, range: number | null])[];
  /** Default: 1. */
  repeats?: number;
  /** SQL: what throughput is multiplied by; left out: some steps at some versions. */
  change?: string;
}

const CPUS = ['AMD Ryzen 7 7840HS', 'AMD EPYC 9454P', 'Intel Xeon Silver 4214R', null];

/** 40 servers: most alike, some with names and facts that pages must bear. */
export const SERVERS: readonly MixedServer[] = [
  ...Array.from({ length: 32 }, (_, index) => ({
    name: `lab-${String(index + 1).padStart(2, '0')}`,
    cores: [8, 8, 24, 48][index % 4] ?? 8,
    cpu: CPUS[index % CPUS.length] ?? null,
    os: 'Ubuntu 24.04',
  })),
  { name: 'SER7', cores: 8, cpu: null, os: null },
  { name: 'nobody-said-anything', cores: null, cpu: null, os: null },
  { name: 'gcp c4-standard-48-lssd (us-central1-a, spot)', cores: 48, cpu: null, os: 'Debian 12' },
  { name: 'Prüfstand 3, Köln', cores: 16, cpu: 'Ampere Altra Q80-30', os: 'Rocky Linux 9.4' },
  {
    name: 'a-server-whose-name-is-much-longer-than-any-column-would-like-it-to-be.rack-17.example',
    cores: 128,
    cpu: 'A CPU with a name that needs more than one line (64 cores, 128 threads) @ 2.45 GHz',
    os: 'Linux 6.8.0-1021-generic #23~22.04.1-Ubuntu SMP PREEMPT_DYNAMIC',
  },
  { name: 'x', cores: 1, cpu: null, os: null },
  { name: '測試機', cores: 24, cpu: null, os: null },
  { name: '10.0.0.17', cores: 2, cpu: null, os: null },
];

const NAMES = SERVERS.map(({ name }) => name);
const CACHED: MixedWorkload = { label: null, clients: 1, cached: true };
const MANY_CLIENTS: MixedWorkload = { label: null, clients: 24, cached: true };
const IO_BOUND: MixedWorkload = { label: null, clients: 40, cached: false };

/** Each name with the same range, or the same configs. */
const each = <Same extends readonly (string | number | null)[]>(
  names: readonly string[],
  ...same: Same
): (readonly [string, ...Same])[] => names.map((name) => [name, ...same] as const);

const MICROBENCHMARKS: MixedGroup['tests'] = [
  ...each(['hot-points', 'point-query', 'points-covered-pk', 'points-covered-si'], 100),
  ...each(['points-notcovered-pk', 'points-notcovered-si', 'range-covered-pk'], 100),
  ...each(['range-covered-si', 'range-notcovered-pk', 'range-notcovered-si'], 100),
  ...[1000, 100, 10].map((range) => ['random-points', range] as const),
  ...['-count', '-distinct', '-order', '-simple', '-sum'].map((mix) => [`read-only${mix}`, 1000] as const),
  ...[10000, 100, 10].map((range) => ['read-only', range] as const),
  ...[100, 10].map((range) => ['read-write', range] as const),
  ...each(['scan', 'scan.warm', 'delete', 'insert', 'write-only'], 100),
  ...['index', 'inlist', 'nonindex', 'one', 'zipf'].map((what) => [`update-${what}`, 100] as const),
  ['a-test-that-no-registry-knows-and-that-has-a-long-name', null],
];

const NIGHTS_COUNT = 200;
const NEW_KERNEL_NIGHT = 90;
/** SQL: the number of the build that a run measured; nights are missing, so that its place says less. */
const BUILD_NUMBER =
  '(SELECT number FROM variants JOIN builds ON builds.id = build_id WHERE variants.id = variant_id)';

/**
 * One test, one run each night for 200 nights: noise, some bad nights, a new kernel, and a loss of 10% after 140
 * nights.
 */
const NIGHTS: MixedGroup = {
  benchmark: 'sysbench',
  product: 'PostgreSQL',
  variants: [['19devel', null]],
  builds: Array.from({ length: NIGHTS_COUNT }, (_, index) => ({
    commit: createHash('sha1').update(`made-up night ${index}`).digest('hex'),
    branch: 'master',
    committedAt: new Date(Date.UTC(2026, 2, 1 + index, 22)).toISOString(),
    number: index + 1,
    facts: { kernel: index < NEW_KERNEL_NIGHT ? '6.8.0-31' : '6.14.0-15', compiler: 'gcc 13.2.0' },
  })),
  flavour: 'nightly',
  servers: ['lab-01'],
  workloads: [{ label: 'nightly builds', clients: 8, cached: true }],
  tests: [['point-query', 100]],
  change: `CASE WHEN ${BUILD_NUMBER} > 140 THEN 0.9 ELSE 1 END
    * CASE WHEN ${share("results.id || 'bad night'")} < 0.04 THEN 0.8 ELSE 1 END`,
};

const { builds: _, ...ofNights } = NIGHTS;
/** The base of the nights. */
const RELEASE_BEFORE_NIGHTS: MixedGroup = { ...ofNights, variants: [['18.4', null]], change: '1' };

export const GROUPS: readonly MixedGroup[] = [
  {
    benchmark: 'sysbench',
    product: 'MySQL',
    variants: [
      ...each(['5.6.51', '5.7.44', '8.0.28', '8.0.36'], 'z12a'),
      ...each(['8.0.43', '8.0.44', '8.4.6', '8.4.7', '9.4.0', '9.5.0'], 'z12a', 'z12b_ahi1'),
    ],
    flavour: 'rel_o2nofp',
    servers: NAMES,
    workloads: [CACHED, MANY_CLIENTS, IO_BOUND],
    tests: MICROBENCHMARKS,
  },
  {
    benchmark: 'sysbench',
    product: 'PostgreSQL',
    variants: [
      ...each(['12.22', '13.22', '14.19', '15.14', '16.10', '17.6', '17.7'], 'x10a'),
      ...each(['18beta1', '18rc1', '18.0', '18.1'], 'x10b', 'x10cw4', 'x10d'),
      ['an-unknown-version-of-somebody', null],
    ],
    flavour: 'o2nofp',
    servers: NAMES.slice(0, 24),
    workloads: [
      CACHED,
      MANY_CLIENTS,
      { ...IO_BOUND, label: 'two hours, checkpoints every five minutes, full_page_writes off' },
    ],
    tests: MICROBENCHMARKS,
  },
  {
    benchmark: 'sysbench',
    product: 'MariaDB',
    variants: each(['10.2.30', '10.6.22', '10.11.14', '11.4.8', '11.8.3', '12.1.1'], 'z11b'),
    flavour: null,
    servers: NAMES.slice(12, 40),
    workloads: [{ label: null, clients: null, cached: null }],
    tests: MICROBENCHMARKS,
    repeats: 3,
  },
  {
    benchmark: 'db_bench',
    product: 'RocksDB',
    variants: ['6.29', '7.0', '7.10', '8.0', '8.11', '9.0', '9.11', '10.2', '10.6', '10.7', '10.8'].map(
      (minor) => [`${minor}.2`, null] as const,
    ),
    flavour: 'clang.lto',
    servers: NAMES.slice(0, 8),
    workloads: ['byrx', 'iobuf', 'iodir'].map((label) => ({ label, clients: 8, cached: label === 'byrx' })),
    tests: [
      ...each(['fillseq.wal_disabled.v400', 'revrangewhilewriting.t8', 'fwdrangewhilewriting.t8'], null),
      ...each(['readwhilewriting.t8', 'overwritesome.t2.s0', 'overwriteandwait.t2.s0'], null),
    ],
  },
  {
    benchmark: 'insert-benchmark',
    product: 'MyRocks',
    variants: each(['5.6.35', '8.0.28', '8.0.32'], 'cza1', 'cza2'),
    flavour: 'rel',
    servers: NAMES.slice(0, 10),
    workloads: [{ label: 'IO-bound', clients: 20, cached: false }],
    tests: [
      ...each(['l.i0', 'l.x', 'l.i1', 'l.i2'], null),
      ...each(['qr100.L1', 'qp100.L2', 'qr500.L3', 'qp500.L4', 'qr1000.L5', 'qp1000.L6'], null),
    ],
  },
  {
    benchmark: 'tproc-c',
    product: 'PostgreSQL',
    variants: each(['12.22', '14.19', '16.10', '17.7', '18.1'], 'x10b'),
    flavour: 'o2nofp',
    servers: NAMES.slice(0, 6),
    workloads: [{ label: '5 min ramp-up, 120 min', clients: null, cached: null }],
    tests: [100, 1000, 4000].flatMap((warehouses) =>
      [1, 6, 40].map((users) => [`vu${users}.w${warehouses}`, null] as const),
    ),
  },
  NIGHTS,
  RELEASE_BEFORE_NIGHTS,
];
