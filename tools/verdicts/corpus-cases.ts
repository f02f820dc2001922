import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildMatrix, findNoise, groupBy, looksCached, type WorkloadKind } from '@basecase/analysis';
import { IngestError, readUpload } from '@basecase/ingest';
import type { NormalizedRun } from '@basecase/ingest/model';
import type { SameCase } from './cases';
import type { RunColumn } from './made-columns';

/** A/A pairs of the tables in one directory: what was measured together, on one server. */
export interface CorpusCases {
  directory: string;
  clients: number | null;
  cached: boolean | null;
  cases: SameCase[];
}

/** Tables of absolute values, those with costs per operation first: the gate needs their context switches. */
const TABLES = [/^o\.met\b/, /^qps\.abs\..*\.tsv$/];

/**
 * The A/A pairs of sysbench tables under a directory, as the product finds them. Each is judged without every pair that shares
 * a version with it.
 *
 * @param cached of tables whose reads from storage do not show it
 */
export async function corpusCases(root: string, cached: boolean | null): Promise<CorpusCases[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file));
  const found: CorpusCases[] = [];
  for (const [directory, own] of [...groupBy(files, dirname)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const tables = TABLES.flatMap((name) =>
      own.filter((file) => name.test(relative(directory, file))).sort(),
    );
    const columns: RunColumn[] = [];
    for (const file of tables) addColumns(columns, await readTable(file));
    const kind = {
      clients: clientsOf(columns, directory),
      cached: looksCached(buildMatrix(columns)) ?? cached,
    };
    const cases = casesOfColumns(columns, kind);
    if (cases.length > 0) found.push({ ...kind, cases, directory: relative(root, directory) });
  }
  return found;
}

async function readTable(file: string): Promise<NormalizedRun[]> {
  try {
    const { runs } = await readUpload(file, { hash: false });
    return runs.filter(({ benchmark }) => benchmark === 'sysbench');
  } catch (error) {
    if (error instanceof IngestError) return [];
    throw error;
  }
}

/** Tables repeat runs: those of one label with a value in common are one run, and the first table with it counts. */
function addColumns(columns: RunColumn[], runs: readonly NormalizedRun[]): void {
  for (const run of runs) {
    const known = columns.some(({ label, runs: [other] }) => label === run.label && isOneRun(other, run));
    if (known) continue;
    const id = `${run.label} ${columns.length}`;
    columns.push({
      ...run.variant,
      label: run.label,
      runs: [run],
      id,
      repeat: null,
      campaigns: ['one'],
      at: null,
    });
  }
}

/** A table prints integers, another one decimals: runs are one when most of their tests agree to a part in a thousand. */
function isOneRun(a: NormalizedRun | undefined, b: NormalizedRun): boolean {
  const others = new Map(
    a?.results.map((result) => [`${result.test} ${result.range}`, throughputOf(result)]),
  );
  const pairs = b.results.flatMap((result) => {
    const [own, other] = [throughputOf(result), others.get(`${result.test} ${result.range}`) ?? null];
    return own !== null && other !== null ? [Math.abs(own / other - 1) < 0.001] : [];
  });
  return pairs.filter(Boolean).length > pairs.length / 2;
}

function throughputOf({ measurements }: NormalizedRun['results'][number]): number | null {
  return measurements.find(({ metric }) => metric === 'throughput')?.value ?? null;
}

function casesOfColumns(columns: readonly RunColumn[], kind: WorkloadKind): SameCase[] {
  const noise = findNoise(buildMatrix(columns), { benchmark: 'sysbench', ...kind, server: 'dedicated' });
  return noise.pairs.map(({ a, b }) => {
    const sides = columns.filter(({ id }) => id === a.id || id === b.id);
    return { matrix: buildMatrix(sides), noise };
  });
}

/** As the runs say, else as the archive names directories: `dop40`, `1u`; null leaves it open. */
function clientsOf(columns: readonly RunColumn[], directory: string): number | null {
  const said = columns.flatMap(({ runs }) => runs.map(({ workload }) => workload.clients));
  const named = /\bdop(\d+)\b|\b(\d+)u\b/.exec(directory)?.slice(1).find(Boolean);
  return said.find((clients) => clients !== null) ?? (named === undefined ? null : Number(named));
}
