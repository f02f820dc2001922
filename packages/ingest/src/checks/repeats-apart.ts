import { addToGroup } from '../assemble/add-to-group';
import type { Doubt, Measurement, NormalizedResult, NormalizedRun } from '../model/run';
import { testLabel } from '../model/test';
import type { AssembleContext } from '../parsers/family';

/** Repeats of one test never differ by as much: a cache that was cold explains a factor of ten, not of twenty. */
const APART = 20;
/** So many results that agree, and more than half, are the test; the others are something else with its name. */
const LEAST_MAJORITY = 3;

/**
 * Makes results doubtful that have one name in one file and are too far apart to be repeats of one test: two tests share
 * a name, or one of them has another unit. Their median would be the value of neither. Where most of them agree, only
 * the others are doubtful.
 */
export function doubtRepeatsApart(
  runs: readonly NormalizedRun[],
  context: Pick<AssembleContext, 'note'>,
): NormalizedRun[] {
  return runs.map((run) => {
    // Slices of a few seconds: one of them may stall.
    if (run.rounds) return run;
    const groups = new Map<string, NormalizedResult[]>();
    for (const result of run.results) {
      const { test, range, clients, unit, status } = result;
      const own = throughputOf(result);
      if (status === 'ok' && own && own.value > 0)
        addToGroup(groups, JSON.stringify([test, range, clients, unit, own.file, own.source]), result);
    }
    const doubts = new Map([...groups.values()].flatMap((results) => doubtsOf(results, context)));
    if (doubts.size === 0) return run;
    return { ...run, results: run.results.map((result) => withDoubt(result, doubts.get(result))) };
  });
}

function throughputOf({ measurements }: NormalizedResult): Measurement | undefined {
  let first: Measurement | undefined;
  for (const each of measurements) {
    if (each.metric !== 'throughput' || each.doubt) continue;
    if (each.source === 'computed') return each;
    first ??= each;
  }
  return first;
}

function doubtsOf(
  results: readonly NormalizedResult[],
  { note }: Pick<AssembleContext, 'note'>,
): [NormalizedResult, Doubt][] {
  if (results.length < 2) return [];
  const sorted = results
    .flatMap((result) => {
      const at = throughputOf(result);
      return at ? [{ result, at }] : [];
    })
    .sort((a, b) => a.at.value - b.at.value);
  const clusters: (typeof sorted)[] = [];
  for (const one of sorted) {
    const before = clusters.at(-1)?.at(-1);
    if (before && one.at.value / before.at.value < APART) clusters.at(-1)?.push(one);
    else clusters.push([one]);
  }
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (clusters.length < 2 || !least || !most) return [];
  const test = testLabel(least.result.test, least.result.range);
  const times = Math.round(most.at.value / least.at.value);
  const name = (value: number) => Number(value.toPrecision(4));
  const message = `${test}: results of one name differ ${times}-fold (${name(least.at.value)} and ${name(most.at.value)} ${least.result.unit}, lines ${least.at.line} and ${most.at.line}): they are not repeats of one test; suspect: throughput`;
  note('VALUES_DISAGREE', least.at.file, message, Math.max(least.at.line, most.at.line));
  const majority = clusters.find(({ length }) => length >= LEAST_MAJORITY && length > results.length / 2);
  return clusters.flatMap((cluster) => {
    if (cluster === majority) return [];
    const other = cluster.includes(least) ? most : least;
    const { file, line } = other.at;
    return cluster.map(({ result }): [NormalizedResult, Doubt] => [
      result,
      { code: 'VALUES_DISAGREE', message, file, line },
    ]);
  });
}

/** Everything that the result measured is in doubt with it. */
function withDoubt(result: NormalizedResult, doubt: Doubt | undefined): NormalizedResult {
  if (!doubt) return result;
  return { ...result, measurements: result.measurements.map((each) => ({ doubt, ...each })) };
}
