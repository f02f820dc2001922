import { isSure, judgePair, type Matrix, type Rule, verdictDirection } from '@basecase/analysis';
import { streamOf } from '../nights/streams';
import type { SameCase } from './cases';

/** Sizes of the changes that are put in, as a part. */
export const SIZES = [0.05, 0.07, 0.1, 0.2] as const;

/** What the rule said of tables in which nothing should differ. */
export interface Figures {
  tables: number;
  /** Sure flags, all of them false, a table. */
  falseFlags: number;
  /** Part of the tables that have one. */
  withAny: number;
  /** Possible ones a table. */
  possible: number;
  /** Part of the changes that were put in and found as sure, by `SIZES`. */
  found: number[];
  /** The same of tests with a sigma up to 1.5%; null: there are none. */
  foundQuiet: (number | null)[];
}

/** Changed tests of a table, and how often other ones are chosen. */
const CHANGED = 5;
const DRAWS = 10;
const QUIET = 0.015;

export function figuresOf(cases: readonly SameCase[], rule: Partial<Rule> = {}): Figures {
  const counts = cases.map((one) => countFlags(one, rule));
  const found = SIZES.map((size) => findChanges(cases, { size, rule }));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    tables: cases.length,
    falseFlags: mean(counts.map(({ sure }) => sure)),
    withAny: mean(counts.map(({ sure }) => Number(sure > 0))),
    possible: mean(counts.map(({ possible }) => possible)),
    found: found.map(({ all }) => all.found / all.changed),
    foundQuiet: found.map(({ quiet }) => (quiet.changed === 0 ? null : quiet.found / quiet.changed)),
  };
}

function countFlags({ matrix, noise }: SameCase, rule: Partial<Rule>): { sure: number; possible: number } {
  const { cells } = judgePair(matrix, { base: 0, column: 1, noise, rule });
  return {
    sure: cells.filter(({ verdict }) => isSure(verdict)).length,
    possible: cells.filter(({ mark }) => mark === 'possible').length,
  };
}

interface Found {
  changed: number;
  found: number;
}

/** Changes five tests of each table, up or down, ten times, and counts what is found in its direction. */
function findChanges(
  cases: readonly SameCase[],
  { size, rule }: { size: number; rule: Partial<Rule> },
): { all: Found; quiet: Found } {
  const [all, quiet] = [
    { changed: 0, found: 0 },
    { changed: 0, found: 0 },
  ];
  for (const [table, { matrix, noise }] of cases.entries()) {
    for (let draw = 0; draw < DRAWS; draw++) {
      // The same tests for each size and rule.
      const changed = chooseTests(matrix, table * DRAWS + draw);
      const { cells } = judgePair(withChanges(matrix, changed, size), { base: 0, column: 1, noise, rule });
      for (const [row, direction] of changed) {
        const cell = cells[row];
        if (!cell || cell.verdict === 'missing') continue;
        const isFound = isSure(cell.verdict) && verdictDirection(cell.verdict) === direction;
        for (const count of cell.sigma <= QUIET ? [all, quiet] : [all]) {
          count.changed += 1;
          count.found += Number(isFound);
        }
      }
    }
  }
  return { all, quiet };
}

type Changed = ReadonlyMap<number, 'slower' | 'faster'>;

function chooseTests({ values }: Matrix<unknown>, draw: number): Changed {
  const random = streamOf(1, 'changed tests', draw);
  const compared = (values.throughput ?? []).flatMap((row, index) =>
    row.every((value) => value !== null) ? [index] : [],
  );
  const changed = new Map<number, 'slower' | 'faster'>();
  while (changed.size < Math.min(CHANGED, compared.length)) {
    const row = compared[random.int(compared.length)];
    if (row !== undefined && !changed.has(row)) changed.set(row, random.int(2) === 0 ? 'slower' : 'faster');
  }
  return changed;
}

/** Throughput alone: costs that did not move with it would be no support, and no doubt either. */
function withChanges<Column>(matrix: Matrix<Column>, changed: Changed, size: number): Matrix<Column> {
  const factors = { slower: 1 - size, faster: 1 / (1 - size) };
  const throughput = matrix.values.throughput?.map((row, index) => {
    const direction = changed.get(index);
    return direction === undefined
      ? row
      : row.map((value, column) => (column === 1 && value !== null ? value * factors[direction] : value));
  });
  return { ...matrix, values: throughput ? { throughput } : {} };
}
