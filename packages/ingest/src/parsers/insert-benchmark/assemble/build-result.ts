import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { AssembleContext } from '../../family';
import { STEP_UNITS, type StepKind, stepKind, targetPerClient } from '../names';
import { addClients } from './add-clients';
import { addReport } from './add-report';
import { type ClientFigures, clientFigures } from './client-figures';
import type { StepFiles } from './step-files';

export const SLA_SHARE = 0.95;

export interface StepContext {
  device: string | null;
  cores: number | null;
  /** Rows that l.i0 of the same run loaded: what l.x indexes. */
  loadedRows: number | null;
}

/** One step as a result. Throughput is what the report says, else what the logs of all clients give. */
export function buildResult(
  step: StepFiles,
  { device, cores, loadedRows }: StepContext,
  context: AssembleContext,
): NormalizedResult {
  const kind = kindOf(step);
  const test = step.step ?? step.at.split('/').at(-1) ?? step.at;
  const measurements = new Measurements();
  const figures = completeFigures(step, context);
  addReport(measurements, step, kind);
  addClients(measurements, step, { kind, figures, loadedRows });
  const clients = clientsOf(step);
  addTarget(measurements, step, clients);
  const q = throughputOf(measurements, 'throughput');
  const status = statusOf(step, { measurements, q, figures }, context);
  const insertRate = kind === 'query' ? throughputOf(measurements, 'insert_rate') : q;
  const used = addHost(measurements, step, { device, cores, q, insertRate });
  return {
    test: test === '.' ? context.rootLabel : test,
    range: null,
    repeat: 1,
    status,
    unit: STEP_UNITS[kind],
    clients,
    command: step.clients[0]?.log.command ?? null,
    tool: 'iibench',
    device: used,
    measurements: measurements.list,
  };
}

export function clientsOf({ report, dop, clients }: StepFiles): number | null {
  return report?.log.totals?.processes ?? dop ?? (clients.length || null);
}

/** By the step's name, else by what was done in it. */
function kindOf({ step, report, clients }: StepFiles): StepKind {
  const named = step === null ? null : stepKind(step);
  if (named) return named;
  if (clients.some(({ log }) => log.createdIndexes)) return 'index';
  const queries = report?.log.totals?.queries ?? clients[0]?.log.last?.counts.query ?? 0;
  return queries > 0 ? 'query' : 'insert';
}

/** Null when the log of a client is missing or cut: the others say nothing of the whole. */
function completeFigures(step: StepFiles, context: AssembleContext): ClientFigures | null {
  const expected = clientsOf(step);
  if (step.clients.length === 0 || expected === null) return null;
  if (step.clients.length < expected) {
    const message = `logs of ${step.clients.length} of ${expected} clients are here; nothing is summed over clients`;
    context.note('METRIC_MISSING', step.clients[0]?.path ?? step.at, message);
    return null;
  }
  const figures = clientFigures(step.clients);
  const totals = step.report?.log.totals;
  if (figures && totals && step.report && figures.counts.query !== totals.queries) {
    const message = `${totals.queries} queries, ${figures.counts.query} in the logs of the clients; the report counts`;
    context.note('VALUES_DISAGREE', step.report.path, message, totals.line);
  }
  return figures;
}

function addTarget(
  measurements: Measurements,
  { step, report, clients }: StepFiles,
  count: number | null,
): void {
  const perClient = step === null ? null : targetPerClient(step);
  const file = report?.path ?? clients[0]?.path;
  if (perClient === null || count === null || file === undefined) return;
  measurements.computed('insert_rate_target', perClient * count, {
    file,
    line: 1,
    formula: 'insert_rate_target',
  });
}

/** As the author reports it, else as computed here. */
function throughputOf(measurements: Measurements, metric: 'throughput' | 'insert_rate'): number | null {
  const found = measurements.list.filter((measurement) => measurement.metric === metric);
  return (found.find(({ source }) => source === 'reported') ?? found[0])?.value ?? null;
}

interface Outcome {
  measurements: Measurements;
  q: number | null;
  figures: ClientFigures | null;
}

function statusOf(
  { step, clients, report }: StepFiles,
  { measurements, q, figures }: Outcome,
  context: AssembleContext,
): ResultStatus {
  const file = report?.path ?? clients[0]?.path ?? null;
  const stopped = clients.filter(({ log }) => !log.totals);
  if (stopped.length > 0) {
    const message = `${stopped.length} of ${clients.length} clients did not finish; what was reported is kept, and not compared`;
    context.note('CLIENTS_FAILED', stopped[0]?.path ?? file, message);
    return 'failed';
  }
  if (q === null) return 'ok';
  if (q === 0) context.note('ZERO_THROUGHPUT', file, `${step ?? 'the step'} has a throughput of 0`, 1);
  const target = measurements.list.find(({ metric }) => metric === 'insert_rate_target')?.value;
  const achieved = throughputOf(measurements, 'insert_rate');
  if (target === undefined || achieved === null || achieved >= target * SLA_SHARE) return 'ok';
  const percent = ((achieved / target) * 100).toFixed(1);
  const own =
    figures && report
      ? `; ${(figures.counts.insert / figures.seconds).toFixed(1)}/s by the clock of the clients`
      : '';
  const message = `${step}: ${achieved.toFixed(1)} inserts/s of the ${target} requested, ${percent}%, below 95%${own}`;
  context.note('SLA_FAILED', file, message, 1);
  return 'sla_failed';
}
