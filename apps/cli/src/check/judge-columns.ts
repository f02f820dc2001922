import {
  buildMatrix,
  type ColumnInput,
  type ColumnShift,
  columnShiftSentence,
  countVerdicts,
  explanationSentence,
  findNoise,
  judgeMatrix,
  looksCached,
  type Matrix,
  type MatrixVerdicts,
  type Noise,
  type NoiseRun,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { BenchmarkId } from '@basecase/ingest/model';

/** A column that verdicts can be made of: one variant. */
export type CheckColumn = ColumnInput & NoiseRun;

/** What one test of one column is. */
export interface CheckedTest {
  test: string;
  verdict: Verdict;
  /** Version / base; null where there is nothing to compare. */
  ratio: number | null;
  /** 95% of the noise of the ratio lies within ± this part. */
  band: number | null;
  p: number | null;
  /** Why, in a sentence, of changes; why not, of what is missing; null otherwise. */
  why: string | null;
}

export interface CheckedColumn {
  label: string;
  version: string;
  tests: CheckedTest[];
  counts: Readonly<Record<Verdict, number>>;
  /** A/A pairs that its noise is known from, none of which has a run of this column or of the base; 0: not calibrated. */
  pairs: number;
  /** "The whole column moved by -3.1%: server or base run?", or what moved with it; null when it did not. */
  shift: string | null;
  /** What differs from the base besides the version: `config a and b`. */
  differs: string[];
}

export interface CheckResult {
  base: string;
  columns: CheckedColumn[];
  ruleVersion: number;
}

export interface CheckQuestion {
  benchmark: BenchmarkId;
  /** What was said of the workload; null is told by what was read from storage. */
  cached: boolean | null;
  /** What was said of the clients; null is told by the runs. */
  clients: number | null;
  /** Columns that only tell how much tests move when nothing changed. */
  noiseColumns: readonly CheckColumn[];
}

/** Every column as a run of one campaign: who compares them says that they belong together. */
export function toCheckColumns(columns: readonly ColumnInput[], prefix = ''): CheckColumn[] {
  return columns.flatMap((column, index): CheckColumn[] => {
    const variant = column.runs[0]?.variant;
    if (!variant) return [];
    const at = column.runs[0]?.startedAt ?? null;
    return [{ ...column, ...variant, id: `${prefix}${index}`, repeat: null, campaign: 'arguments', at }];
  });
}

/** Judges all columns against the first. */
export function judgeColumns(columns: readonly CheckColumn[], question: CheckQuestion): CheckResult {
  const matrix = buildMatrix(columns);
  const noise = noiseOf(columns, question);
  const verdicts = judgeMatrix(matrix, { base: 0, noise });
  const base = columns[0];
  return {
    base: base?.label ?? '',
    columns: columns.slice(1).map((column, index) => ({
      label: column.label,
      version: `${column.product} ${column.version}`,
      tests: testsOf(matrix, verdicts, index + 1),
      counts: verdicts.columns[index + 1]?.counts ?? countVerdicts([]),
      pairs: verdicts.columns[index + 1]?.noisePairs ?? 0,
      shift: shiftText(verdicts.columns[index + 1]?.shift ?? null),
      differs: base ? differences(base, column) : [],
    })),
    ruleVersion: verdicts.ruleVersion,
  };
}

function noiseOf(
  columns: readonly CheckColumn[],
  { benchmark, cached, clients, noiseColumns }: CheckQuestion,
): Noise {
  const matrix = buildMatrix([...columns, ...noiseColumns].flatMap(repeatsOf));
  const workloads = columns.flatMap(({ runs }) => runs.map(({ workload }) => workload));
  return findNoise(matrix, {
    benchmark,
    clients: clients ?? workloads.find((workload) => workload.clients !== null)?.clients ?? null,
    cached: cached ?? workloads.find((workload) => workload.cached !== null)?.cached ?? looksCached(matrix),
  });
}

/** A column for each repeat of each run: a test that moves between repeats moves without a reason. */
function repeatsOf(column: CheckColumn): CheckColumn[] {
  const repeats = column.runs.flatMap((run) =>
    [...new Set(run.results.map(({ repeat }) => repeat))].map((repeat) => ({
      ...run,
      results: run.results.filter((result) => result.repeat === repeat),
    })),
  );
  if (repeats.length < 2) return [column];
  return repeats.map((run, index) => ({ ...column, runs: [run], repeat: index + 1 }));
}

function testsOf(matrix: Matrix<CheckColumn>, verdicts: MatrixVerdicts, column: number): CheckedTest[] {
  return matrix.rows.flatMap(({ key }, row): CheckedTest[] => {
    const cell = verdicts.cells[row]?.[column];
    if (!cell) return [];
    if (cell.verdict === 'missing') {
      return [{ test: key, verdict: 'missing', ratio: null, band: null, p: null, why: cell.reason }];
    }
    const { verdict, x, band, p, explanation } = cell;
    const why = verdictDirection(verdict) && explanation ? explanationSentence(explanation) : null;
    return [{ test: key, verdict, ratio: Math.exp(x), band, p, why }];
  });
}

function shiftText(shift: ColumnShift | null): string | null {
  return shift === null ? null : columnShiftSentence(shift);
}

function differences(base: CheckColumn, column: CheckColumn): string[] {
  return (['product', 'config', 'flavour'] as const)
    .filter((part) => base[part] !== column[part])
    .map((part) => `${part} ${base[part] ?? 'not named'} and ${column[part] ?? 'not named'}`);
}

/** What a check may be told to fail on. */
export const FAIL_ON = ['regression', 'possible'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Tests that make a check fail: sure ones, small ones too; with `possible` also those that may be noise. */
export function failuresOf({ columns }: CheckResult, failOn: FailOn): CheckedTest[] {
  const words: readonly Verdict[] =
    failOn === 'regression'
      ? ['regression', 'small regression']
      : ['regression', 'small regression', 'possible regression'];
  return columns.flatMap(({ tests }) => tests.filter(({ verdict }) => words.includes(verdict)));
}
