import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ColumnInput } from '@basecase/analysis';
import { labelOf, readSummaryTable } from '@basecase/ingest';
import type { NormalizedRun } from '@basecase/ingest/model';
import { noteWorkloadDifferences } from './compatibility';
import type { Finding } from './diagnostic-summary';
import { UsageError } from './exit';
import type { Io } from './io';
import { readPath } from './read-path';
import { columnsOfTable } from './table-columns';

/**
 * Reads the arguments of `compare` as columns, in their order. One that cannot be read is said and stays as an
 * empty column: leaving it out would renumber the others.
 *
 * @throws UsageError when an argument is several columns at once, or a table of ratios
 */
export async function readColumns(
  paths: readonly string[],
  io: Io,
): Promise<{ columns: ColumnInput[]; findings: Finding[] }> {
  const columns: ColumnInput[] = [];
  const findings: Finding[] = [];
  for (const path of paths) {
    const table = await readTable(path, io);
    if (table) {
      columns.push(...table);
      continue;
    }
    const { upload, findings: noticed } = await readPath(path, io);
    findings.push(...noticed);
    const runs = upload?.runs ?? [];
    assertOneVariant(path, runs);
    columns.push({ label: labelOf(resolve(io.cwd, path)), runs });
  }
  noteWorkloadDifferences(columns, io);
  return { columns, findings };
}

async function readTable(path: string, io: Io): Promise<ColumnInput[] | null> {
  const absolute = resolve(io.cwd, path);
  // A path that is not there is reported by the reader of runs, with its advice.
  const isFile = await stat(absolute).then(
    (entry) => entry.isFile(),
    () => false,
  );
  const table = isFile ? await readSummaryTable(absolute) : null;
  if (!table) return null;
  if (table.relativeTo !== null) {
    throw new UsageError(
      `${path} holds ratios to ${table.relativeTo}, which cannot be divided again. ` +
        'Pass the table of absolute values (qps.abs.*.tsv).',
    );
  }
  return columnsOfTable(path, table);
}

/** One column is one version with one config; a median over several would be a number of none of them. */
function assertOneVariant(path: string, runs: readonly NormalizedRun[]): void {
  const byVariant = new Map(runs.map((run) => [variantKey(run), run.path || run.label]));
  if (byVariant.size < 2) return;
  const found = [...byVariant.values()];
  throw new UsageError(
    `${path} holds ${found.length} different runs, and an argument is one column. Pass each run directory ` +
      `as an argument of its own: ${found.slice(0, 4).join(', ')}${found.length > 4 ? ', …' : ''}`,
  );
}

function variantKey({ variant, workload }: NormalizedRun): string {
  const { product, version, flavour, config } = variant;
  return JSON.stringify([product, version, flavour, config, workload.primaryKey]);
}
