import { type NormalizedResult, WORKLOAD_PARTS, type Workload } from '../model/run';
import { testLabel } from '../model/test-label';
import type { AssembleContext, RunPart } from '../parsers/family';

/** A column of a summary table, and the raw parts of its variant. */
export interface TableColumn {
  part: RunPart;
  own: readonly RunPart[];
}

/**
 * Columns of one table belong to one workload, whether raw logs of them are in the upload or not: what the raw logs of
 * some columns say of tables, rows and server holds for the others. A table without any raw logs whose path doesn't tell
 * how large its data was is kept apart from others: cached and IO-bound tests have the same names.
 *
 * @param columns of all tables of the upload
 * @returns places a column that no raw run takes
 */
export function columnPlacer(
  columns: readonly TableColumn[],
  { note }: Pick<AssembleContext, 'note'>,
): (part: RunPart) => RunPart {
  const rawByTable = new Map<string, Set<RunPart>>();
  for (const { part, own } of columns) {
    if (!part.table) continue;
    const known = rawByTable.get(part.table.key) ?? new Set();
    rawByTable.set(part.table.key, known);
    for (const raw of own) known.add(raw);
  }
  const torn = new Set<string>();
  return (part) => {
    if (!part.table) return part;
    const fitting = [...(rawByTable.get(part.table.key) ?? [])].filter((raw) =>
      isCompatible(raw.workload, part.workload),
    );
    const [home, ...others] = distinctHomes(fitting);
    if (home && others.length === 0) return atHome(withUnitsOf(part, fitting, note), home);
    if (home && !torn.has(part.table.key)) {
      torn.add(part.table.key);
      const message = `the raw logs in its directory are of ${others.length + 1} workloads: columns without logs are kept apart from them`;
      note('SUMMARY_APART', part.results[0]?.measurements[0]?.file ?? part.directory, message);
    }
    return alone(part);
  };
}

/** True when a summary says nothing of the workload that the raw logs contradict. */
export function isCompatible(raw: Workload, summary: Workload): boolean {
  return WORKLOAD_PARTS.every((key) => summary[key] === null || raw[key] === summary[key]);
}

/** One part for each workload and server. Logs that failed before they printed their tables are ignored when there are others. */
function distinctHomes(parts: readonly RunPart[]): RunPart[] {
  const sized = parts.filter(({ workload }) => isSized(workload));
  const telling = sized.length > 0 ? sized : parts;
  const homes = new Map(
    telling.map((part) => [JSON.stringify([part.workload, part.server?.name ?? null]), part]),
  );
  return [...homes.values()];
}

/** The column without what the raw logs count in another unit: their ratio would be one of units. Says what is left out. */
function withUnitsOf(part: RunPart, raw: readonly RunPart[], note: AssembleContext['note']): RunPart {
  const units = new Map(
    raw.flatMap(({ results }) =>
      results.map((result) => [testLabel(result.test, result.range), result.unit]),
    ),
  );
  const [kept, other] = [[] as NormalizedResult[], [] as NormalizedResult[]];
  for (const result of part.results) {
    const unit = units.get(testLabel(result.test, result.range)) ?? result.unit;
    (unit === result.unit ? kept : other).push(result);
  }
  for (const { test, range, unit, measurements } of other) {
    const at = measurements[0];
    const label = testLabel(test, range);
    const message = `${label} of ${part.label} is in ${unit}, but the raw logs are in ${units.get(label)}: left out`;
    note('SUMMARY_APART', at?.file ?? part.directory, message, at?.line);
  }
  return { ...part, results: kept };
}

function atHome(part: RunPart, { workload, server, cores, directory }: RunPart): RunPart {
  return { ...part, workload, server: part.server ?? server, cores: part.cores ?? cores, home: directory };
}

function alone(part: RunPart): RunPart {
  const { workload, table } = part;
  if (!table || isSized(workload)) return part;
  const words = [table.alone.label, workload.label].filter((word) => word !== null);
  return {
    ...part,
    workload: {
      ...workload,
      cached: workload.cached ?? table.alone.cached,
      label: words.length > 0 ? words.join(', ') : null,
    },
  };
}

function isSized({ tables, rowsPerTable }: Workload): boolean {
  return tables !== null || rowsPerTable !== null;
}
