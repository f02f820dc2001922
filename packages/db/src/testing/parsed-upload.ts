import {
  type Artifact,
  type Build,
  COSTS,
  type CostId,
  type Measurement,
  type NormalizedResult,
  type NormalizedRun,
  type ParsedUpload,
  type Rounds,
  type RunFacts,
  type ServerKind,
} from '@basecase/ingest/model';
import { sha256Of } from '../import/identity';
import type { UploadToStore } from '../import/upload-row';

/** QPS by test (`read-only_range=100`); several values are repeats, null is a test that failed. */
export type QpsByTest = Record<string, readonly (number | null)[]>;

/** A run as the parsers would return it, with one log file per result. */
export interface RunSketch {
  /** False: its version has a name that says nothing of its place among releases. */
  versionKnown?: boolean;
  label?: string;
  product?: string;
  version?: string;
  flavour?: string | null;
  config?: string | null;
  build?: Build;
  facts?: RunFacts;
  /** Recorded in rounds: the values of a test are its rounds. */
  rounds?: Rounds;
  /** Command line of its tests; left out, one that says nothing. */
  command?: string;
  /** Median and maximum of stolen time of each of its tests, in percent. */
  steal?: readonly [median: number, max: number];
  clients?: number;
  cores?: number | null;
  server?: string | null;
  /** Of the server; by default a dedicated machine: on others little is sure. Null: not specified. */
  kind?: ServerKind | null;
  startedAt?: string | null;
  campaign?: string | null;
  qps: QpsByTest;
  /** What an operation of every test costs. */
  costs?: Partial<Record<CostId, number>>;
  /** Makes the logs of one sketch different from those of another with the same numbers. */
  seed?: string;
}

/** Builds hand-made parser output, so that every number in a test is in the test. */
export function makeUpload(...sketches: readonly RunSketch[]): ParsedUpload {
  const runs = sketches.map(makeRun);
  return {
    runs: runs.map(({ run }) => run),
    artifacts: runs.flatMap(({ artifacts }) => artifacts),
    diagnostics: [],
    diagnosticCounts: {},
    questions: [],
    firstReading: { rootLabel: 'made', diagnostics: [], counts: {} },
  };
}

/** What an import needs to know of a tarball with this content. */
export function describeUpload(content: string, says: Partial<UploadToStore> = {}): UploadToStore {
  return {
    sha256: sha256Of(content),
    filename: `${content}.tar.gz`,
    sizeBytes: content.length,
    origin: 'uploaded',
    server: null,
    settings: {},
    ...says,
  };
}

function makeRun(sketch: RunSketch): { run: NormalizedRun; artifacts: Artifact[] } {
  const { product = 'PostgreSQL', version = '17.0', config = 'x10a_c8r32', clients = 1 } = sketch;
  const label = sketch.label ?? `x.${product}${version}.${config}.pk1`;
  const artifacts: Artifact[] = [];
  const results = Object.entries(sketch.qps).flatMap(([test, values]) =>
    values.map((qps, index): NormalizedResult => {
      const file = `${label}/sb.o.${test}.${index + 1}`;
      const sha256 = sha256Of(`${sketch.seed ?? label} ${test} ${index} ${qps}`);
      artifacts.push({ path: file, sizeBytes: 1000, sha256, kind: 'sysbench', status: 'parsed' });
      const [name = test, range] = test.split('_range=');
      return {
        test: name,
        range: range === undefined ? null : Number(range),
        repeat: index + 1,
        status: resultStatus(name, qps),
        unit: 'queries/s',
        clients,
        command: sketch.command ?? 'sysbench run',
        tool: 'sysbench 1.0.20',
        device: null,
        measurements:
          qps === null
            ? []
            : [throughput(file, qps), ...costsOf(file, sketch.costs ?? {}), ...stealOf(file, sketch.steal)],
      };
    }),
  );
  const run: NormalizedRun = {
    label,
    path: label,
    benchmark: 'sysbench',
    variant: {
      product,
      version,
      versionKnown: sketch.versionKnown ?? true,
      flavour: sketch.flavour ?? null,
      config,
      ...(sketch.build && { build: sketch.build }),
    },
    workload: { tables: 1, rowsPerTable: 50_000_000, clients, primaryKey: true, cached: true, label: null },
    server: sketch.server
      ? {
          name: sketch.server,
          cores: sketch.cores ?? 8,
          cpu: null,
          memoryBytes: null,
          storage: null,
          os: null,
          kind: sketch.kind === undefined ? 'dedicated' : sketch.kind,
        }
      : null,
    cores: sketch.cores === undefined ? 8 : sketch.cores,
    startedAt: sketch.startedAt ?? null,
    notes: null,
    campaign: sketch.campaign ?? null,
    ...(sketch.facts && { facts: sketch.facts }),
    ...(sketch.rounds && { rounds: sketch.rounds }),
    isSummary: false,
    results,
  };
  return { run, artifacts };
}

function resultStatus(test: string, qps: number | null): NormalizedResult['status'] {
  if (qps === null) return 'failed';
  return test.endsWith('.warm') ? 'warmup' : 'ok';
}

function costsOf(file: string, costs: Partial<Record<CostId, number>>): Measurement[] {
  return COSTS.flatMap((metric) => {
    const value = costs[metric];
    return value === undefined ? [] : [measurementOf(file, metric, value)];
  });
}

function stealOf(file: string, steal: RunSketch['steal']): Measurement[] {
  if (!steal) return [];
  return [measurementOf(file, 'steal', steal[0]), measurementOf(file, 'steal_max', steal[1])];
}

function throughput(file: string, value: number): Measurement {
  return { ...measurementOf(file, 'throughput', value), unit: 'queries/s' };
}

/** A reported number from line 29 of a file, where sysbench prints its summary. */
export function measurementOf(file: string, metric: Measurement['metric'], value: number): Measurement {
  return { metric, value, unit: 'x', source: 'reported', formula: null, file, line: 29, lineEnd: 29 };
}
