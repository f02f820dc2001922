import {
  formatRatio,
  formatValue,
  MISSING,
  NEUTRAL,
  NO_VALUE,
  verdictClass,
  verdictFill,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { type CellRef, type CompareState, cellHrefs } from '../compare/compare-state';
import { excludedWord, levelOf } from '../results/relative';
import type { TestRow } from '../results/test-row';
import { lazy } from '../text/lazy';
import {
  knowsNoise,
  type SelectedServer,
  type ServersSelection,
  valueAt,
  verdictAt,
} from './servers-selection';

export type RatioCell = ReturnType<typeof toCell>;

/** Opens a cell in the heatmap of its server; null without a base to compare it with. */
export type CellHref = (cell: CellRef) => string | null;

interface CellsInput {
  server: SelectedServer;
  hrefOf: CellHref;
  row: TestRow;
  index: number;
  ratios: (number | null)[];
}

/** The links of a server's cells. */
export function cellHref(selection: ServersSelection, server: SelectedServer): CellHref {
  const base = server.base === null ? undefined : server.columns[server.base]?.slug;
  if (base === undefined) return () => null;
  return cellHrefs({
    server: server.server.slug,
    workload: server.workload.slug,
    base,
    metric: compareMetric(selection),
    rule: compareRule(selection),
  });
}

/** What a server says about a test: base, ratios with their links, and costs. */
export function toCells(selection: ServersSelection, { server, hrefOf, row, index, ratios }: CellsInput) {
  const costMetric = selection.metric === 'throughput' ? 'cpu_us_per_op' : selection.metric;
  const cost = (column: number | null) => formatValue(valueAt(server, costMetric, index, column), costMetric);
  return {
    /** Value of the base. */
    absolute: server.isRatioTable
      ? NO_VALUE
      : formatValue(valueAt(server, 'throughput', index, server.base), 'throughput'),
    /** By key. Each is made when it is first asked for: most are out of sight, and each asks for the verdicts of its column. */
    ratios: ratios.map((value, key) =>
      lazy(() => toCell(selection, { server, hrefOf, row, index, key, value })),
    ),
    /** CPU µs per operation of the base and of the judged version; of another metric its own values. */
    costs: [cost(server.base), cost(server.columnOf[selection.judged] ?? null)],
  };
}

interface CellInput extends Omit<CellsInput, 'ratios'> {
  key: number;
  value: number | null;
}

function toCell(selection: ServersSelection, { server, hrefOf, row, index, key, value }: CellInput) {
  const column = server.columnOf[key] ?? null;
  const slug = column === null ? undefined : server.columns[column]?.slug;
  const own = valueAt(server, selection.metric, index, column);
  const excluded = server.excluded.find((each) => each.row === index && each.column === column);
  const isThere = own !== null || excluded !== undefined;
  const verdict = value === null ? null : verdictAt(selection, server, index, key);
  const there = value === null || column === server.base ? NEUTRAL : levelOf(selection, value);
  const level = verdict ? verdictFill(verdict, value) : there;
  return {
    text: excluded ? excludedWord(excluded.status) : formatRatio(value),
    level: own === null ? MISSING : level,
    /** Fill and mark. */
    className: own === null ? MISSING : verdict ? verdictClass(verdict, value) : level,
    /** On its own server; null for the base, and while thresholds judge. */
    verdict,
    /** Opens the cell in the heatmap of its server; null where there is nothing to open. */
    href:
      isThere && slug !== undefined ? hrefOf({ test: server.ownKeys[index] ?? row.key, column: slug }) : null,
    /** Reason for a missing number; empty otherwise. */
    reason:
      value !== null
        ? ''
        : reasonOf({
            column,
            isThere,
            hasBase: valueAt(server, selection.metric, index, server.base) !== null,
          }),
  };
}

function reasonOf({
  column,
  isThere,
  hasBase,
}: {
  column: number | null;
  isThere: boolean;
  hasBase: boolean;
}): string {
  if (column === null) return 'this version was not run on this server';
  if (!isThere) return 'not recorded';
  return hasBase ? 'too small to compare, or not to be compared' : 'the base has no value';
}

/** A reader who chose plain thresholds finds them in the heatmap too. */
function compareRule({ data, rule, metric }: ServersSelection): CompareState['rule'] {
  return rule === 'thresholds' && metric === 'throughput' && knowsNoise(data) ? rule : 'verdicts';
}

/** The heatmap has cpu/o, whose ratios are those of CPU µs/o: on one server the cores are the same. */
function compareMetric({ metric }: ServersSelection): MetricId {
  return metric === 'cpu_us_per_op' ? 'cpu_per_op' : metric;
}
