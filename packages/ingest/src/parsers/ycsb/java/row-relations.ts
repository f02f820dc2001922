import type { MaybeRelation, Said } from '../../../checks/disagreements';
import { exact, type Range, widen } from '../../../checks/ranges';
import { attemptsOf, countedOperations } from '../failures';
import { testOf } from '../names';
import type { YcsbRun } from '../ycsb-log';

/** The clock of the run stops after the last operation; batches and retries are counted differently. */
const PART = 0.05;

/**
 * What the rows of a run say twice: throughput × run time is the number of operations, those that failed among them.
 * A read-modify-write is a read and an update, and one operation. Source: Client.exportMeasurements of YCSB.
 */
export function rowRelations(run: YcsbRun): MaybeRelation[] {
  const { throughput, runTimeS } = run;
  if (!throughput || !runTimeS || throughput.value <= 0 || runTimeS.value <= 0) return [];
  const all = throughput.value * runTimeS.value;
  const operations: Said[] = countedOperations(run.operations).flatMap((operation) => {
    const value = attemptsOf(operation);
    const { name, count, line } = operation;
    if (value === null) return [];
    const range = exact(value);
    return [
      { name: `operations of ${name}`, value, range, line: count?.line ?? line, metrics: ['operations'] },
    ];
  });
  const both = run.operations.find(({ name }) => testOf(name) === 'read-modify-write');
  const sum = operations.reduce((total, { value }) => total + value, 0) - (both?.count?.value ?? 0);
  if (operations.length === 0) return [];
  return [
    {
      of: [
        { name: 'throughput', ...throughput, range: exact(throughput.value), metrics: ['throughput'] },
        { name: 'run time', ...runTimeS, range: exact(runTimeS.value), metrics: ['elapsed', 'throughput'] },
        ...operations,
      ],
      left: widen(exact(all), PART),
      right: rangeOf(sum, run),
      words: 'throughput × run time = operations',
    },
  ];
}

/** A block cut out of a log may lack kinds of operations: only a whole log has all of them. */
function rangeOf(sum: number, { version, settings, status, operations }: YcsbRun): Range {
  const hasEnd = operations.some(({ name }) => name === 'CLEANUP');
  const isWhole = hasEnd && (version !== null || settings.command !== null || status !== null);
  return isWhole ? exact(sum) : { low: sum, high: Number.POSITIVE_INFINITY };
}
