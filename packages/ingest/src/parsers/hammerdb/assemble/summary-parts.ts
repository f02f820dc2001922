import path from 'node:path';
import { Measurements, newResult } from '../../../assemble/measurements';
import { parseRunDirectory } from '../../../identity/names/run-directory';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../../family';
import { type Load, parseLoadName, testName, workloadLabel } from '../names';
import type { HammerdbSummary } from '../summary-table';

/** What the raw logs of an upload say: a summary counts only for what they do not. */
export type RawNopm = ReadonlyMap<string, number | null>;

/** Flavour and config are not in the summary, so they are not in the key. */
export function rawKey(variant: { product: string; version: string }, test: string): string {
  return JSON.stringify([variant.product, variant.version, test]);
}

/** One run per row of `sum.res.pg.load8.vu1.w100.5.120.csv`: virtual users and warehouses are in its name only. */
export function summaryParts(logs: readonly LocatedLog[], raw: RawNopm, context: AssembleContext): RunPart[] {
  return logsOfType<HammerdbSummary>(logs, 'hammerdb-summary').flatMap((file) => {
    context.claim(file);
    if (file.log.rows.length === 0) return [];
    const load = parseLoadName(path.posix.basename(file.path));
    if (load) return file.log.rows.flatMap((row) => toPart({ file, row, load, raw }, context));
    const message =
      'expected a name like sum.res.pg.load8.vu1.w100.5.120.csv, which describes the test; not read';
    context.note('NAME_UNPARSED', file.path, message);
    return [];
  });
}

interface SummaryRow {
  file: LocatedLog<HammerdbSummary>;
  row: HammerdbSummary['rows'][number];
  load: Load;
  raw: RawNopm;
}

function toPart({ file, row, load, raw }: SummaryRow, context: AssembleContext): RunPart[] {
  const { variant } = parseRunDirectory(`x.${row.dbms}`);
  const test = testName(load);
  const key = rawKey(variant, test);
  if (raw.has(key)) {
    const fromLog = raw.get(key);
    const isEqual = fromLog === row.nopm.value;
    const message = `${row.dbms} ${test}: ${row.nopm.value} NOPM here, ${fromLog ?? 'none'} in its log; the log counts`;
    context.note(isEqual ? 'SUMMARY_SUPERSEDED' : 'VALUES_DISAGREE', file.path, message, row.nopm.line);
    return [];
  }
  const measurements = new Measurements();
  measurements.from(file.path)('throughput', row.nopm, 'NOPM');
  return [
    {
      benchmark: 'tproc-c',
      label: row.dbms,
      directory: path.posix.dirname(file.path),
      variant,
      workload: { ...UNKNOWN_WORKLOAD, label: workloadLabel(load) },
      server: null,
      cores: null,
      isSummary: true,
      results: [newResult({ test, status: 'ok', unit: 'NOPM', clients: load.vus, tool: null, measurements })],
    },
  ];
}
