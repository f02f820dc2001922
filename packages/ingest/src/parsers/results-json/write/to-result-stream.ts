import { isOpenMetric, metricOf } from '../../../model/metric';
import { SHORT } from '../../../model/open-metric';
import type { NormalizedResult, NormalizedRun, Server } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import { RESULTS_VERSION } from '../schema/results-schema';
import { countedNumbers } from './result-rows';

/**
 * Runs as NDJSON of the open format, one after another, a piece for each. Nothing is held but names.
 *
 * Runs whose heads are equal, as those of a version that was measured twice, are one run when they are read again: the
 * repeats of the second follow those of the first. Numbered as they were, they would be the same results.
 */
export async function* toResultStream(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): AsyncGenerator<string> {
  const byHead = new Map<string, RepeatNumbers>();
  for await (const run of runs) {
    const [head = ''] = toResultLines({ ...run, results: [] });
    const numbers = byHead.get(head) ?? new RepeatNumbers();
    byHead.set(head, numbers);
    yield [...toResultLines(run, numbers.nextRun())].join('');
  }
}

/** Numbers of repeats over runs with one head. */
class RepeatNumbers {
  /** By test, the largest number that was given. */
  readonly #last = new Map<string, number>();

  /** @returns number of a repeat of the run that comes next */
  nextRun(): (result: NormalizedResult) => number {
    const before = new Map(this.#last);
    return ({ test, range, repeat }) => {
      const key = testLabel(test, range);
      const number = (before.get(key) ?? 0) + repeat;
      this.#last.set(key, Math.max(this.#last.get(key) ?? 0, number));
      return number;
    };
  }
}

/**
 * A run in the open format: lines of NDJSON with their ends, a head and then a line for each number. Of a metric that is
 * reported and computed it is the computed one, which is what is compared. Read again the lines give the same numbers.
 * Numbers that are not believed are left out: the format has no word for doubt, and they would be believed.
 *
 * @param run as it was read, or as it is stored
 * @param repeatOf number of the repeat of a result; left out, its own
 */
export function* toResultLines(
  run: NormalizedRun,
  repeatOf: (result: NormalizedResult) => number = ({ repeat }) => repeat,
): Generator<string> {
  yield toLine(headOf(run));
  for (const result of run.results) {
    const place = { ...placeOf(result), repeat: repeatOf(result) };
    const numbers = countedNumbers(result.measurements);
    if (numbers.length === 0 && result.status === 'failed') yield toLine({ ...place, error: 'no number' });
    for (const { metric, value, unit } of numbers) {
      const { label, direction } = metricOf(metric);
      const better = SHORT[direction];
      // Other metrics that are known are in the unit that they are known in.
      if (isOpenMetric(metric)) yield toLine({ ...place, metric: label, value, unit, better });
      else if (metric === 'throughput') yield toLine({ ...place, metric, value, unit: wordOf(unit), better });
      else yield toLine({ ...place, metric, value });
    }
  }
}

function headOf({ benchmark, variant, workload, server, ...run }: NormalizedRun): object {
  const { build, product, version, flavour, config } = variant;
  const { repository, commit, branch, committedAt, number, url, parents } = build ?? {};
  const { startedAt, facts, rounds, campaign, notes } = run;
  return {
    ...{ basecaseResults: RESULTS_VERSION, tool: benchmark, product, version, flavour, config },
    build: build && { commit, branch, committedAt, number, url, ...(parents && { parents }) },
    ...{ repository, machine: server && machineOf(server), workload, at: startedAt },
    ...{ facts, rounds, campaign, notes },
  };
}

function machineOf({ name, cores, cpu, memoryBytes, storage, os, kind }: Server): object {
  return { name, cores, cpu, memoryBytes, storage, os, kind };
}

/** Clients are those of the workload. */
function placeOf({ test, range, status }: NormalizedResult): object {
  return { test, range, repeat: null, status: status === 'ok' ? null : status };
}

/** Units of the format hold no colon. */
function wordOf(unit: string): string {
  return unit.replaceAll(':', ' ');
}

/** Fields that say nothing are left out. */
function toLine(fields: object): string {
  return `${JSON.stringify(fields, (_, value: unknown) => value ?? undefined)}\n`;
}
