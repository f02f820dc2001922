import path from 'node:path';
import { addHost, chooseHostDevice, coresOf, type HostLogs } from '../../assemble/beside';
import { Measurements, newResult } from '../../assemble/measurements';
import { hintedKind } from '../../identity/names/file-name';
import { parseRunDirectory } from '../../identity/names/run-directory';
import { type NormalizedResult, UNKNOWN_WORKLOAD, type Variant } from '../../model/run';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import type { NumberAt } from '../number-line';
import { type LogParser, scoreOf } from '../parser';
import { textLines } from '../text-lines';
import { hostFormat as about } from './about';
import type { CpuTimeLog } from './cpu-time/cpu-time-log';
import { hostTestName } from './host-test-name';
import { iostat } from './iostat/iostat';
import type { IostatLog } from './iostat/iostat-log';
import { vmstat } from './vmstat/vmstat';
import type { VmstatLog } from './vmstat/vmstat-log';

/**
 * vmstat and iostat logs that belong to no benchmark: what the host did while each of them ran. One directory is one
 * run, logs with the same name (`x.vmstat.txt`, `x.iostat.txt`) are one test. Without throughput, no cost is computed
 * per operation.
 */
const hostAssembler: Assembler = {
  hasOwnNames: 'all',
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
  return [newResult({ test, status: 'ok', unit: '', clients: null, tool: null, device, measurements })];
}

const HEAD = /^CPU time of the server's processes$/m;
const ELAPSED = /^elapsed (\d+(?:\.\d+)?) s$/;
const CPU = /^cpu (\d+(?:\.\d+)?) s$/;
const LONGEST = 100;

/**
 * What the server's own processes took of the CPUs while a test ran (docs/how-to/record.md): `sb.cpu.<test>...`. vmstat counts
 * everything that runs on a machine, the tool and other people's work too.
 *
 *     CPU time of the server's processes
 *     elapsed 5.012 s
 *     cpu 2.73 s
 */
const cpuTime: LogParser = {
  kind: 'cpu_time',
  about: "CPU time of the server's processes: `elapsed 5.012 s`, `cpu 2.73 s`",
  score: ({ head, name }) => scoreOf(HEAD.test(head), hintedKind(name) === 'cpu', 0.3),
  open(reporter) {
    let elapsedSeconds: number | null = null;
    let cpu: NumberAt | null = null;
    return {
      line: textLines(LONGEST, (text, { line }) => {
        elapsedSeconds ??= toFinite(ELAPSED.exec(text)?.[1]);
        const value = toFinite(CPU.exec(text)?.[1]);
        if (value !== null) cpu ??= { value, line };
      }),
      end(): CpuTimeLog | null {
        if (elapsedSeconds !== null && elapsedSeconds > 0 && cpu)
          return { type: 'cputime', elapsedSeconds, cpuSeconds: cpu.value, line: cpu.line };
        reporter.report('TRUNCATED_LOG', 'expected the lines `elapsed 5.012 s` and `cpu 2.73 s`');
        return null;
      },
    };
  },
  valueLines: [ELAPSED, CPU],
};

/**
 * What vmstat prints with -d, -D, -s, -p and -m: totals since boot, no samples. Kept, not read.
 *
 *     disk- ------------reads------------ ------------writes----------- -----IO------
 *      25182352 K total memory
 *     Cache                       Num  Total   Size  Pages
 */
const TOTALS = [
  /^disk-+ -+reads-+ -+writes-+ -+IO-+$/m,
  /^ *\d+ K total memory$/m,
  /^ *\d+ disks *\n *\d+ partitions *$/m,
  /^Cache +Num +Total +Size +Pages$/m,
  /^\S+ +reads +read sectors +writes +requested writes$/m,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['-reads-', 'K total memory', ' partitions', 'Cache ', 'requested writes'];

const vmstatTotals: LogParser = {
  kind: 'vmstat-totals',
  score: ({ head }) =>
    containsAny(head, LITERALS) && TOTALS.some((pattern) => pattern.test(head)) ? 0.9 : 0,
  open: null,
};

/** First key of jc's JSON for vmstat and iostat: `[{"runnable_procs":0,...`, `[{"percent_user":11.66,...`. */
const FIRST_KEY =
  /^\s*\[?\s*\{\s*"(?:runnable_procs|percent_user)"\s*:|^\s*\[?\s*\{\s*"device"\s*:.*"type"\s*:\s*"device"/;

/** vmstat and iostat logs that jc made JSON of. Kept, not read: the log itself has the same numbers with their lines. */
const jcJson: LogParser = {
  kind: 'jc-json',
  score: ({ head }) => (FIRST_KEY.test(head) ? 0.9 : 0),
  open: null,
};

/**
 * What the host did: vmstat and iostat, and what of it the server's processes did. Its assembler comes after those of all benchmarks, and takes the logs that
 * none of them has claimed.
 */
export const hostFormat: FormatFamily = {
  ...about,
  parsers: [vmstat, vmstatTotals, iostat, cpuTime, jcJson],
  assembler: hostAssembler,
};
