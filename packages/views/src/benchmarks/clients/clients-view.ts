import {
  formatRatio,
  formatValue,
  type JudgedSweep,
  judgeSweep,
  type MatrixRow,
  mostChanged,
  noiseModels,
  type SweepCell,
  type SweepChange,
  type SweepTest,
} from '@basecase/analysis';
import type { CompareColumn, SweepView } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import type { ReportState } from '../report-model';
import { baseIndex, judgedIndex, shownVariants, type VariantName, variantNames } from '../report-view';

/** A sweep cut down to the versions that are shown, each judged against the base. */
export interface ClientsView {
  sweep: SweepView;
  variants: CompareColumn[];
  names: VariantName[];
  /** Of each variant its column in the matrix. */
  columns: number[];
  base: number;
  /** The variant that the sentence is about; null when there is only the base. */
  judged: number | null;
  /** Of each variant. */
  verdicts: JudgedSweep[];
  /** Keys of the tests, and the one that is charted. */
  tests: string[];
  test: string;
}

export function toClientsView(sweep: SweepView, state: ReportState): ClientsView {
  const variants = shownVariants(sweep.matrix.columns, state);
  const columns = variants.map((variant) => sweep.matrix.columns.indexOf(variant));
  const wanted = baseIndex(
    variants,
    state.base || publishedBase(sweep, variants) || sharingBase(sweep, variants),
  );
  const asked = variants.findLastIndex(
    ({ slug }, index) => index !== wanted && state.versions.includes(slug),
  );
  const models = noiseModels(sweep.noise);
  const against = (base: number) => {
    const verdicts = columns.map((column) => judgeSweep(sweep, { base: columns[base] ?? 0, column, models }));
    const newest = verdicts.findLastIndex(
      (verdict, index) => index !== base && comparedTest(verdict) !== undefined,
    );
    return { base, verdicts, newest };
  };
  let found = against(wanted);
  // A base that was not asked for has something to compare with, where any has.
  for (let base = 0; !state.base && asked < 0 && found.newest < 0 && base < columns.length; base += 1) {
    const other = against(base);
    if (other.newest >= 0) found = other;
  }
  const { base, verdicts, newest } = found;
  const nearest = judgedIndex(variants, base);
  // Of one product in one version the configs differ: a pair with one difference says more than the last one.
  const isOneVersion = variants.every(
    ({ product, version }) => product === variants[0]?.product && version === variants[0]?.version,
  );
  const isNear = isOneVersion && nearest !== null && comparedTest(verdicts[nearest]) !== undefined;
  const judged = asked >= 0 ? asked : newest < 0 || isNear ? nearest : newest;
  const tests = [...new Set(sweep.points.map(({ test }) => test))];
  const shown = verdicts[judged ?? base];
  return {
    ...{ sweep, variants, columns, base, judged, verdicts, tests },
    names: variantNames(variants),
    test: tests.includes(state.test) ? state.test : (mostOf(shown) ?? comparedTest(shown) ?? tests[0] ?? ''),
  };
}

function publishedBase({ workload }: SweepView, variants: readonly CompareColumn[]): string {
  return variants.find(({ label }) => label === workload.relativeTo?.base)?.slug ?? '';
}

/** The first version that has a value where another has one; empty without one. */
function sharingBase({ matrix }: SweepView, variants: readonly CompareColumn[]): string {
  const rows = matrix.values.throughput ?? [];
  const isMeasured = (variant: CompareColumn, row: number) =>
    (rows[row]?.[matrix.columns.indexOf(variant)] ?? null) !== null;
  const shared = rows.flatMap((_, row) =>
    variants.filter((variant) => isMeasured(variant, row)).length > 1 ? [row] : [],
  );
  return variants.find((variant) => shared.some((row) => isMeasured(variant, row)))?.slug ?? '';
}

/** Key of the first test that was measured on both sides. */
function comparedTest(judged: JudgedSweep | undefined): string | undefined {
  return judged?.tests.find(isComparedTest)?.key;
}

export function isComparedTest({ cells }: SweepTest): boolean {
  return cells.some(({ certainty }) => certainty !== null);
}

/** Key of the test that changed most. */
function mostOf(judged: JudgedSweep | undefined): string | undefined {
  return mostChanged(changesOf(judged))?.key;
}

function changesOf(judged: JudgedSweep | undefined): { key: string; change: SweepChange }[] {
  return (judged?.tests ?? []).flatMap(({ key, changes }) => changes.map((change) => ({ key, change })));
}

/** A row of the matrix, and its value of the axis. */
export interface SweepRow {
  row: number;
  at: number;
}

/** The points of a test; a version that has none of them has gaps. */
export function pointsOf({ sweep }: ClientsView, key: string): SweepRow[] {
  return sweep.points.flatMap(({ test, at }, row) => (test === key ? [{ row, at }] : []));
}

export function verdictOf({ verdicts }: ClientsView, variant: number, key: string): SweepTest | undefined {
  return verdicts[variant]?.tests.find((test) => test.key === key);
}

export function cellOf(view: ClientsView, variant: number, key: string, row: number): SweepCell | undefined {
  return verdictOf(view, variant, key)?.cells.find((cell) => cell.row === row);
}

export function throughputLabel({ sweep }: ClientsView, row: MatrixRow | undefined): string {
  if (sweep.workload.relativeTo) return 'ratio';
  const { throughputLabel: label, throughputUnit } = benchmarkModel(sweep.workload.benchmark);
  return row && row.unit !== throughputUnit ? row.unit : label;
}

export function throughputText({ sweep }: ClientsView, value: number): string {
  return sweep.workload.relativeTo ? formatRatio(value) : formatValue(value, 'throughput');
}
