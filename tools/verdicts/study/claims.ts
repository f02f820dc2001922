import { readFileSync } from 'node:fs';
import {
  judgeMatrix,
  type MatrixRow,
  matrixOfResults,
  type NoiseRun,
  unknownNoise,
  type VerdictMark,
  verdictDirection,
  verdictMark,
} from '@basecase/analysis';
import { type BenchmarkId, type ServerKind, testInfo } from '@basecase/ingest/model';
import claims from './claims.json' with { type: 'json' };

/** A change that a published report describes. */
interface Claim {
  /** The report, as data/published names it. */
  post: string;
  base: string;
  version: string;
  config: string;
  tests: readonly string[];
  direction: 'slower' | 'faster';
}

/** 21 changes, a test each, that the reports of data/published call one. */
export const CLAIMS = claims as readonly Claim[];

type Figure = Record<string, string>;

/** What the rule says of each claim on a machine of a kind, from the published table alone: nothing tells its noise. */
export function judgeClaims(file: string, server: ServerKind): { test: string; mark: VerdictMark }[] {
  const figures = readFigures(file);
  return CLAIMS.flatMap((claim) => {
    const own = figures.filter(
      ({ post, base, metric }) => post === claim.post && base === claim.base && metric === 'throughput',
    );
    // A report may print one table as figures and as ratios.
    const absolute = own.filter(({ kind }) => kind === 'absolute');
    const judged = judgeTable(absolute.length > 0 ? absolute : own, claim, server);
    return claim.tests.map((test) => {
      const verdict = judged.get(test) ?? 'missing';
      const mark = verdictDirection(verdict) === claim.direction ? verdictMark(verdict) : 'missing';
      return { test: `${claim.version} ${test}`, mark };
    });
  });
}

function judgeTable(figures: readonly Figure[], { base, version, config }: Claim, server: ServerKind) {
  const [first] = figures;
  const kind = first?.['kind'];
  const benchmark: BenchmarkId = (first?.['benchmark'] ?? '').toLowerCase().replaceAll(' ', '-');
  const workload = first?.['workload'] ?? '';
  const tests = [...new Set(figures.map(({ test = '' }) => test))];
  const valueAt = (ofVersion: string, ofConfig: string, test: string) =>
    figures.find(
      (one) => one['version'] === ofVersion && one['config'] === ofConfig && one['test'] === test,
    )?.['value'];
  const [baseVersion = '', baseConfig = ''] = base.split(' ');
  const columns = [runOf(baseVersion, baseConfig), runOf(version, config)];
  const results = tests.map((test) => [
    kind === 'relative' ? ['1'] : [valueAt(baseVersion, baseConfig, test)].flatMap((value) => value ?? []),
    [valueAt(version, config, test)].flatMap((value) => value ?? []),
  ]);
  const matrix = matrixOfResults({
    columns,
    rows: tests.map((test, position) => rowOf(test, position, benchmark)),
    each: true,
    results: results.map((row) =>
      row.map((values) =>
        values.map((value) => ({
          status: 'ok' as const,
          computed: {},
          reported: { throughput: Number(value) },
        })),
      ),
    ),
  });
  const clients = Number(/(\d+) clients?/.exec(workload)?.[1] ?? Number.NaN);
  const noise = unknownNoise(
    benchmark,
    { clients: Number.isNaN(clients) ? null : clients, cached: workload.startsWith('cached') },
    server,
  );
  const { cells } = judgeMatrix(matrix, { base: 0, noise });
  return new Map(tests.map((test, row) => [test, cells[row]?.[1]?.verdict ?? 'missing']));
}

function runOf(version: string, config: string): NoiseRun {
  const label = `${version} ${config}`;
  return {
    ...{ product: 'P', version, flavour: null, config: config || null, label },
    ...{ id: label, repeat: null, campaigns: [], at: null },
  };
}

function rowOf(key: string, position: number, benchmark: BenchmarkId): MatrixRow {
  const [name = '', range] = key.split('_range=');
  const info = testInfo(benchmark, name, range === undefined ? null : Number(range));
  return { ...info, key, label: key, groupLabel: info.group, position, known: false };
}

/** Rows of the file by the names of its columns. */
function readFigures(file: string): Figure[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}
