import path from 'node:path';
import type { HostLogs } from '../../../assemble/beside';
import { hostLogsOf } from '../../../assemble/host-logs';
import { baseName } from '../../../identity/names/base-name';
import { naturalOrder } from '../../../model/natural-order';
import type { PerfStatLog } from '../../context/perf-stat-log';
import type { ServerVersion } from '../../context/server-version';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { IostatLog } from '../../host/iostat/iostat-log';
import type { VmstatLog } from '../../host/vmstat/vmstat-log';
import type { HammerdbLog } from '../hammerdb-log';
import { type Load, loadOfDirectory, parseRunFileName, type RunFileName } from '../names';
import type { HammerdbParams } from '../percona/params';
import type { HammerdbRunSummary } from '../percona/run-summary';
import type { SystemInfo } from '../percona/system-info';

/** Files of one server version in one directory: what is known of its tests besides the tests themselves. */
export interface LogGroup extends HostLogs {
  directory: string;
  /** Name of the directory, or of the upload. */
  directoryLabel: string;
  /** From `o.pg.pg181_o2nofp.x10b_c8r32.run.out`; null where one directory holds one version. */
  named: RunFileName | null;
  /** Of the directory's name. */
  load: Load;
  files: LocatedLog<HammerdbLog>[];
  params: LocatedLog<HammerdbParams> | undefined;
  summary: LocatedLog<HammerdbRunSummary> | undefined;
  serverVersion: ServerVersion | undefined;
  systemInfo: SystemInfo | undefined;
}

/** Groups the logs by directory and, where file names have it, by server version. Claims everything that it takes. */
export function groupLogs(logs: readonly LocatedLog[], context: AssembleContext): LogGroup[] {
  const groups = new Map<string, LogGroup>();
  const groupOf = (located: LocatedLog): LogGroup => {
    const directory = path.posix.dirname(located.path);
    const named = parseRunFileName(baseName(located.path));
    const key = JSON.stringify([directory, named?.label ?? null]);
    const group = groups.get(key) ?? emptyLogGroup(directory, named, context);
    groups.set(key, group);
    context.claim(located);
    return group;
  };
  const sorted = [...logs].sort((a, b) => naturalOrder(a.path, b.path));
  for (const file of logsOfType<HammerdbLog>(sorted, 'hammerdb')) groupOf(file).files.push(file);
  for (const file of logsOfType<HammerdbParams>(sorted, 'hammerdb-params')) groupOf(file).params = file;
  for (const file of logsOfType<HammerdbRunSummary>(sorted, 'hammerdb-run-summary'))
    groupOf(file).summary = file;
  for (const type of ['vmstat', 'iostat'] as const) {
    for (const located of logsOfType<VmstatLog | IostatLog>(sorted, type)) {
      const step = stepOf(located);
      if (step === 'run') Object.assign(groupOf(located), { [type]: located });
      else if (step === 'build') context.claim(located);
    }
  }
  addCounters(sorted, [...groups.values()], context);
  addContext(sorted, [...groups.values()], context);
  return [...groups.values()];
}

/**
 * perf stat prints the time it counted, so a file of it belongs, unless its name is that of another test, to the only log of a directory. vmstat
 * of another name may have begun before the ramp-up.
 */
function addCounters(
  logs: readonly LocatedLog[],
  groups: readonly LogGroup[],
  context: AssembleContext,
): void {
  const counters = logsOfType<PerfStatLog>(logs, 'perf_stat');
  for (const located of counters) {
    if (stepOf(located) === 'build') context.claim(located);
  }
  const files = groups.flatMap((group) => group.files.map(({ path: file }) => file));
  const free = counters.filter((located) => stepOf(located) !== 'build');
  const isOf = (file: string, name: string) => {
    const [own, other] = [parseRunFileName(baseName(file)), parseRunFileName(name)];
    if (!own || !other) return null;
    return own.label === other.label && own.step === other.step;
  };
  const found = hostLogsOf(files, free, context, isOf);
  for (const group of groups) {
    const perf = group.files.flatMap(({ path: file }) => found.get(file)?.perf ?? []);
    if (perf.length > 0) group.perf = perf;
  }
}

/** What the directory says of its server belongs to every version in it. */
function addContext(
  logs: readonly LocatedLog[],
  groups: readonly LogGroup[],
  context: AssembleContext,
): void {
  for (const group of groups) {
    const isBeside = (located: LocatedLog) => path.posix.dirname(located.path) === group.directory;
    const version = logsOfType<ServerVersion>(logs, 'server-version').find(isBeside);
    const system = logsOfType<SystemInfo>(logs, 'system-info').find(isBeside);
    for (const located of [version, system]) if (located) context.claim(located);
    group.serverVersion = version?.log;
    group.systemInfo = system?.log;
  }
}

/** Load and test of the convention `o.<dbms>...run.vm`; null for other names, which others may know better. */
function stepOf(located: LocatedLog): RunFileName['step'] {
  const named = parseRunFileName(baseName(located.path));
  return named?.part === 'vm' || named?.part === 'io' ? named.step : null;
}

function emptyLogGroup(
  directory: string,
  named: RunFileName | null,
  { rootLabel }: AssembleContext,
): LogGroup {
  return {
    directory,
    directoryLabel: directory === '.' ? rootLabel : path.posix.basename(directory),
    named,
    load: loadOfDirectory(directory, rootLabel),
    files: [],
    params: undefined,
    summary: undefined,
    serverVersion: undefined,
    systemInfo: undefined,
  };
}
