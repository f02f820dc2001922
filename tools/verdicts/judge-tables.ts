// `npm run verdicts -- FILE`: how often the rule of verdicts is wrong, on tables in which nothing should differ. FILE is
// [{"source", "kind", "x": [ln ratio by test]}], the tables of a source in the order of time, each beginning with the run that
// the one before it ends with; `--positions`: a place in x is the same test in all tables of a source. `--corpus DIR`: on the
// A/A pairs of the sysbench tables under a directory; `--cached`: also those that do not show it. docs/method.md §7 explains what
// the figures mean.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  buildMatrix,
  findNoise,
  groupBy,
  isDirect,
  isJudged,
  isSure,
  judgePair,
  looksCached,
  type Matrix,
  type Rule,
  verdictDirection,
  type WorkloadKind,
} from '@basecase/analysis';
import { IngestError, readUpload } from '@basecase/ingest';
import type { NormalizedRun, ServerKind } from '@basecase/ingest/model';
import { streamOf } from '../nights/streams';
import { casesOf, type SameCase, SITUATIONS, type Situation } from './cases';
import type { RunColumn } from './made-columns';
import { readTables, type SameTable } from './tables';

/** Sizes of the changes that are put in, as a part. */
export const SIZES = [0.05, 0.07, 0.1, 0.2] as const;

/** What the rule said of tables in which nothing should differ. */
interface Figures {
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
        if (!cell || !isJudged(cell)) continue;
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

/** A/A pairs of the tables in one directory: what was measured together, on one server. */
interface CorpusCases {
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
  // Agreeing versions were chosen for agreeing: they do not test the rule.
  return noise.pairs.flatMap(({ kind, a, b }) => {
    if (!isDirect(kind)) return [];
    const sides = columns.filter(({ id }) => id === a.id || id === b.id);
    return [{ matrix: buildMatrix(sides), noise }];
  });
}

/** As the runs say, else as the archive names directories: `dop40`, `1u`; null leaves it open. */
function clientsOf(columns: readonly RunColumn[], directory: string): number | null {
  const said = columns.flatMap(({ runs }) => runs.map(({ workload }) => workload.clients));
  const named = /\bdop(\d+)\b|\b(\d+)u\b/.exec(directory)?.slice(1).find(Boolean);
  return said.find((clients) => clients !== null) ?? (named === undefined ? null : Number(named));
}

/** A line of a table of figures. */
interface FiguresLine {
  /** The tables it is about. */
  names: readonly string[];
  figures: Figures;
  /** The most false flags a table that are wanted; null: nothing is wanted. */
  goal: number | null;
}

const HEAD = ['tables', 'false flags a table', 'wanted', 'tables with any', 'possible a table'];

/** Figures as a Markdown table; `found` are the changes that were put in, and in brackets those of quiet tests. */
export function printFigures(names: readonly string[], lines: readonly FiguresLine[]): string {
  const sizes = SIZES.map((size) => `found: ${percent(size)}`);
  const rows = lines.map(({ names: own, figures, goal }) => [
    ...own,
    String(figures.tables),
    figures.falseFlags.toFixed(2),
    goal === null ? '' : `≤ ${goal}${figures.falseFlags > goal ? ', missed' : ''}`,
    percent(figures.withAny),
    figures.possible.toFixed(2),
    ...figures.found.map((part, size) => foundText(part, figures.foundQuiet[size] ?? null)),
  ]);
  const head = [...names, ...HEAD, ...sizes];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function foundText(all: number, quiet: number | null): string {
  return quiet === null ? percent(all) : `${percent(all)} (${percent(quiet)})`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}

/** `shared` is judged as `virtual` is. */
const SERVERS: readonly ServerKind[] = ['virtual', 'unknown', 'dedicated'];

/** False sure flags a table that are wanted at most on machines that others use, too: of boards, of all others. */
const WANTED: Readonly<Record<string, readonly [board: number, other: number]>> = {
  nothing: [0, 0],
  '3 pairs': [0.3, 1],
  'two runs a side': [0.3, 1],
};

/**
 * By kind of machine, by what is known of it, by what it is called.
 *
 * @param hasPositions a place in x is the same test in all tables of a source, so that pairs tell of single tests, too
 */
export function linesOf(tables: readonly SameTable[], hasPositions: boolean): FiguresLine[] {
  return [...groupBy(tables, ({ kind }) => kind)].flatMap(([kind, own]) =>
    SITUATIONS.flatMap((situation) =>
      SERVERS.flatMap((server): FiguresLine[] => {
        const cases = casesOf(own, { situation, server, hasPositions });
        const goal = server === 'dedicated' ? null : goalOf(situation, kind);
        const names = [kind, situation.known, server];
        if (cases.length === 0) return [];
        const line = { names, figures: figuresOf(cases), goal };
        if (server === 'dedicated' || situation.known === 'nothing') return [line];
        // The result if a host that moves as a whole were believed (docs/method.md §3.7).
        const believed = figuresOf(cases, { hostTests: Number.POSITIVE_INFINITY });
        return [
          line,
          { names: [kind, `${situation.known}, hosts believed`, server], figures: believed, goal: null },
        ];
      }),
    ),
  );
}

function goalOf({ known }: Situation, kind: string): number | null {
  const [board, other] = WANTED[known] ?? [];
  return (kind === 'board' ? board : other) ?? null;
}

/** Of your own calibrated servers. */
const CORPUS_GOAL = 0.1;

/** `npm run verdicts -- FILE` and `--corpus`. @throws RangeError without one of them */
export async function judgeFiles(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      corpus: { type: 'string' },
      cached: { type: 'boolean', default: false },
      positions: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (more.length > 0 || (file === undefined && values.corpus === undefined))
    throw new RangeError('one file of tables, or --corpus');
  if (file !== undefined) {
    const tables = readTables(await readFile(file, 'utf8'));
    console.log(printFigures(['machine', 'known', 'called'], linesOf(tables, values.positions)));
  }
  if (values.corpus !== undefined)
    console.log(printCorpus(await corpusCases(values.corpus, values.cached || null)));
  console.log(
    'In brackets: of tests with a sigma up to 1.5%. Wanted with one run on each side: 75% of 7% and 90% of 10%, in brackets 95% of 7%; with two: 85 and 95%.',
  );
}

function printCorpus(found: readonly CorpusCases[]): string {
  const all = found.flatMap(({ cases }) => cases);
  if (all.length === 0) return 'No A/A pairs.';
  const lines = found.map(({ directory, clients, cached, cases }) => ({
    names: [
      `${directory}, ${clients ?? '?'} clients, ${cached === null ? '?' : cached ? 'cached' : 'IO-bound'}`,
    ],
    figures: figuresOf(cases),
    goal: null,
  }));
  return printFigures(
    ['A/A pairs of'],
    [...lines, { names: ['all'], figures: figuresOf(all), goal: CORPUS_GOAL }],
  );
}
