import { isCapped } from '../checks/histogram-caps';
import { findDisorder } from '../checks/latency-order';
import type { LineDoubt } from '../files/reporter';
import { QUOTIENTS } from '../model/formulas';
import { metricOf } from '../model/metric';
import { SMALLEST } from '../model/metric-entry';
import type { Doubt, Measurement, NormalizedResult } from '../model/run';
import type { AssembleContext, LocatedLog, RunPart } from '../parsers/family';

/**
 * The one place where numbers are found to be impossible or doubtful, whatever format they come from:
 *
 * 1. a number outside the bounds of its metric is left out, and reported; so is a percentile at the end of a histogram;
 * 2. a number of a line that another line contradicts is doubtful;
 * 3. latencies in an impossible order are doubtful: p95 above the largest;
 * 4. a cost per operation is what its inputs are: missing or doubtful with them.
 */
export function settleNumbers(
  parts: readonly RunPart[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'note'>,
): RunPart[] {
  const doubts = new Map(
    logs.flatMap(({ path, doubts: own }) => (own && own.length > 0 ? [[path, own] as const] : [])),
  );
  return parts.map((part) => ({
    ...part,
    results: part.results.map((result) => settleResult(result, doubts, context)),
  }));
}

function settleResult(
  result: NormalizedResult,
  doubts: ReadonlyMap<string, readonly LineDoubt[]>,
  context: Pick<AssembleContext, 'note'>,
): NormalizedResult {
  const possible = result.measurements.filter(
    (measurement) => isPossible(measurement, context) && !isLeftOut(measurement, result, context),
  );
  const hasLost = possible.length < result.measurements.length;
  const kept = hasLost ? possible.filter((each) => hasInputs(each, result.measurements, possible)) : possible;
  const judged = withDisorder(
    doubts.size === 0 ? kept : kept.map((each) => withLineDoubt(each, doubts)),
    context,
  );
  if (!judged.some(({ doubt }) => doubt)) {
    return hasLost ? { ...result, measurements: judged } : result;
  }
  return { ...result, measurements: judged.map((each) => withDoubtOfInput(each, judged)) };
}

function isPossible(
  { metric, value, file, line, lineEnd }: Measurement,
  context: Pick<AssembleContext, 'note'>,
): boolean {
  const { label, bounds, unit } = metricOf(metric);
  const isTiny = value !== 0 && Math.abs(value) < SMALLEST;
  if (value >= bounds.min && value <= bounds.max && !isTiny) return true;
  const [bound, why] = isTiny
    ? [`closer to 0 than ${SMALLEST}`, 'nothing is measured so small']
    : value < bounds.min
      ? [`below ${bounds.min}`, 'it cannot be negative']
      : [`above ${bounds.max}`, bounds.reason];
  const from = line === lineEnd ? '' : ` (lines ${line} to ${lineEnd})`;
  const text = `${label} of ${value} ${unit}${from} is ${bound}: ${why}. Not stored.`;
  context.note('VALUE_IMPLAUSIBLE', file, text, line);
  return false;
}

function isLeftOut(
  measurement: Measurement,
  result: NormalizedResult,
  context: Pick<AssembleContext, 'note'>,
): boolean {
  if (!isCapped(measurement, result)) return false;
  const { metric, value, file, line } = measurement;
  const text = `${metricOf(metric).label} is at least ${value} s: the histogram of ${result.tool ?? 'the tool'} ends there. Not stored.`;
  context.note('VALUE_IMPLAUSIBLE', file, text, line);
  return true;
}

/** False for a cost per operation of a number that was left out. */
function hasInputs(
  { formula }: Measurement,
  all: readonly Measurement[],
  possible: readonly Measurement[],
): boolean {
  return inputsOf(formula).every(
    (input) => !all.some(({ metric }) => metric === input) || possible.some(({ metric }) => metric === input),
  );
}

function withLineDoubt(
  measurement: Measurement,
  doubts: ReadonlyMap<string, readonly LineDoubt[]>,
): Measurement {
  const { metric, file, line, lineEnd } = measurement;
  const found = doubts
    .get(file)
    ?.find((doubt) => doubt.line >= line && doubt.line <= lineEnd && doubt.metrics.includes(metric));
  if (!found || measurement.doubt) return measurement;
  const { message, otherLine } = found;
  return { ...measurement, doubt: { code: 'VALUES_DISAGREE', message, file, line: otherLine } };
}

function withDisorder(measurements: Measurement[], context: Pick<AssembleContext, 'note'>): Measurement[] {
  const found = findDisorder(measurements);
  if (found.length === 0) return measurements;
  const doubts = new Map<Measurement, Doubt>();
  for (const { said, other, message } of found) {
    const { measurement } = said;
    if (measurement.doubt || doubts.has(measurement)) continue;
    const text = `${message}; suspect: ${said.name}`;
    context.note('VALUES_DISAGREE', measurement.file, text, measurement.line);
    const { file, line } = other.measurement;
    doubts.set(measurement, { code: 'VALUES_DISAGREE', message: text, file, line });
  }
  return measurements.map((each) => {
    const doubt = doubts.get(each);
    return doubt ? { ...each, doubt } : each;
  });
}

function withDoubtOfInput(measurement: Measurement, all: readonly Measurement[]): Measurement {
  if (measurement.doubt) return measurement;
  const inputs = inputsOf(measurement.formula);
  const doubtful = all.find(({ metric, doubt }) => doubt && inputs.some((input) => input === metric));
  if (!doubtful?.doubt) return measurement;
  const { label } = metricOf(doubtful.metric);
  const doubt: Doubt = {
    ...doubtful.doubt,
    message: `computed of ${label}, which is suspect: ${doubtful.doubt.message}`,
    file: doubtful.file,
    line: doubtful.line,
  };
  return { ...measurement, doubt };
}

function inputsOf(formula: string | null): string[] {
  const quotient = QUOTIENTS.find(({ id }) => id === formula);
  return quotient ? [quotient.numerator, quotient.denominator] : [];
}
