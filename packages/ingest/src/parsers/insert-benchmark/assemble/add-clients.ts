import type { Measurements } from '../../../assemble/measurements';
import type { FormulaName } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import { STEP_UNITS, type StepKind } from '../names';
import { operationOf } from './add-report';
import type { ClientFigures } from './client-figures';
import type { StepFiles } from './step-files';

interface ClientContext {
  kind: StepKind;
  figures: ClientFigures | null;
  loadedRows: number | null;
}

/**
 * Adds the results of the client logs. With a report, its wall-clock rates are the throughput, and these are stored
 * as insert_rate and query_rate; without one they are the throughput.
 */
export function addClients(
  measurements: Measurements,
  step: StepFiles,
  { kind, figures, loadedRows }: ClientContext,
): void {
  const hasReport = step.report !== undefined;
  if (figures && kind !== 'index') {
    const { seconds, counts, at } = figures;
    const rate = (metric: MetricId, count: number, formula: FormulaName, unit?: string) =>
      measurements.computed(metric, count / seconds, {
        ...at,
        formula,
        ...(unit === undefined ? {} : { unit }),
      });
    const unit = STEP_UNITS[kind];
    if (kind === 'insert') {
      if (hasReport) rate('insert_rate', counts.insert, 'client_inserts');
      else rate('throughput', counts.insert, 'client_inserts', unit);
    } else {
      if (hasReport) rate('query_rate', counts.query, 'client_queries');
      else rate('throughput', counts.query, 'client_queries', unit);
      if (!hasReport) rate('insert_rate', counts.insert, 'client_inserts');
    }
    if (counts.delete > 0) rate('delete_rate', counts.delete, 'client_deletes');
    if (!hasReport) measurements.computed('elapsed', seconds, { ...at, formula: 'longest_client' });
  }
  if (kind === 'index' && !hasReport && figures) addIndexing(measurements, step, loadedRows);
  addSlowest(measurements, step, kind);
  addRates(measurements, step, kind);
}

/** Without a report: the rows that l.i0 loaded, by the seconds that creating their indexes took. */
function addIndexing(measurements: Measurements, { clients }: StepFiles, loadedRows: number | null): void {
  let longest: { file: string; seconds: number; line: number } | null = null;
  for (const { path: file, log } of clients) {
    if (!log.createdIndexes) return;
    if (!longest || log.createdIndexes.seconds > longest.seconds) longest = { file, ...log.createdIndexes };
  }
  if (!longest) return;
  const { file, line, seconds } = longest;
  measurements.computed('elapsed', seconds, { file, line, formula: 'longest_client' });
  if (loadedRows === null || seconds === 0) return;
  const at = { file, line, formula: 'indexed_rows', unit: STEP_UNITS.index } as const;
  measurements.computed('throughput', loadedRows / seconds, at);
}

/** Largest response time of any client; the rows of a step print them too, but rounded to its seconds. */
function addSlowest(measurements: Measurements, { clients }: StepFiles, kind: StepKind): void {
  let slowest: { file: string; max: number; line: number } | null = null;
  for (const { path: file, log } of clients) {
    const times = log.responseTimes[operationOf(kind)];
    if (times && (!slowest || times.max > slowest.max)) slowest = { file, max: times.max, line: times.line };
  }
  if (!slowest) return;
  const { file, max, line } = slowest;
  measurements.computed('latency_max', max, { file, line, formula: 'slowest_response' });
}

/** Of client 1 only, as the author's reports have it. */
function addRates(measurements: Measurements, { clients }: StepFiles, kind: StepKind): void {
  const [first] = clients;
  const rates = kind === 'index' ? undefined : first?.log.rates[operationOf(kind)];
  if (!first || !rates) return;
  const { firstRowLine, last } = first.log;
  const at = { file: first.path, line: firstRowLine, lineEnd: last?.line ?? firstRowLine };
  measurements.computed('rate_p50', rates.p50, { ...at, formula: 'rate_p50' });
  measurements.computed('rate_p99', rates.p99, { ...at, formula: 'rate_p99' });
}
