import { groupBy, median } from '@basecase/analysis';
import type { LayoutFile, LayoutProposal } from '@basecase/ingest';
import {
  type IdentityValue,
  type NormalizedResult,
  type NormalizedRun,
  naturalOrder,
  testLabel,
} from '@basecase/ingest/model';
import { countText } from '@basecase/views/text';
import { columnsOf, textTable } from '../table';
import { type Paint, paintPattern } from './paint';

/** What contents say, by its JSON: most files of a tree say the same, which is held once. */
export type KnownFacts = Map<string, LayoutFile['known']>;

/** Files with a result, and what their content says. */
export function layoutFiles(
  { runs }: { runs: readonly NormalizedRun[] },
  shared: KnownFacts = new Map(),
): LayoutFile[] {
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
      const text = JSON.stringify(known);
      const same = shared.get(text) ?? known;
      shared.set(text, same);
      return path === undefined ? [] : [{ path, known: same }];
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

interface Column {
  name: string;
  /** Server, benchmark and workload without clients, by name. */
  facts: readonly (readonly [string, unknown])[];
}

/** One value, and the part of the tree that it is of. */
interface Cell {
  column: Column;
  value: number;
  part: number;
}

/**
 * The heatmap as numbers: a column for each version and config, and for each server and workload where there are several, a
 * row for each test and client count.
 */
export class HeatmapLines {
  readonly #columns = new Map<string, Column>();
  readonly #rows = new Map<string, Cell[]>();
  #parts = 0;

  /** @param runs of one part of the tree: whether results of two parts are repeats is unknown */
  add(runs: readonly NormalizedRun[]): void {
    const part = this.#parts++;
    for (const run of runs) {
      const column = this.#columnOf(run);
      for (const result of run.results) {
        const value = throughputOf(result)?.value;
        if (value === undefined) continue;
        const clients = result.clients === null ? '' : `, ${countText(result.clients, 'client')}`;
        const row = `${testLabel(result.test, result.range)}${clients}`;
        const cells = this.#rows.get(row) ?? [];
        this.#rows.set(row, cells);
        cells.push({ column, value, part });
      }
    }
  }

  #columnOf(run: NormalizedRun): Column {
    const { clients: _, ...workload } = run.workload;
    const facts = Object.entries({ server: run.server?.name ?? null, benchmark: run.benchmark, ...workload });
    const { product, version, flavour, config } = run.variant;
    const name = [product, version, flavour, config].filter((part) => part !== null).join(' ');
    const key = JSON.stringify([name, facts]);
    const column = this.#columns.get(key) ?? { name, facts };
    this.#columns.set(key, column);
    return column;
  }

  lines(): string[] {
    const names = namesOf([...this.#columns.values()]);
    const columns = [...new Set(names.values())].sort(naturalOrder);
    const shown = columns.slice(0, MAX_COLUMNS);
    const rows = [...this.#rows].sort(([a], [b]) => naturalOrder(a, b));
    const table = rows.map(([row, cells]) => {
      const own = groupBy(cells, ({ column }) => names.get(column));
      return [row, ...shown.map((column) => cellText(own.get(column) ?? []))];
    });
    const heads = ['', ...shown.map((_, index) => `[${index + 1}]`)];
    const texts = Object.fromEntries(heads.map((_, at) => [String(at), (line: string[]) => line[at] ?? '']));
    return [
      ...shown.map((column, index) => `[${index + 1}] ${column}`),
      ...(columns.length > MAX_COLUMNS ? [`and ${columns.length - MAX_COLUMNS} more columns`] : []),
      ...textTable(columnsOf<string[]>(texts), [heads, ...table]),
    ];
  }
}

/** Names of columns, with the facts in which they differ. */
function namesOf(columns: readonly Column[]): Map<Column, string> {
  const values = groupBy(
    columns.flatMap(({ facts }) => facts),
    ([fact]) => fact,
  );
  const differ = new Set(
    [...values].flatMap(([fact, own]) => (new Set(own.map(([, value]) => value)).size > 1 ? [fact] : [])),
  );
  const textOf = ([fact, value]: Column['facts'][number]) =>
    fact === 'server' ? `${value ?? 'no server'}` : `${fact}=${value ?? '-'}`;
  return new Map(
    columns.map((column) => {
      const places = column.facts.filter(([fact]) => differ.has(fact)).map(textOf);
      return [column, [column.name, ...places].join(', ')];
    }),
  );
}

/** The median, with the number of repeats behind it; of several parts the number of values alone. */
function cellText(cells: readonly Cell[]): string {
  if (new Set(cells.map(({ part }) => part)).size > 1) return countText(cells.length, 'value');
  const middle = median(cells.map(({ value }) => value));
  if (middle === null) return '-';
  const text = middle.toLocaleString('en-US', { maximumSignificantDigits: 6 });
  return cells.length > 1 ? `${text} (${cells.length})` : text;
}
