import path from 'node:path';
import type { HostLogs } from '../../../assemble/beside';
import { baseName } from '../../../identity/names/base-name';
import { naturalOrder } from '../../../model/natural-order';
import type { PerfStatLog } from '../../context/perf-stat-log';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { IostatLog } from '../../host/iostat/iostat-log';
import type { VmstatLog } from '../../host/vmstat/vmstat-log';
import type { IibenchLog } from '../client/iibench-log';
import type { DatabaseSize } from '../database-size';
import { parseStepFileName, type StepLocation, stepLocation } from '../names';
import type { StepReport } from '../step-report/step-report-log';

/** Everything that was recorded of one step with one number of clients. */
export interface StepFiles extends StepLocation, HostLogs {
  /** Directory of the files, the step's own. */
  at: string;
  /** Number of clients as names or the report say, null when neither does. */
  dop: number | null;
  /** In the order of the clients. */
  clients: LocatedLog<IibenchLog>[];
  report: LocatedLog<StepReport> | undefined;
  size: LocatedLog<DatabaseSize> | undefined;
}

/** Logs of steps, one group for each directory and number of clients, with their side files. Claims them. */
export function groupSteps(
  clients: readonly LocatedLog<IibenchLog>[],
  logs: readonly LocatedLog[],
  context: AssembleContext,
): StepFiles[] {
  const steps = new Map<string, StepFiles>();
  const open = (located: LocatedLog, dop: number | null): StepFiles => {
    context.claim(located);
    const at = path.posix.dirname(located.path);
    const key = JSON.stringify([at, dop]);
    const known = steps.get(key);
    if (known) return known;
    const place = stepLocation(at, context.rootLabel);
    const files = { size: undefined, report: undefined };
    const step: StepFiles = { ...place, ...files, at, dop, clients: [] };
    steps.set(key, step);
    return step;
  };
  for (const report of logsOfType<StepReport>(logs, 'iibench-report')) {
    const dop = fileNameOf(report)?.dop ?? report.log.totals?.processes ?? null;
    const step = open(report, dop);
    if (step.report)
      context.note('DUPLICATE_RESULT', report.path, `${step.report.path} reports the same step; it counts`);
    else step.report = report;
  }
  for (const client of clients) open(client, fileNameOf(client)?.dop ?? null).clients.push(client);
  for (const step of steps.values()) {
    const isAlone = ![...steps.values()].some((other) => other !== step && other.at === step.at);
    step.clients.sort((a, b) => naturalOrder(a.path, b.path));
    step.vmstat = beside(logsOfType<VmstatLog>(logs, 'vmstat'), { step, kind: 'vm', isAlone });
    step.iostat = beside(logsOfType<IostatLog>(logs, 'iostat'), { step, kind: 'io', isAlone });
    step.size = beside(logsOfType<DatabaseSize>(logs, 'iibench-database-size'), {
      step,
      kind: 'dbsz',
      isAlone,
    });
    step.perf = logsOfType<PerfStatLog>(logs, 'perf_stat').filter(
      ({ path: file }) => isAlone && path.posix.dirname(file) === step.at,
    );
    for (const log of [step.vmstat, step.iostat, step.size, ...step.perf]) if (log) context.claim(log);
  }
  return [...steps.values()];
}

/** `o.vm.dop2` for `o.ib.dop2.1`; `o.vm` where the directory has one number of clients. */
function beside<Log extends LocatedLog>(
  logs: readonly Log[],
  { step, kind, isAlone }: { step: StepFiles; kind: string; isAlone: boolean },
): Log | undefined {
  const found = logs.filter(
    (log) => path.posix.dirname(log.path) === step.at && fileNameOf(log)?.kind === kind,
  );
  const same = found.find((log) => fileNameOf(log)?.dop === step.dop);
  return same ?? (isAlone ? found.find((log) => fileNameOf(log)?.dop === null) : undefined);
}

function fileNameOf({ path: file }: LocatedLog) {
  return parseStepFileName(baseName(file));
}
