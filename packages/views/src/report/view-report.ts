import {
  buildReport,
  type OpenTests,
  openTests,
  pickColumns,
  pickRows,
  type ReportJudgement,
  type Verdict,
} from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { hasBands, mainBand, mainIndex } from '../compare/bands/banded-selection';
import { notesAt, noteText } from '../compare/cell-notes';
import { titleOf } from '../compare/choose-columns';
import { seamsOf, toColumnSet } from '../compare/column-set';
import { type CompareState, compareUrl } from '../compare/compare-state';
import { heatmapModel } from '../compare/heatmap/heatmap-model';
import { columnWarnings } from '../compare/heatmap/verdict-sentence';
import { type HeatmapData, type HeatmapVerdicts, verdictAt } from '../compare/heatmap-data';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { judgeSelection, verdictsOf } from '../compare/judge-selection';
import { stepNote } from '../lines';
import { clientsText, joinNames, serverClass, sharedNameText } from '../text/words';
import { whatIf } from './what-if';

/** The data of a report. */
export interface LoadedView {
  /** Values as stored. */
  view: CompareView;
  /** The same as the compare page has it, which knows the noise. */
  data: HeatmapData;
  state: CompareState;
}

/**
 * The report of a view in a state: its columns, filter, base, metric and rule; always in the domain's order. Of several
 * products or versions with a base each it covers the first, of a product with a config step the newest versions, and names
 * the others.
 *
 * @param mostChanges how many of the largest changes are listed each way; left out: enough to act on
 */
export function toViewReport({ view, data, state }: LoadedView, mostChanges?: number) {
  const inOrder = { ...state, fold: [], sort: compareUrl.defaults.sort };
  const { groups, selection } = heatmapModel(toColumnSet(data, state), inOrder);
  const shown = mainBand(selection);
  const rows = groups.flatMap((group) => group.rows.map(({ row }) => row));
  const matrix = pickRows(pickColumns(view.matrix, shown.source), rows);
  const names = shown.names.map(({ short }) => short);
  const own = mainIndex(selection);
  const others = hasBands(selection) ? selection.parts.filter((_, index) => index !== own) : [];
  const step = selection.parts[own]?.step;
  return {
    title: `${titleOf(shown.columns)} on ${serverClass(view.server)}`,
    facts: [
      ...reportFacts({ ...view, matrix }),
      ...(step ? [{ label: 'Config step', text: stepNote(step) }] : []),
      ...rows.flatMap((row) =>
        shown.columns.flatMap((_, column) =>
          notesAt(shown, row, column).map((note) => ({
            label: `Note on ${data.rows[row]?.key ?? ''} in ${names[column] ?? ''}`,
            text: noteText(note),
          })),
        ),
      ),
      ...(others.length > 0
        ? [
            {
              label: 'Not in this report',
              text: `${joinNames(others.map(({ title }) => title))}: separate reports, each with its own base`,
            },
          ]
        : []),
    ],
    report: buildReport({
      matrix: {
        ...matrix,
        columns: matrix.columns.map(({ label, product, flavour, config, line }, index) => ({
          label,
          product,
          flavour,
          config,
          line,
          name: names[index] ?? '',
        })),
      },
      benchmark: view.workload.benchmark,
      metric: shown.metric,
      base: shown.base,
      judged: shown.judged,
      threshold: shown.threshold,
      judgement: reportJudgement(shown, rows),
      ...(mostChanges !== undefined && { mostChanges }),
    }),
    whatIf: whatIf(state, {
      matrix: pickColumns(view.matrix, shown.source),
      names,
      base: shown.base,
      metric: shown.metric,
      server: view.server.name,
      isRelative: view.workload.relativeTo !== null,
    }),
    /** Slug of the column that the report is about, for links to its cells. */
    judgedSlug: shown.columns[shown.judged]?.slug ?? '',
    /** Slugs of its columns. */
    columns: shown.columns.map(({ slug }) => slug),
  };
}

/**
 * The verdicts of a view for some of its tests. They were made over all tests, so that a filter changes none of them;
 * those of a frozen view are the frozen ones.
 *
 * @param rows of the data, in the order of the report
 * @returns null while the plain threshold is in force
 */
function reportJudgement(selection: HeatmapSelection, rows: readonly number[]): ReportJudgement | null {
  const verdicts = verdictsOf(selection);
  if (!verdicts) return null;
  const warnings = columnWarnings(selection, verdicts);
  const { server, sharedBy } = selection.data;
  return {
    ruleVersion: verdicts.ruleVersion,
    verdicts: rows.map((row) =>
      selection.columns.map((_, column): Verdict => verdictAt(verdicts, row, column)),
    ),
    since: rows.map((row) => {
      const first = verdicts.rows[row]?.firstBad ?? null;
      return first === null ? null : (selection.names[first]?.short ?? null);
    }),
    open: openOf(selection, verdicts, rows),
    calibrated: !warnings.some(({ calibrate }) => calibrate),
    machine: selection.data.noise?.server ?? null,
    notes: [...warnings.map(({ text }) => text), ...(sharedBy ? [sharedNameText(server, sharedBy)] : [])],
  };
}

/** A frozen verdict that today's rule would not give names no runs: they would not settle it. */
function openOf(
  selection: HeatmapSelection,
  verdicts: HeatmapVerdicts,
  rows: readonly number[],
): OpenTests[] {
  const { judged, base, names, data } = selection;
  const full = selection.metric === 'throughput' ? judgeSelection(selection) : null;
  if (!full || judged === base) return [];
  return openTests(
    rows.map((row) => {
      const cell = full.cells[row]?.[judged];
      return cell?.verdict === verdictAt(verdicts, row, judged) ? cell : undefined;
    }),
    rows.map((row) => data.rows[row]?.key ?? ''),
    { base: names[base]?.short ?? '', version: names[judged]?.short ?? '' },
  );
}

/** Columns that fit next to the name of the test on landscape paper, A4 or letter, at a readable size. */
export const FITS = 15;

/** Indexes of columns by part: as few parts as fit, all about as wide. */
export function columnParts(count: number): number[][] {
  const every = Array.from({ length: count }, (_, index) => index);
  const size = Math.ceil(count / Math.ceil(count / FITS));
  return Array.from({ length: Math.ceil(count / size) }, (_, index) =>
    every.slice(index * size, (index + 1) * size),
  );
}

export interface Fact {
  label: string;
  text: string;
}

const BYTES_PER_GB = 1024 ** 3;

/** What was tested on what: everything that is known, and nothing about what is not. */
export function reportFacts({ server, workload, matrix }: CompareView): Fact[] {
  const { columns } = matrix;
  const facts: Fact[] = [
    { label: 'Server', text: server.cores === null ? server.name : `${server.cores}-core, ${server.name}` },
    { label: 'Hardware', text: hardwareText(server) },
    { label: 'Operating system', text: server.os ?? '' },
    { label: 'Versions', text: versionsText(columns) },
    { label: 'Builds', text: distinct(columns.map(({ flavour }) => flavour)) },
    { label: 'Configs', text: distinct(columns.map(({ config }) => config)) },
    { label: 'Config changes', text: seamsText(columns) },
    { label: 'Workload', text: workloadText(workload) },
    { label: 'Tests', text: testsText(matrix) },
    { label: 'Figures', text: originText(workload) },
  ];
  return facts.filter(({ text }) => text !== '');
}

function hardwareText({ cpu, memoryBytes, storage }: CompareView['server']): string {
  return [
    cpu,
    memoryBytes === null ? null : `${Math.round(memoryBytes / BYTES_PER_GB)} GB of memory`,
    storage,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** `z12b_c8r32 from 10.6.25 on`: where versions are compared across two configs. */
function seamsText(columns: CompareView['matrix']['columns']): string {
  const isSeam = seamsOf(columns);
  const changes = columns.flatMap(({ version, config }, index) =>
    isSeam[index] ? [`${config} from ${version} on`] : [],
  );
  return changes.length === 0 ? '' : `${changes.join(', ')}; versions are compared across them`;
}

/** `PostgreSQL 15.18, 16.14, 17.10, 18.4`, product by product. */
function versionsText(columns: CompareView['matrix']['columns']): string {
  const products = new Map<string, Set<string>>();
  for (const { product, version } of columns) {
    products.set(product, (products.get(product) ?? new Set()).add(version));
  }
  return [...products].map(([product, versions]) => `${product} ${[...versions].join(', ')}`).join('; ');
}

function workloadText({ label, details, clients, source, relativeTo }: CompareView['workload']): string {
  const suffix = ` (${source})`;
  const name = source !== null && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
  const own = clientsText(clients);
  // The origin names the base of a published table.
  const others = details.filter((detail) => !relativeTo || !detail.startsWith('relative to'));
  // The details say how many clients there were, where the workload fixes it.
  return [name, ...others, ...(own && !details.includes(own) ? [own] : [])].join(', ');
}

function testsText({ rows, repeats }: CompareView['matrix']): string {
  const most = Math.max(0, ...repeats.flat());
  const tests = `${rows.length} ${rows.length === 1 ? 'test' : 'tests'}`;
  return most > 1 ? `${tests}, up to ${most} results each; the median is shown` : tests;
}

function originText({ origin, source, relativeTo }: CompareView['workload']): string {
  switch (origin) {
    case 'published':
      return [
        source === null ? 'published' : `published in ${source}`,
        ...(relativeTo ? [`as ratios to ${relativeTo.base} only`] : []),
      ].join(', ');
    case 'recorded':
      return 'recorded by this project';
    case 'uploaded':
      return 'uploaded';
  }
}

function distinct(values: readonly (string | null)[]): string {
  return [...new Set(values.filter((value) => value !== null))].join(', ');
}
