import path from 'node:path';
import { Measurements } from '../../../assemble/measurements';
import type { ResultStatus } from '../../../model/run';
import type { AssembleContext, LocatedLog } from '../../family';
import type { DbBenchLog } from '../log/db-bench-log';
import { parsePath } from '../names';
import { MIB } from '../sizes';
import { withoutCopies } from './copies';
import { type Draft, labelOfDirectory, toVariant } from './draft';
import { type NamedResult, nameTests } from './name-tests';

/** Results of the logs of one directory. */
export function rawDrafts(
  logs: readonly LocatedLog<DbBenchLog>[],
  context: Pick<AssembleContext, 'note' | 'rootLabel' | 'cores'>,
): Draft[] {
  const named = nameTests(withoutCopies(logs, context));
  notePicked(named, context);
  const versions = new Set(named.flatMap(({ execution }) => execution.version ?? []));
  // A log that db_bench could not begin names no version; its neighbours of one version do.
  const neighbours = versions.size === 1 ? ([...versions][0] ?? null) : null;
  return named.map((result) => toDraft(result, result.execution.version ?? neighbours, context));
}

function toDraft(
  { path: file, execution, result, test, threads }: NamedResult,
  version: string | null,
  context: Pick<AssembleContext, 'rootLabel' | 'cores'>,
): Draft {
  const directory = path.posix.dirname(file);
  const label = labelOfDirectory(directory, context);
  const { workload, cached, clients } = parsePath(file);
  return {
    directory,
    label,
    variant: toVariant(file, version, label),
    workload: { workload, cached, clients },
    isSummary: false,
    cores: context.cores(directory) ?? execution.cores,
    entries: execution.entries,
    test,
    status: toStatus(result),
    threads,
    tool: execution.version === null ? 'db_bench' : `db_bench ${execution.version}`,
    measurements: measure(file, result),
  };
}

function toStatus(result: NamedResult['result']): ResultStatus {
  if (result === null) return 'failed';
  return result.warmup ? 'warmup' : 'ok';
}

function measure(file: string, result: NamedResult['result']): Measurements {
  const measurements = new Measurements();
  if (!result) return measurements;
  const { line } = result;
  measurements.reported('throughput', result.opsPerSec, { file, line });
  measurements.reported('elapsed', result.seconds, { file, line });
  const rate = result.megabytesPerS;
  measurements.reported('bandwidth', rate === null ? null : rate * MIB, { file, line });
  for (const { metric, value, line: at, formula } of result.values) {
    if (formula) measurements.computed(metric, value, { file, line: at, formula });
    else measurements.reported(metric, value, { file, line: at });
  }
  return measurements;
}

/** Result lines without a header may come from different states of the database: nothing tells them apart. */
function notePicked(named: readonly NamedResult[], context: Pick<AssembleContext, 'note'>): void {
  const counts = new Map<string, number>();
  for (const { path: file, execution, test } of named) {
    if (execution.hasHeader) continue;
    const key = `${file}\n${test}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count !== 2) continue;
    const message = `several result lines of ${test} and no header around them: read as repeats of one test`;
    context.note('SEVERAL_SUMMARIES', file, message);
  }
}
