import { groupBy, median } from '@basecase/analysis';
import type { LayoutFile, LayoutProposal } from '@basecase/ingest';
import {
  type IdentityValue,
  type NormalizedResult,
  type NormalizedRun,
  naturalOrder,
  type ParsedUpload,
  testLabel,
} from '@basecase/ingest/model';
import { countText } from '@basecase/views/text';
import { columnsOf, textTable } from '../table';
import { type Paint, paintPattern } from './paint';

/** Files with a result, and what their content says. */
export function layoutFiles({ runs }: Pick<ParsedUpload, 'runs'>): LayoutFile[] {
  return runs.flatMap(({ results, workload, identity = [] }) =>
    results.flatMap((result) => {
      const path = throughputOf(result)?.file;
      const { clients: _, ...facts } = workload;
      const known = {
        product: contentOf(identity, 'product'),
        version: contentOf(identity, 'version'),
        config: contentOf(identity, 'config'),
        workload: JSON.stringify(facts),
        test: testLabel(result.test, result.range),
        clients: result.clients,
      };
      return path === undefined ? [] : [{ path, known }];
    }),
  );
}

function throughputOf({ measurements }: NormalizedResult) {
  const rates = measurements.filter(({ unit }) => unit.endsWith('/s'));
  const first = (wanted: string) => rates.find(({ metric }) => metric === wanted);
  // sysbench 0.4 and 0.5 print requests in place of queries, and may count no transaction.
  return first('throughput') ?? first('rw_requests_per_s') ?? rates[0] ?? measurements[0];
}

/** What the log or a file next to it says, in one text. */
function contentOf(identity: readonly IdentityValue[], wanted: IdentityValue['field']): string | null {
  const said = identity.filter(
    ({ field, source }) => field === wanted && (source === 'content' || source === 'neighbour'),
  );
  return said.map(({ value }) => value).join(' ') || null;
}

/** The figures of a layout, its open questions, and files that it does not match. */
export function proposalLines(
  { pattern, matched, total, columns, rows, repeats, questions }: LayoutProposal,
  paint: Paint,
  unmatched: readonly string[] = [],
): string[] {
  // With an open question they may be anything.
  const kind = questions.length > 0 ? 'experiments' : 'repeats';
  const of = repeats > 1 ? ` x ${repeats} ${kind}` : '';
  return [
    paintPattern(pattern, paint),
    `    ${matched} of ${total} results match, ${columns} columns x ${rows} rows${of}`,
    ...questions.flatMap(({ text, parts }) => [
      `    ${paint('?', 'stop')} ${text}`,
      ...parts.map(
        ({ values, suggestion }) => `      ${shorten(values)}  ${paintPattern(`{${suggestion}}`, paint)}?`,
      ),
    ]),
    ...unmatched.map((file) => `    no match: ${file}`),
  ];
}

/** Longest line of values. */
const SHOWN = 60;

/** `BP25  BP50  BP100`, cut. */
export function shorten(values: readonly string[]): string {
  const text = values.join('  ');
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

const MAX_COLUMNS = 6;

/**
 * The heatmap as numbers: a column for each version and config, and for each server and workload where there are several, a
 * row for each test and client count.
 */
export function heatmapLines(runs: readonly NormalizedRun[]): string[] {
  const placeOf = placesOfRuns(runs);
  const cells = runs.flatMap((run) =>
    run.results.flatMap((result) => {
      const value = throughputOf(result)?.value;
      if (value === undefined) return [];
      const clients = result.clients === null ? '' : `, ${countText(result.clients, 'client')}`;
      return [
        {
          column: [columnOf(run), ...placeOf(run)].join(', '),
          row: `${testLabel(result.test, result.range)}${clients}`,
          value,
        },
      ];
    }),
  );
  const columns = [...new Set(cells.map(({ column }) => column))].sort(naturalOrder);
  const shown = columns.slice(0, MAX_COLUMNS);
  const rows = [...groupBy(cells, ({ row }) => row)].sort(([a], [b]) => naturalOrder(a, b));
  const table = rows.map(([row, own]) => [row, ...shown.map((column) => cellText(own, column))]);
  const heads = ['', ...shown.map((_, index) => `[${index + 1}]`)];
  const texts = Object.fromEntries(heads.map((_, at) => [String(at), (line: string[]) => line[at] ?? '']));
  return [
    ...shown.map((column, index) => `[${index + 1}] ${column}`),
    ...(columns.length > MAX_COLUMNS ? [`and ${columns.length - MAX_COLUMNS} more columns`] : []),
    ...textTable(columnsOf<string[]>(texts), [heads, ...table]),
  ];
}

function columnOf({ variant: { product, version, flavour, config } }: NormalizedRun): string {
  return [product, version, flavour, config].filter((part) => part !== null).join(' ');
}

/** What tells the heatmaps of runs apart: the server, and what differs in their workloads besides the clients. */
function placesOfRuns(runs: readonly NormalizedRun[]): (run: NormalizedRun) => string[] {
  const factsOf = ({ server, benchmark, workload }: NormalizedRun) => {
    const { clients: _, ...facts } = workload;
    return { server: server?.name ?? null, benchmark, ...facts };
  };
  const all = runs.map((run) => Object.entries(factsOf(run)));
  const values = groupBy(all.flat(), ([fact]) => fact);
  const differ = new Set(
    [...values].flatMap(([fact, own]) => (new Set(own.map(([, value]) => value)).size > 1 ? [fact] : [])),
  );
  return (run) =>
    Object.entries(factsOf(run)).flatMap(([fact, value]) =>
      differ.has(fact) ? [fact === 'server' ? `${value ?? 'no server'}` : `${fact}=${value ?? '-'}`] : [],
    );
}

/** The median, with the number of repeats behind it. */
function cellText(cells: readonly { column: string; value: number }[], column: string): string {
  const values = cells.filter((cell) => cell.column === column).map(({ value }) => value);
  const middle = median(values);
  if (middle === null) return '-';
  const text = middle.toLocaleString('en-US', { maximumSignificantDigits: 6 });
  return values.length > 1 ? `${text} (${values.length})` : text;
}
