import type { ServerKind } from '@basecase/ingest/model';
import { randomNumbers } from '../../series/testing/made-series';
import { median } from '../../statistics/median';
import { judgeMatrix } from '../judge-matrix';
import { findNoise } from '../noise/find-noise';
import { isSure } from '../verdict';
import { makeMatrix, makeRun } from './make-matrix';

/** Tests of a made table; the first one has the loss. */
export const TESTS = 8;
const TABLES = 150;
const DAY_MS = 86_400_000;

export interface Simulation {
  sigma: number;
  /** Runs on each side, each on a separate day. */
  runs: number;
  loss: number;
  server: ServerKind;
}

/** Part of made tables in which the rule is sure of the loss of the first test. */
export function foundPart({ sigma, runs, loss, server }: Simulation, tables = TABLES): number {
  const random = randomNumbers(20260101);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const versions = ['8.0.43', '9.5.0'];
  const columns = versions.flatMap((version, side) =>
    Array.from({ length: runs }, (_, run) =>
      makeRun(version, {
        id: `${version} ${run}`,
        at: new Date(Date.UTC(2026, 0, 1) + (2 * run + side) * DAY_MS).toISOString(),
      }),
    ),
  );
  let found = 0;
  for (let table = 0; table < tables; table++) {
    const values = Array.from({ length: TESTS }, (_, test) =>
      columns.map(({ version }) => {
        const level = test === 0 && version === versions[1] ? 1000 * (1 - loss) : 1000;
        return level * Math.exp((normal() * sigma) / Math.SQRT2);
      }),
    );
    const noise = findNoise(makeMatrix(columns, { throughput: values }), {
      benchmark: 'sysbench',
      clients: 1,
      cached: true,
      server,
    });
    const sides = values.map((row) => [row.slice(0, runs), row.slice(runs)]);
    const matrix = makeMatrix(
      versions.map((version) => makeRun(version)),
      { throughput: sides.map((row) => row.map((own) => median(own))) },
    );
    matrix.repeats = sides.map((row) => row.map(() => runs));
    matrix.spread = sides.map((row) =>
      row.map((own) => (runs < 2 ? null : (Math.max(...own) - Math.min(...own)) / (median(own) ?? 1))),
    );
    const cell = judgeMatrix(matrix, { base: 0, noise }).cells[0]?.[1];
    found += Number(cell !== undefined && isSure(cell.verdict) && cell.verdict.endsWith('regression'));
  }
  return found / tables;
}
