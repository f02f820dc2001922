import type { Measurement, ResultStatus, Workload } from '../../model/run';
import type { AssembleContext, RunPart } from '../family';
import { OPERATIONS_PER_S } from './add-operation';
import { nameRuns, withConfig } from './tell-apart';

/** One measurement of one benchmark. */
export interface MeasuredTest {
  test: string;
  status: Extract<ResultStatus, 'ok' | 'failed'>;
  /** Threads that ran it, null when the output does not say. */
  clients: number | null;
  workload: Workload;
  /** Text of the output that distinguishes it from other configs; null when there is none. */
  config: string | null;
  measurements: Measurement[];
}

export interface MeasuredFile {
  path: string;
  /** Tool and version. */
  tool: string;
  /** Cores of the machine as the output says, null when it does not. */
  cores: number | null;
  tests: readonly MeasuredTest[];
}

/** Parts of runs of the files: one for each run, workload and config. Repeats are counted when parts are joined. */
export function toParts(
  benchmark: string,
  files: readonly MeasuredFile[],
  context: AssembleContext,
): RunPart[] {
  const names = nameRuns(
    files.map((file) => ({
      path: file.path,
      tests: new Set(file.tests.map(({ test, workload }) => JSON.stringify([test, workload]))),
    })),
    context.rootLabel,
  );
  const parts = new Map<string, RunPart>();
  for (const file of files) {
    const name = names.get(file.path);
    if (!name) continue;
    for (const measured of file.tests) {
      const { workload, config } = measured;
      const key = JSON.stringify([file.path, workload, config]);
      const part = parts.get(key) ?? {
        benchmark,
        ...name,
        variant: withConfig(name.variant, config),
        workload,
        server: null,
        cores: context.cores(name.directory) ?? file.cores,
        results: [],
      };
      parts.set(key, part);
      part.results.push(toResult(measured, file.tool));
    }
  }
  return [...parts.values()];
}

function toResult({ test, status, clients, measurements }: MeasuredTest, tool: string) {
  return {
    test,
    range: null,
    repeat: 1,
    status,
    unit: OPERATIONS_PER_S,
    clients,
    command: null,
    tool,
    device: null,
    measurements,
  };
}
