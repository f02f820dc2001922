import { countedResults } from '@basecase/analysis';
import {
  type Measurement,
  type NormalizedResult,
  type NormalizedRun,
  testLabel,
} from '@basecase/ingest/model';

/**
 * The runs of a column with what counts in its cells, by the rule of cells: results whose throughput is doubtful are
 * left out
 * where there are others, doubtful numbers everywhere, and reported numbers if computed ones exist, also in other
 * runs. So the
 * medians over what is left are those of the heatmap.
 *
 * @param runs of one variant on one server and workload; without bad runs
 */
export function toCountedResults(runs: readonly NormalizedRun[]): NormalizedRun[] {
  const cells = new Map<string, NormalizedResult[]>();
  for (const result of runs.flatMap(({ results }) => results)) {
    const key = testLabel(result.test, result.range);
    cells.set(key, [...(cells.get(key) ?? []), result]);
  }
  const counted = new Map([...cells.values()].flatMap(countedOfCell));
  return runs.flatMap((run) => {
    const results = run.results.flatMap((result) => counted.get(result) ?? []);
    return results.length === 0 ? [] : [{ ...run, results }];
  });
}

/** Results of a cell that count, each with its numbers that do. */
function countedOfCell(all: readonly NormalizedResult[]): [NormalizedResult, NormalizedResult][] {
  // Where warm-ups are shown they are compared like any other test.
  const countable = all.map((result) => ({
    result,
    status: result.status === 'warmup' ? ('ok' as const) : result.status,
  }));
  const { results } = countedResults(countable, ({ result }) => doubtedOf(result).has('throughput'));
  const believed = results.map(({ result }) => {
    const doubted = doubtedOf(result);
    return { result, numbers: result.measurements.filter(({ metric }) => !doubted.has(metric)) };
  });
  const computed = new Set(
    believed.flatMap(({ numbers }) => numbers.filter(isComputed).map(({ metric }) => metric)),
  );
  return believed.map(({ result, numbers }) => {
    const measurements = numbers.filter((one) => isComputed(one) || !computed.has(one.metric));
    return [result, { ...result, measurements }];
  });
}

function isComputed({ source }: Measurement): boolean {
  return source === 'computed';
}

/** Metrics of which a number is not believed, whatever its source. */
function doubtedOf({ measurements }: NormalizedResult): Set<string> {
  return new Set(measurements.flatMap(({ metric, doubt }) => (doubt ? [metric] : [])));
}
