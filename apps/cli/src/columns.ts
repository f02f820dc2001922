import { basename, resolve } from 'node:path';
import { type ColumnInput, groupBy } from '@basecase/analysis';
import { labelOf } from '@basecase/ingest';
import { type Diagnostic, isBenchmarkId, type NormalizedRun } from '@basecase/ingest/model';
import type { Finding } from './diagnostic-summary';
import { UsageError } from './exit';
import type { Io } from './io';
import type { ReadOptions } from './options';
import { readPaths } from './reading/read-paths';

/**
 * Reads the arguments of `compare` as columns, in their order. Summary tables bring all their columns, and files of a
 * tool without a parser (results.json, a mapped CSV) one for each version, config and machine that they hold. An
 * unreadable one is reported and stays as an empty column: leaving it out would renumber the others.
 *
 * @returns notes: what was noticed in the files of each column, by its label
 * @throws UsageError for a table of ratios
 */
export async function readColumns(
  paths: readonly string[],
  io: Io,
  choice: ReadOptions = {},
): Promise<{ columns: ColumnInput[]; findings: Finding[]; notes: Map<string, Diagnostic[]> }> {
  const columns: ColumnInput[] = [];
  const findings: Finding[] = [];
  const notes = new Map<string, Diagnostic[]>();
  for await (const { path, upload, findings: noticed } of readPaths(paths, io, choice)) {
    findings.push(...noticed);
    const runs = upload?.runs ?? [];
    assertNoRatios(path, { runs, noticed });
    const before = columns.length;
    const isTable = runs.length > 0 && runs.every(({ isSummary }) => isSummary);
    if (isTable || isOfOneFile(runs)) columns.push(...columnsOfTable(runs, { path, taken: columns }));
    else columns.push({ label: labelOf(resolve(io.cwd, path)), runs });
    const own = noticed.map(({ diagnostic }) => diagnostic);
    for (const { label } of columns.slice(before)) notes.set(label, own);
  }
  return { columns, findings, notes };
}

function assertNoRatios(
  path: string,
  { runs, noticed }: { runs: readonly NormalizedRun[]; noticed: readonly Finding[] },
): void {
  const isKept = runs.length === 0 && noticed.some(({ diagnostic }) => diagnostic.code === 'RATIOS_ONLY');
  if (!isKept && !runs.some(({ workload }) => workload.ratiosTo)) return;
  throw new UsageError(
    `${path} holds ratios, which cannot be divided again. Pass the table of absolute values behind it, e.g. qps.abs.*.tsv.`,
  );
}

/** True for a file that says of each of its numbers which version it is of. */
function isOfOneFile(runs: readonly NormalizedRun[]): boolean {
  return runs.every(({ benchmark }) => !isBenchmarkId(benchmark)) && new Set(runs.map(columnName)).size > 1;
}

/** A tool without a parser reports the machine with the number, and a median over two machines belongs to neither. */
function columnName({ label, server, isSummary }: NormalizedRun): string {
  return isSummary || !server ? label : `${label} on ${server.name}`;
}

/** A column for each name, in the order of the table; runs of one name are its client counts. */
function columnsOfTable(
  runs: readonly NormalizedRun[],
  { path, taken }: { path: string; taken: readonly ColumnInput[] },
): ColumnInput[] {
  return [...groupBy(runs, columnName)].map(([label, own]) => {
    // Two tables may have a column of one name.
    const isTaken = taken.some((column) => column.label === label);
    return { label: isTaken ? `${label} (${basename(path)})` : label, runs: own };
  });
}
