import path from 'node:path';
import { addHost, chooseHostDevice, coresOf, type HostLogs } from '../../assemble/beside';
import { Measurements } from '../../assemble/measurements';
import { parseRunDirectory } from '../../layout/run-directory';
import { type NormalizedResult, UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
import { type AssembleContext, type Assembler, type LocatedLog, logsOfType, type RunPart } from '../family';
import { hostTestName } from './host-test-name';
import type { IostatLog } from './iostat/iostat-log';
import type { VmstatLog } from './vmstat/vmstat-log';

/**
 * vmstat and iostat logs that belong to no benchmark: what the host did while each of them ran. One directory is one
 * run, logs with the same name (`x.vmstat.txt`, `x.iostat.txt`) are one test. Without throughput, no cost is computed
 * per operation.
 */
export const hostAssembler: Assembler = {
  assemble(logs, context) {
    const directories = new Map<string, Map<string, HostLogs[]>>();
    const located = [...logsOfType<VmstatLog>(logs, 'vmstat'), ...logsOfType<IostatLog>(logs, 'iostat')];
    for (const log of located) {
      context.claim(log);
      const directory = path.posix.dirname(log.path);
      const tests = directories.get(directory) ?? new Map<string, HostLogs[]>();
      directories.set(directory, tests);
      addLog(tests, log);
    }
    return [...directories].flatMap(([directory, tests]) => toPart(directory, tests, context));
  },
};

/** A second log of one tool and name is a repeat. */
function addLog(
  tests: Map<string, HostLogs[]>,
  located: LocatedLog<VmstatLog> | LocatedLog<IostatLog>,
): void {
  const name = hostTestName(path.posix.basename(located.path));
  const same = tests.get(name) ?? [];
  tests.set(name, same);
  const { type } = located.log;
  const free = same.find((test) => test[type] === undefined);
  if (free) Object.assign(free, { [type]: located });
  else same.push({ [type]: located });
}

function toPart(
  directory: string,
  tests: ReadonlyMap<string, HostLogs[]>,
  context: AssembleContext,
): RunPart[] {
  const all = [...tests.values()].flat();
  const device = chooseHostDevice(all, directory, context);
  const results = [...tests].flatMap(([name, same]) => same.flatMap((test) => toResult(name, test, device)));
  if (results.length === 0) return [];
  const label = directory === '.' ? context.rootLabel : path.posix.basename(directory);
  return [
    {
      benchmark: 'host',
      label,
      directory,
      variant: toVariant(label, directory),
      workload: UNKNOWN_WORKLOAD,
      server: null,
      cores: context.cores(directory) ?? coresOf(all),
      results,
    },
  ];
}

/**
 * The product that the directory names, else the host itself. Then the whole path is the version: directories of one
 * name in different places are different runs, not repeats.
 */
function toVariant(label: string, directory: string): Variant {
  const { variant } = parseRunDirectory(label);
  if (variant.versionKnown) return variant;
  const version = directory === '.' ? label : directory;
  return { product: 'host', version, versionKnown: true, flavour: null, config: null };
}

/** A test without samples is not a result: the diagnostics of its logs have the reason. */
function toResult(test: string, logs: HostLogs, chosen: string | null): NormalizedResult[] {
  const measurements = new Measurements();
  const device = addHost(measurements, logs, { device: chosen, q: null });
  if (measurements.list.length === 0) return [];
  return [
    {
      test,
      range: null,
      repeat: 1,
      status: 'ok',
      unit: '',
      clients: null,
      command: null,
      tool: null,
      device,
      measurements: measurements.list,
    },
  ];
}
