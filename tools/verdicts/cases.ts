import { buildMatrix, findNoise, groupBy, type Matrix, type Noise } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { madeColumn, type RunColumn, together } from './made-columns';
import type { SameTable } from './tables';

/** Two columns that should not differ, the base first, and what is known of their machine. */
export interface SameCase {
  matrix: Matrix<RunColumn>;
  noise: Noise;
}

/** What is known of a machine: makes a case of a table and of the others of its source. */
export interface Situation {
  known: string;
  /** Null where the source has too few tables. */
  caseOf(own: readonly SameTable[], index: number, options: CaseOptions): SameCase | null;
}

interface CaseOptions {
  /** The name of the machine. */
  server: ServerKind;
  /** A place in x is the same test in all tables of a source. */
  hasPositions: boolean;
}

export const SITUATIONS: readonly Situation[] = [
  { known: 'nothing', caseOf: withPairs(0) },
  { known: '1 pair', caseOf: withPairs(1) },
  { known: '3 pairs', caseOf: withPairs(3) },
  { known: '5 pairs', caseOf: withPairs(5) },
  { known: 'two runs a side', caseOf: twoRunsASide },
];

/** All cases that tables of one kind of machine give. */
export function casesOf(
  tables: readonly SameTable[],
  { situation, ...options }: CaseOptions & { situation: Situation },
): SameCase[] {
  return [...groupBy(tables, ({ source }) => source).values()].flatMap((own) =>
    own.flatMap((_, index) => situation.caseOf(own, index, options) ?? []),
  );
}

/**
 * One run on each side, and A/A pairs: those nearest in time that share no run with the table. Where places in x are not names, a pair tells how noisy the machine is, and nothing of a single test.
 */
function withPairs(count: number): Situation['caseOf'] {
  return (own, index, { server, hasPositions }) => {
    const table = own[index];
    const pairs = [...own.keys()]
      .filter((other) => Math.abs(other - index) >= 2)
      .sort((a, b) => Math.abs(a - index) - Math.abs(b - index) || a - b)
      .slice(0, count);
    if (!table || pairs.length < count) return null;
    const columns = sideBySide(table, { version: ['base', 'version'], day: index, prefix: '' });
    const others = pairs.flatMap((pair) => {
      const version = `A/A ${pair}`;
      const prefix = hasPositions ? '' : `${pair}-`;
      const changes = own[pair];
      return changes ? sideBySide(changes, { version: [version, version], day: pair, prefix }) : [];
    });
    return { matrix: buildMatrix(columns), noise: noiseOf([...columns, ...others], server) };
  };
}

function sideBySide(
  { x }: SameTable,
  { version, day, prefix }: { version: readonly [string, string]; day: number; prefix: string },
): [RunColumn, RunColumn] {
  const run = (side: 0 | 1) =>
    madeColumn({
      version: version[side],
      day: day + side,
      logs: new Map(x.map((log, test) => [`${prefix}${nameOf(test)}`, side * log])),
    });
  return [run(0), run(1)];
}

/** In the order of the table, as rows are sorted by name. */
function nameOf(test: number): string {
  return `test${String(test).padStart(4, '0')}`;
}

/** Four runs one after the other, of which the first two are the base: x1 / 2 + x2 + x3 / 2, and repeats x1 and x3. */
function twoRunsASide(own: readonly SameTable[], index: number, { server }: CaseOptions): SameCase | null {
  const three = own.slice(index, index + 3);
  const tests = three[0]?.x.length ?? 0;
  if (three.length < 3 || three.some(({ x }) => x.length !== tests)) return null;
  const runs = [0, 1, 2, 3].map((day) => {
    const logs = new Map<string, number>();
    for (let test = 0; test < tests; test++) {
      logs.set(
        nameOf(test),
        three.slice(0, day).reduce((sum, { x }) => sum + (x[test] ?? 0), 0),
      );
    }
    return madeColumn({ version: day < 2 ? 'base' : 'version', day: index + day, logs });
  });
  const [b1, b2, v1, v2] = runs;
  if (!b1 || !b2 || !v1 || !v2) return null;
  return { matrix: buildMatrix([together(b1, b2), together(v1, v2)]), noise: noiseOf(runs, server) };
}

/** Priors are those of the tests that are known best: sysbench, cached, many clients. */
function noiseOf(columns: readonly RunColumn[], server: ServerKind): Noise {
  const kind = { benchmark: 'sysbench', clients: 16, cached: true } as const;
  return findNoise(buildMatrix(columns), { ...kind, server });
}
