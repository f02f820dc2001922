import {
  atText,
  axisName,
  type CellVerdict,
  type Certainty,
  changeWords,
  formatRatio,
  formatValue,
  type JudgedSweep,
  judgeSweep,
  type MatrixRow,
  mostChanged,
  NO_VALUE,
  noiseModels,
  type SweepCell,
  type SweepChange,
  type SweepTest,
  smallestVisible,
  sweepSentence,
  toPrintfFixed,
  type Verdict,
  verdictFill,
  wholePercent,
} from '@basecase/analysis';
import type { CompareColumn, SweepView } from '@basecase/db/types';
import { benchmarkModel, type MetricId } from '@basecase/ingest/model';
import { countText } from '../../text/words';
import { CALIBRATE, uncalibratedText } from '../../verdict/calibration-words';
import { type ChartPoint, placeLineChart } from '../line-chart';
import { absoluteCell, markOf, plainCell } from '../report-cells';
import type {
  LinkTo,
  ReportCell,
  ReportCharts,
  ReportLineChart,
  ReportModel,
  ReportState,
  ReportTable,
} from '../report-model';
import { gridTable, type Place, variantPlaces } from '../report-tables';
import {
  baseIndex,
  judgedIndex,
  ONE_VERSION,
  shownValue,
  shownVariants,
  type VariantName,
  variantNames,
} from '../report-view';

/** A reader can tell this many lines of a chart apart. */
const MAX_LINES = 4;
/** More columns of absolute numbers than these hide the ratios. */
const MAX_ABSOLUTE = 3;

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
  const base = baseIndex(variants, state.base || publishedBase(sweep, variants));
  const asked = variants.findLastIndex(({ slug }, index) => index !== base && state.versions.includes(slug));
  const judged = asked < 0 ? judgedIndex(variants, base) : asked;
  const models = noiseModels(sweep.noise);
  const verdicts = columns.map((column) => judgeSweep(sweep, { base: columns[base] ?? 0, column, models }));
  const tests = [...new Set(sweep.points.map(({ test }) => test))];
  return {
    ...{ sweep, variants, columns, base, judged, verdicts, tests },
    names: variantNames(variants),
    test: tests.includes(state.test) ? state.test : (mostOf(verdicts[judged ?? base]) ?? tests[0] ?? ''),
  };
}

function publishedBase({ workload }: SweepView, variants: readonly CompareColumn[]): string {
  return variants.find(({ label }) => label === workload.relativeTo?.base)?.slug ?? '';
}

/** Key of the test that changed most. */
function mostOf(judged: JudgedSweep | undefined): string | undefined {
  return mostChanged(changesOf(judged))?.key;
}

function changesOf(judged: JudgedSweep | undefined): { key: string; change: SweepChange }[] {
  return (judged?.tests ?? []).flatMap(({ key, changes }) => changes.map((change) => ({ key, change })));
}

/** The sentence, curves of one test, and its matrix; of several tests one line each. */
export function clientsReport(view: ClientsView, state: ReportState, linkTo: LinkTo): ReportModel {
  const { tests, test } = view;
  const shown = state.rows === 'tests' ? tests : [test];
  return {
    sentence: clientsSentence(view, state.test === '' ? undefined : test),
    charts: clientsCharts(view, state.versions, linkTo),
    tables: [
      ...(tests.length > 1 ? [testsTable(view, linkTo)] : []),
      ...shown.flatMap((key) => matrixTables(view, key, linkTo)),
      ...(view.variants.length > 2 ? [wordsTable(view, linkTo)] : []),
    ],
    detail: null,
  };
}

/** @param test left out: all tests */
function clientsSentence(view: ClientsView, test?: string): ReportModel['sentence'] {
  const { sweep, columns, base, judged } = view;
  if (judged === null && columns.length > 1) return ONE_VERSION;
  const { strong, rest } = sweepSentence(sweep, {
    base: columns[base] ?? 0,
    column: judged === null ? null : (columns[judged] ?? null),
    ...(test !== undefined && { test }),
    ...(judged !== null && view.verdicts[judged] && { judged: view.verdicts[judged] }),
  });
  return { strong, rest };
}

/**
 * The report of a benchmark with the finding and the curves of its sweep; as it is where there is one value.
 *
 * @param test the one that it shows; left out: all
 */
export function withSweep(
  model: ReportModel,
  sweep: SweepView,
  { state, linkTo, test }: { state: ReportState; linkTo: LinkTo; test?: string },
): ReportModel {
  const view = toClientsView(sweep, test === undefined ? state : { ...state, test });
  if (pointsOf(view, view.test).length < 2) return model;
  const charts = clientsCharts(view, state.versions, linkTo);
  const { strong, rest } = view.judged === null ? model.sentence : clientsSentence(view, test);
  return {
    ...model,
    sentence: { strong, rest: rest + (view.judged === null ? '' : (model.caveat ?? '')) },
    // The first chart of a report is its throughput.
    charts: { ...charts, charts: [...charts.charts, ...(model.charts?.charts.slice(1) ?? [])] },
  };
}

interface TestRow extends SweepTest {
  rows: { row: number; at: number }[];
}

/** The points of a test; a version that has none of them has gaps. */
function pointsOf({ sweep }: ClientsView, key: string): TestRow['rows'] {
  return sweep.points.flatMap(({ test, at }, row) => (test === key ? [{ row, at }] : []));
}

function verdictOf({ verdicts }: ClientsView, variant: number, key: string): SweepTest | undefined {
  return verdicts[variant]?.tests.find((test) => test.key === key);
}

function cellOf(view: ClientsView, variant: number, key: string, row: number): SweepCell | undefined {
  return verdictOf(view, variant, key)?.cells.find((cell) => cell.row === row);
}

function throughputLabel({ sweep }: ClientsView, row: MatrixRow | undefined): string {
  if (sweep.workload.relativeTo) return 'ratio';
  const { throughputLabel: label, throughputUnit } = benchmarkModel(sweep.workload.benchmark);
  return row && row.unit !== throughputUnit ? row.unit : label;
}

/** The curves of one test and their ratios to the base, with whiskers. */
function clientsCharts(view: ClientsView, wanted: readonly string[], linkTo: LinkTo): ReportCharts {
  const { variants, sweep, test, base, names, judged } = view;
  const shown = shownLines(view, wanted);
  const slugs = shown.map((variant) => variants[variant]?.slug ?? '');
  const points = pointsOf(view, test);
  const steps = points.map(({ at }) => String(at));
  const label = throughputLabel(view, sweep.matrix.rows[points[0]?.row ?? -1]);
  const nameOf = (variant: number) => lineName(view, variant);
  const linesOf = (list: readonly number[], pointOf: (variant: number, row: number) => ChartPoint | null) =>
    list.map((variant) => ({
      key: variants[variant]?.slug ?? '',
      name: nameOf(variant),
      style: shown.indexOf(variant),
      values: points.map(({ row }) => pointOf(variant, row)),
    }));
  const chart = (
    input: Pick<Parameters<typeof placeLineChart>[0], 'id' | 'title' | 'lines' | 'format'> & {
      isRatio?: true;
    },
  ): ReportLineChart =>
    placeLineChart({
      ...input,
      steps,
      zone: input.isRatio ? zoneOf(view, points) : null,
      description: `${input.title} of ${test}: ${input.lines.map(({ name }) => name).join(', ')} at ${steps.join(', ')}. The numbers are in the table below.`,
    });
  const others = shown.filter((variant) => variant !== base);
  return {
    title: `By ${axisName(sweep.axis)}`,
    hint: `${test}; whiskers: lowest and highest repeat, and 95% of the noise of a ratio; steps are not to scale; up to ${MAX_LINES} versions at once`,
    choices: variants.map(({ slug }, variant) => {
      const style = shown.indexOf(variant);
      const next = style < 0 ? [...slugs, slug].slice(-MAX_LINES) : slugs.filter((each) => each !== slug);
      return {
        key: slug,
        label: nameOf(variant),
        href: linkTo({ versions: next }),
        style: style < 0 ? null : style,
      };
    }),
    charts: [
      chart({
        ...{ id: 'curve', title: label, format: (value) => throughputText(view, value) },
        lines: linesOf(shown, (variant, row) => valuePoint(view, variant, row)),
      }),
      ...(others.length > 0 && judged !== null
        ? [
            chart({
              ...{
                id: 'ratio',
                title: `Ratio to ${names[base]?.short ?? ''}`,
                format: formatRatio,
                isRatio: true,
              },
              lines: linesOf(others, (variant, row) =>
                ratioPoint(cellOf(view, variant, test, row), others.length < 2),
              ),
            }),
          ]
        : []),
    ],
  };
}

/** Indexes of the versions of the lines: those asked for, else the base and the newest others. */
function shownLines({ variants, base, judged }: ClientsView, wanted: readonly string[]): number[] {
  const asked = variants.flatMap(({ slug }, index) => (wanted.includes(slug) ? [index] : []));
  if (asked.length > 0) return asked.slice(0, MAX_LINES);
  const others = variants.flatMap((_, index) => (index === base || index === judged ? [] : [index]));
  const more = judged === null ? others : [...others, judged];
  return [base, ...more.slice(1 - MAX_LINES)].toSorted((a, b) => a - b);
}

function lineName({ names, variants }: ClientsView, variant: number): string {
  const { name = variants[variant]?.slug ?? '', detail = '' } = names[variant] ?? {};
  return [name, detail].filter(Boolean).join(' ');
}

function throughputText({ sweep }: ClientsView, value: number): string {
  return sweep.workload.relativeTo ? formatRatio(value) : formatValue(value, 'throughput');
}

function valuePoint(
  { sweep: { matrix }, columns }: ClientsView,
  variant: number,
  row: number,
): ChartPoint | null {
  const { value, status } = shownValue(matrix, 'throughput', [row, columns[variant] ?? -1]);
  if (value === null || status !== 'ok') return null;
  const each = matrix.each?.throughput?.[row]?.[columns[variant] ?? -1] ?? [];
  return { value, span: each.length > 1 ? [Math.min(...each), Math.max(...each)] : null };
}

/** @param hasText percent next to the point; several lines would cover each other's */
function ratioPoint(cell: SweepCell | undefined, hasText: boolean): ChartPoint | null {
  if (!cell || cell.verdict.verdict === 'missing') return null;
  const { x, band } = cell.verdict;
  const isFound = cell.certainty === 'sure' || cell.certainty === 'possible';
  return {
    value: Math.exp(x),
    span: [Math.exp(x - band), Math.exp(x + band)],
    text: hasText ? wholePercent(x) : '',
    tone: isFound ? (x < 0 ? 'bad' : 'good') : null,
  };
}

/** The steps that the first change of the judged version has. */
function zoneOf(view: ClientsView, points: TestRow['rows']): { from: number; text: string } | null {
  const [change] = view.judged === null ? [] : (verdictOf(view, view.judged, view.test)?.changes ?? []);
  if (change?.reach !== 'from' || change.certainty === 'noise') return null;
  const from = points.findIndex(({ row }) => row === change.cells[0]?.row);
  if (from < 0) return null;
  return { from, text: `${change.direction} from ${points[from]?.at ?? ''} on` };
}

const CERTAINTY_WORDS: Readonly<Record<Certainty, string>> = {
  sure: 'sure',
  possible: 'possible',
  noise: 'within noise',
};

/** A ratio with its verdict. */
function ratioCell(cell: SweepCell | undefined): ReportCell {
  if (!cell || cell.verdict.verdict === 'missing') return plainCell(NO_VALUE, 'v');
  const value = Math.exp(cell.verdict.x);
  const verdict = shownVerdict(cell, cell.verdict);
  const level = verdictFill(verdict, value);
  return {
    ...plainCell(formatRatio(value), level),
    ...{ mark: markOf(level, 'higher-is-better'), value, verdict },
  };
}

/** A point that its neighbours make possible is drawn as one that is possible by itself. */
function shownVerdict({ isPooled }: SweepCell, { verdict, ...judged }: CellVerdict): Verdict {
  if (!isPooled || verdict === 'missing' || !('x' in judged)) return verdict;
  return judged.x < 0 ? 'possible regression' : 'possible improvement';
}

/** Versions × values of one test. */
function matrixTables(view: ClientsView, key: string, linkTo: LinkTo): ReportTable[] {
  const { sweep, variants, base, names, judged, tests } = view;
  const { matrix, axis, places } = sweep;
  const points = pointsOf(view, key);
  const columnsOf = variantPlaces(view, linkTo);
  const label = throughputLabel(view, matrix.rows[points[0]?.row ?? -1]);
  const isFew = variants.length <= MAX_ABSOLUTE;
  const latency = (variant: number) => valuesOf(view, 'latency_avg', variant);
  const columns: (Place & { isWords?: boolean; cell: (row: number) => ReportCell })[] = columnsOf.flatMap(
    (place, variant) => {
      const absolute = {
        ...place,
        note: [place.note, label].filter(Boolean).join(', '),
        cell: (row: number) => valueCell(view, variant, row),
      };
      if (variant === base) return [absolute];
      const divided = {
        ...place,
        key: `${place.key} ratio`,
        note: [place.note, 'ratio'].filter(Boolean).join(', '),
        cell: (row: number) => ratioCell(cellOf(view, variant, key, row)),
      };
      return isFew ? [absolute, divided] : [divided];
    },
  );
  if (judged !== null && isFew) {
    const own = (row: number) => cellOf(view, judged, key, row);
    const plain = { link: null, isBase: false };
    columns.push({
      ...plain,
      key: 'band',
      name: '95%',
      note: 'of the noise',
      cell: (row) => bandCell(own(row)),
    });
    for (const variant of [base, judged]) {
      if (!latency(variant).some((value) => value !== null)) continue;
      const note = names[variant]?.short ?? '';
      columns.push({
        ...plain,
        ...{ key: `latency ${variants[variant]?.slug ?? ''}`, name: 'ms', note },
        cell: (row) => {
          const value = latency(variant)[row] ?? null;
          return value === null
            ? plainCell(NO_VALUE, 'v')
            : { ...plainCell(toPrintfFixed(value * 1000, 3)), value };
        },
      });
    }
    columns.push({
      ...plain,
      key: 'certainty',
      name: 'How sure',
      isWords: true,
      note: names[judged]?.short ?? '',
      cell: (row) => certaintyCell(own(row)),
    });
  }
  return [
    gridTable(
      {
        corner: axis === 'clients' ? 'Clients' : axisName(axis),
        rows: points.map(({ row, at }) => ({
          ...{ key: `${key} ${at}`, name: String(at), note: '', isBase: false },
          link: {
            href: `/compare?server=${sweep.server.slug}&workload=${places[row]?.workload ?? ''}`,
            label: `heatmap of ${atText(axis, at)}`,
          },
        })),
        columns,
      },
      {
        id: tests.length > 1 ? `matrix-${tests.indexOf(key) + 1}` : 'matrix',
        title: `Versions × ${axis === 'clients' ? 'clients' : axisName(axis)}${tests.length > 1 ? `, ${key}` : ''}`,
        hint:
          variants.length > 1
            ? `${label}, ratio to ${names[base]?.short ?? ''}; click a version to make it the base`
            : label,
        notes: noiseNotes(view, key),
      },
      (row, column) => columns[column]?.cell(points[row]?.row ?? -1) ?? plainCell(NO_VALUE, 'v'),
    ),
  ];
}

function valuesOf({ sweep, columns }: ClientsView, metric: MetricId, variant: number): (number | null)[] {
  return sweep.matrix.rows.map(
    (_, row) => sweep.matrix.values[metric]?.[row]?.[columns[variant] ?? -1] ?? null,
  );
}

function valueCell(view: ClientsView, variant: number, row: number): ReportCell {
  const { sweep, columns } = view;
  const own = shownValue(sweep.matrix, 'throughput', [row, columns[variant] ?? -1]);
  return absoluteCell(own, own.value === null ? '' : throughputText(view, own.value));
}

function bandCell(cell: SweepCell | undefined): ReportCell {
  if (!cell || cell.verdict.verdict === 'missing') return plainCell(NO_VALUE, 'v');
  return plainCell(`±${toPrintfFixed(Math.expm1(cell.verdict.band) * 100, 1)}%`);
}

function certaintyCell(cell: SweepCell | undefined): ReportCell {
  if (!cell?.certainty || cell.verdict.verdict === 'missing') {
    return plainCell(cell?.verdict.verdict === 'missing' ? cell.verdict.reason : NO_VALUE, 'v');
  }
  return { ...plainCell(CERTAINTY_WORDS[cell.certainty]), note: cell.isPooled ? 'neighbours agree' : '' };
}

/** What the verdicts of a test rest on. */
function noiseNotes(view: ClientsView, key: string): string[] {
  const { judged, verdicts, sweep } = view;
  if (judged === null) return [];
  const noise = verdicts[judged]?.pair.noise;
  const cells = (verdictOf(view, judged, key)?.cells ?? []).flatMap(({ verdict }) =>
    verdict.verdict === 'missing' ? [] : [verdict],
  );
  const [first] = cells;
  if (!noise || !first) return [];
  const runs = Math.min(...cells.flatMap(({ baseRuns, versionRuns }) => [baseRuns, versionRuns]));
  const sigma = Math.max(...cells.map((cell) => cell.sigma));
  const least = smallestVisible(sigma, { tests: sweep.points.length, runs });
  return [
    `${countText(runs, 'repeat')} at least on both sides: at one ${axisName(sweep.axis)} alone a loss under ${Math.ceil(least * 100)}% can't be confirmed.`,
    ...(noise.calibrated
      ? []
      : [`${uncalibratedText({ kind: sweep.noise.server ?? null, unsure: !noise.canBeSure })} ${CALIBRATE}`]),
  ];
}

/** Tests × values of the judged version against the base, with the finding of each test in words. */
function testsTable(view: ClientsView, linkTo: LinkTo): ReportTable {
  const { sweep, judged, base, names, tests } = view;
  const values = [...new Set(sweep.points.map(({ at }) => at))].sort((a, b) => a - b);
  const variant = judged ?? base;
  const rowOf = new Map(sweep.points.map(({ test, at }, row) => [`${at} ${test}`, row]));
  const words = { key: 'words', name: 'In words', note: '', link: null, isBase: false, isWords: true };
  return gridTable(
    {
      corner: 'Test',
      rows: tests.map((test) => ({
        ...{ key: test, name: test, note: '', isBase: false },
        link: test === view.test ? null : { href: `${linkTo({ test })}#charts`, label: 'show its curves' },
      })),
      columns: [
        ...values.map((at) => ({
          key: String(at),
          name: atText(sweep.axis, at),
          note: '',
          link: null,
          isBase: false,
        })),
        ...(judged === null ? [] : [words]),
      ],
    },
    {
      id: 'tests',
      title: `Tests × ${sweep.axis === 'clients' ? 'clients' : axisName(sweep.axis)}`,
      hint:
        judged === null
          ? 'throughput'
          : `${names[variant]?.short ?? ''} divided by ${names[base]?.short ?? ''}`,
    },
    (row, column) => {
      const key = tests[row] ?? '';
      if (column === values.length) return findingCell(view, variant, key);
      const place = rowOf.get(`${values[column] ?? ''} ${key}`) ?? -1;
      return judged === null ? valueCell(view, variant, place) : ratioCell(cellOf(view, variant, key, place));
    },
  );
}

/** The finding of each version in words. */
function wordsTable(view: ClientsView, linkTo: LinkTo): ReportTable {
  const { base, names, test } = view;
  const places = variantPlaces(view, linkTo);
  return gridTable(
    {
      corner: 'Version',
      rows: places,
      columns: [{ key: 'words', name: 'In words', note: '', link: null, isBase: false, isWords: true }],
    },
    { id: 'words', title: `Each version against ${names[base]?.short ?? ''}`, hint: test },
    (row) => (row === base ? plainCell('') : findingCell(view, row, test)),
  );
}

function findingCell(view: ClientsView, variant: number, key: string): ReportCell {
  const changes = verdictOf(view, variant, key)?.changes ?? [];
  return plainCell(
    changes.map((change) => changeWords(view.sweep.axis, change)).join('; ') || 'no change is confirmed',
  );
}
