import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { Measurements } from '../../../assemble/measurements';
import { addPerfCounters, isOneProcess } from '../../../assemble/perf-counters';
import { baseName } from '../../../identity/names/base-name';
import type { NormalizedResult } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import type { PerfStatLog } from '../../context/perf-stat-log';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../../family';
import { countersOfColumn, type JoinName, type PerfJoinLog, parseJoinName } from '../perf-join';
import type { TableLog } from '../table-log';

type Counters = LocatedLog<PerfStatLog>[];

/**
 * Adds the counters of join tables to the results of the columns that they were made of: those of a table of throughput next to
 * them or one directory above, if it has as many columns, else those that basecase.json names.
 *
 * @param parts columns of the summary tables of the upload
 */
export function withJoinedCounters(
  parts: readonly RunPart[],
  logs: readonly LocatedLog[],
  context: AssembleContext,
): RunPart[] {
  const joins = logsOfType<PerfJoinLog>(logs, 'perf-join');
  if (joins.length === 0) return [...parts];
  const tables = logsOfType<TableLog>(logs, 'mytools-summary').filter(({ log }) => log.cells.length > 0);
  const counters = new Map<NormalizedResult, Counters>();
  for (const join of joins) {
    const name = parseJoinName(baseName(join.path));
    const columns = name && columnsOf(join, name, { tables, context });
    if (!name || !columns) continue;
    context.claim(join);
    for (const [column, label] of columns.entries()) {
      const result = resultOf(parts, { join, name, label, isOnly: isOnly(columns, label) }, context);
      const log = {
        type: 'perf_stat',
        target: 'process',
        counters: countersOfColumn(join.log, column),
      } as const;
      if (result) addToGroup(counters, result, { path: join.path, log });
    }
  }
  return parts.map((part) => ({
    ...part,
    results: part.results.map((result) => withCounters(result, part, counters.get(result))),
  }));
}

const isOnly = (columns: readonly string[], label: string) =>
  columns.filter((other) => other === label).length === 1;

interface Known {
  tables: readonly LocatedLog<TableLog>[];
  context: AssembleContext;
}

/** The run directories of the columns, in their order; null, and reported, when they are unknown. */
function columnsOf(
  { path: file, log: { width } }: LocatedLog<PerfJoinLog>,
  { tag }: JoinName,
  { tables, context }: Known,
): readonly string[] | null {
  const directory = path.posix.dirname(file);
  const said = context.columns(directory);
  if (said?.length === width) return said;
  const near = tables.filter(({ path: other }) =>
    [directory, path.posix.dirname(directory)].includes(path.posix.dirname(other)),
  );
  const alike = near.filter(({ log }) => log.columns?.length === width);
  const tagged = alike.filter(({ path: other }) => baseName(other).includes(tag));
  const candidates = new Map(
    (tagged.length > 0 ? tagged : alike).map(({ log: { columns } }) => [JSON.stringify(columns), columns]),
  );
  const [found] = candidates.values();
  if (candidates.size === 1 && found) return found;
  const counts = [...new Set(near.flatMap(({ log }) => log.columns?.length ?? []))].join(', ');
  const others =
    near.length === 0 ? 'and no table next to it does' : `and the tables next to it have ${counts}`;
  const message = `its ${width} columns have no names, ${others}: name the run directories in "columns" of basecase.json, in the order of the columns`;
  context.note('NAME_UNPARSED', file, said ? `${message}; it names ${said.length}` : message);
  return null;
}

/** The result of a column; null, and reported, where there is none or several. */
function resultOf(
  parts: readonly RunPart[],
  { join, name, label, isOnly }: { join: LocatedLog; name: JoinName; label: string; isOnly: boolean },
  context: AssembleContext,
): NormalizedResult | null {
  const directory = path.posix.dirname(join.path);
  const places = [directory, path.posix.dirname(directory)];
  const found = parts
    .filter((part) => part.label === label && places.includes(part.directory) && !part.workload.ratiosTo)
    .flatMap(({ results }) => results)
    .filter(({ test, range }) => test === name.test && range === name.range);
  const [only] = found;
  if (isOnly && only && found.length === 1) return only;
  const test = testLabel(name.test, name.range);
  const message = `${test} of ${label}: ${found.length > 1 || !isOnly ? 'several results' : 'no result'} next to these counters; they are not joined`;
  context.note('METRIC_MISSING', join.path, message, { severity: 'info' });
  return null;
}

function withCounters(
  result: NormalizedResult,
  { variant }: RunPart,
  counters: Counters | undefined,
): NormalizedResult {
  if (!counters) return result;
  const measurements = new Measurements();
  measurements.list.push(...result.measurements);
  // A scan of an unknown rule is of one client or of all.
  const isScan = result.test.startsWith('scan') && result.clients !== 1;
  const throughput = result.measurements.find(
    ({ metric, unit }) => metric === 'throughput' && unit === result.unit,
  );
  const isWhole = isOneProcess(variant.product, result.clients);
  addPerfCounters(measurements, counters, { q: isScan ? null : (throughput?.value ?? null), isWhole });
  return { ...result, measurements: measurements.list };
}
