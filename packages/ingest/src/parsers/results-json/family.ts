import path from 'node:path';
import { addToGroup, byDirectory } from '../../assemble/add-to-group';
import { addHost, chooseHostDevice, coresOf, type HostLogs } from '../../assemble/beside';
import { Measurements } from '../../assemble/measurements';
import { isOneProcess } from '../../assemble/perf-counters';
import { baseName } from '../../identity/names/base-name';
import type { NormalizedResult } from '../../model/run';
import { testLabel } from '../../model/test-label';
import { readUnit } from '../../model/words/units';
import type { PerfStatLog } from '../context/perf-stat-log';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import { hostTestName } from '../host/host-test-name';
import { resultsJsonFormat as about } from './about';
import { partsOfResults } from './assemble/parts-of-results';
import { resultsJson } from './results-json';
import type { ResultsLog } from './results-log';

/**
 * Each file gives a part for each version, config, machine and workload that its results name; the vmstat and iostat logs next
 * to it are joined.
 */
const resultsAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context) {
    const all = logsOfType<ResultsLog>(logs, 'results-json');
    for (const located of all) context.claim(located);
    return [...byDirectory(all)].flatMap(([directory, files]) => {
      const parts = files.flatMap((located) => partsOfResults(located, context));
      return withHostLogs(parts, { directory, logs, context });
    });
  },
};

export const resultsJsonFormat: FormatFamily = {
  ...about,
  parsers: [resultsJson],
  assembler: resultsAssembler,
};

const TYPES = ['vmstat', 'iostat', 'cputime', 'perf_stat'] as const;

/** Host logs of each result. */
type Ties = Map<NormalizedResult, LocatedLog[]>;

/**
 * Joins vmstat, iostat and CPU time with results of the open format in the same directory, and adds costs per operation. A log
 * belongs to a test only where its name leaves no doubt: it names the test, or it names none and the directory has one result.
 * Every other log gets a diagnostic with the reason why it is not used.
 *
 * @param parts of one directory
 * @param logs what no assembler before has claimed
 */
function withHostLogs(
  parts: readonly RunPart[],
  { directory, logs, context }: { directory: string; logs: readonly LocatedLog[]; context: AssembleContext },
): RunPart[] {
  const beside = logs.filter(
    ({ path: file, log }) =>
      path.posix.dirname(file) === directory && TYPES.some((type) => type === log.type),
  );
  if (beside.length === 0) return [...parts];
  const ties = tie(parts, beside, context);
  const hosts = new Map([...ties].map(([result, own]) => [result, hostOf(own, result, context)]));
  const device = chooseHostDevice([...hosts.values()], directory, context);
  const cores = context.cores(directory) ?? coresOf([...hosts.values()]);
  return parts.map((part) => ({
    ...part,
    cores: part.cores ?? cores,
    results: part.results.map((result) => {
      const host = hosts.get(result);
      return host
        ? withHost(result, {
            ...{ host, device, cores: part.said?.server?.cores ?? cores, context },
            isWhole: isOneProcess(part.said?.product ?? part.variant.product, result.clients),
          })
        : result;
    }),
  }));
}

function tie(parts: readonly RunPart[], beside: readonly LocatedLog[], context: AssembleContext): Ties {
  const names = new ResultNames(parts);
  const ties: Ties = new Map();
  for (const log of beside) {
    const name = baseName(log.path);
    const found = isBare(name) ? names.all : names.named(wordsOf(name));
    const [only] = found;
    if (!only || found.length > 1) {
      context.note('METRIC_MISSING', log.path, whyNone(name, found.length, names.all.length), {
        severity: 'info',
      });
      continue;
    }
    addToGroup(ties, only.result, log);
  }
  return ties;
}

function whyNone(name: string, found: number, results: number): string {
  const nothing = 'nothing per operation is computed with it';
  if (isBare(name))
    return `its name has no test, and there are ${results} results in its directory: ${nothing}`;
  if (found === 0) return `its name matches no test in its directory: ${nothing}`;
  return `its name matches ${found} results in its directory (repeats, versions or tests with similar names): ${nothing}`;
}

/** One log of each tool; of two that name one test neither is known to be the right one. */
function hostOf(logs: readonly LocatedLog[], { test }: NormalizedResult, context: AssembleContext): HostLogs {
  const perf = logsOfType<PerfStatLog>(logs, 'perf_stat');
  for (const located of perf) context.claim(located);
  const host: Record<string, LocatedLog | typeof perf> = { ...(perf.length > 0 && { perf }) };
  for (const type of TYPES) {
    // Several measurements of perf stat are repeats of one test.
    if (type === 'perf_stat') continue;
    const [first, ...others] = logs.filter(({ log }) => log.type === type);
    if (!first) continue;
    if (others.length > 0) {
      const message = `${others.length + 1} logs of ${type} are named after ${test}: nothing per operation is computed with them`;
      context.note('METRIC_MISSING', first.path, message, { severity: 'info' });
      continue;
    }
    context.claim(first);
    host[type] = first;
  }
  return host as HostLogs;
}

interface OfResult {
  host: HostLogs;
  device: string | null;
  cores: number | null;
  isWhole: boolean;
  context: AssembleContext;
}

function withHost(
  result: NormalizedResult,
  { host, device, cores, isWhole, context }: OfResult,
): NormalizedResult {
  const measurements = new Measurements();
  const q = perSecondOf(result, context);
  const used = addHost(measurements, host, { device, cores, isWhole, q });
  return { ...result, device: used, measurements: [...result.measurements, ...measurements.list] };
}

/** The throughput of a test in a second; null, and said why, where it has none that counts operations of a second. */
function perSecondOf(
  { test, status, unit, measurements }: NormalizedResult,
  context: AssembleContext,
): number | null {
  const throughput = measurements.find(({ metric }) => metric === 'throughput');
  if (!throughput || status === 'failed') return null;
  const { kind, factor, base } = readUnit(unit);
  if (throughput.source === 'reported' && kind === 'rate' && factor === 1 && base !== 'B/s')
    return throughput.value;
  const what = throughput.source === 'computed' ? 'it was timed' : `its throughput is in ${unit}`;
  const message = `${test}: ${what}, and does not count operations of a second: no costs per operation`;
  context.note('METRIC_MISSING', throughput.file, message, { line: throughput.line, severity: 'info' });
  return null;
}

interface NamedResult {
  result: NormalizedResult;
  version: string | undefined;
}

const CPU_TIME = /(?:^|[._-])cputime(?=$|[._-])/i;
const ALONE = /^(?:vmstat|iostat|perf|vm|io|)$/i;

/** True for the name of a log that says nothing but the tool: `vmstat.txt`. */
function isBare(fileName: string): boolean {
  return ALONE.test(hostTestName(fileName).replace(CPU_TIME, ''));
}

/** The subject of a log, taken from its name, as `ResultNames` knows it. */
function wordsOf(fileName: string): string {
  return plain(hostTestName(fileName).replace(CPU_TIME, ''));
}

/** File names hold no slash and few signs: `load/hits 2` and `load-hits_2` are one name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Results by the names that an accompanying file may have: the test alone, or with its repeat, version or clients. */
class ResultNames {
  readonly all: readonly NamedResult[];
  readonly #byName = new Map<string, NamedResult[]>();

  constructor(parts: readonly RunPart[]) {
    this.all = parts.flatMap(({ said, results }) =>
      results.map((result) => ({ result, version: said?.version })),
    );
    for (const named of this.all) {
      for (const name of namesOf(named)) addToGroup(this.#byName, name, named);
    }
  }

  named(name: string): readonly NamedResult[] {
    return this.#byName.get(name) ?? [];
  }
}

function namesOf({ version, result: { test, range, repeat, clients } }: NamedResult): Set<string> {
  const more = [
    ...[`${repeat}`, `r${repeat}`, `repeat${repeat}`, `run${repeat}`],
    ...(version === undefined ? [] : [version, `v${version}`]),
    ...(clients === null ? [] : [`c${clients}`, `dop${clients}`, `clients${clients}`]),
  ];
  const tests = [test, testLabel(test, range)];
  return new Set(tests.flatMap((name) => [plain(name), ...more.map((word) => plain(`${name}-${word}`))]));
}
