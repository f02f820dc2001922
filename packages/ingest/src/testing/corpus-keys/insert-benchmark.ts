import { type IibenchLog, OPERATIONS } from '../../parsers/insert-benchmark/client/iibench-log';
import type { StepReport } from '../../parsers/insert-benchmark/step-report/step-report-log';
import { type ReportTable, TABLE_COLUMNS } from '../../parsers/insert-benchmark/tables/report-table-log';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['iibench', 'iibench-report', 'iibench-summary'],
  answers(_row, { log, runs }) {
    if (log?.type === 'iibench') return ofClient(log as IibenchLog);
    if (log?.type === 'iibench-report') return { line1: firstLine(log as StepReport, runs) };
    if (log?.type === 'iibench-summary') return { row1: firstRow(log as ReportTable) };
    return {};
  },
};

function ofClient(log: IibenchLog): CorpusAnswers {
  const { last, totals, responseTimes, indexCreations } = log;
  const times = OPERATIONS.flatMap((operation) => {
    const found = responseTimes[operation];
    return found ? [[`${operation}_rt`, `${found.counts.join(' ')} ${found.max.toFixed(6)}`] as const] : [];
  });
  const creations = indexCreations.map(
    ({ seconds, words }, index) => [`ddl${index}`, `${seconds}s ${words}`] as const,
  );
  return {
    ncols: log.columns,
    rows: log.rows,
    // The first two columns are printed with a decimal: i_sec and t_sec.
    last: last?.cells.map((cell, index) => (index < 2 ? cell.toFixed(1) : String(cell))).join(' '),
    totals: totals ? totalsText(totals) : undefined,
    ...Object.fromEntries(times),
    ...Object.fromEntries(creations),
  };
}

function totalsText({ seconds, rowsPerS, rows, retries }: NonNullable<IibenchLog['totals']>): string {
  const words =
    retries.delete === null
      ? `${retries.insert} insert retry, ${retries.query} query retry`
      : `${retries.insert} ${retries.delete} ${retries.query} insert-delete-query retry`;
  return `${seconds.toFixed(1)} secs, ${rowsPerS.toFixed(1)} rows/sec, ${rows} rows, ${words}`;
}

/** Rates are those of the result: one is its throughput, the other one is a metric or 0. */
function firstLine({ totals }: StepReport, runs: CorpusFile['runs']): string | undefined {
  const result = runs[0]?.results[0];
  if (!totals || !result) return undefined;
  const reported = (metric: string) =>
    result.measurements.find((one) => one.metric === metric && one.source === 'reported')?.value;
  const throughput = reported('throughput') ?? Number.NaN;
  const isQuery = result.unit === 'queries/s';
  const rowsPerS = isQuery ? (reported('insert_rate') ?? Number.NaN) : throughput;
  const queriesPerS = isQuery ? throughput.toFixed(1) : String(totals.queriesPerS);
  return [
    `${result.clients} processes`,
    `${totals.rowsPerProcess} rows-per-process`,
    `${reported('elapsed')} seconds`,
    `${rowsPerS.toFixed(1)} rows-per-second`,
    `${totals.rowsPerSPerClient.toFixed(1)} rows-per-second-per-user`,
    `${totals.queries} queries`,
    `${queriesPerS} queries-per-second`,
    `${totals.deletes ? '1' : 'no'} deletes`,
  ].join(', ');
}

/** In `mrg.some` and `rel.some` the name of the step comes first. */
function firstRow({ rows }: ReportTable): string | undefined {
  const [first] = rows;
  if (!first) return undefined;
  if (first.step !== null) return first.step;
  return [...TABLE_COLUMNS.map((column) => first.cells[column] ?? ''), first.tag].join(' ');
}
