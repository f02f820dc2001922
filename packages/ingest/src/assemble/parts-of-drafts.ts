import path from 'node:path';
import { type Place, placeLabel } from '../identity/names/find-variant';
import { naturalOrder } from '../model/natural-order';
import type { NormalizedResult } from '../model/run';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../parsers/family';
import type { NumberAt } from '../parsers/number-line';
import type { ParsedLog } from '../parsers/parser';
import { groupBy } from './add-to-group';
import { chooseHostDevice, coresOf, type HostLogs } from './beside';
import { hostLogsOf } from './host-logs';
import { isOneProcess } from './perf-counters';

/** One execution of a tool with the files that its numbers were read from. */
export interface Draft {
  /** Path of the file within the upload. */
  file: string;
  host: HostLogs;
}

/** A draft of a log that lists its runs. */
export interface RunDraft<Run> extends Draft {
  run: Run;
}

export interface Hardware {
  /** Device whose iostat rows count, null without iostat. */
  device: string | null;
  cores: number | null;
  /** True where one process of the server did all operations: what perf stat counted of it is the whole. */
  isWhole: boolean;
}

/** The run that a draft belongs to, and its results. Cores default to those of basecase.json, then of iostat. */
export interface PartOfDraft
  extends Pick<RunPart, 'benchmark' | 'variant' | 'workload'>,
    Partial<Pick<RunPart, 'label' | 'server' | 'cores' | 'hasOwnNames' | 'segmentOfLog'>> {
  build(hardware: Hardware): NormalizedResult[];
}

/** Claims the logs of a type, in natural order of their paths. */
export function claimLogs<Log extends ParsedLog>(
  logs: readonly LocatedLog[],
  type: Log['type'],
  context: Pick<AssembleContext, 'claim'>,
): LocatedLog<Log>[] {
  const files = logsOfType<Log>(logs, type).sort((a, b) => naturalOrder(a.path, b.path));
  for (const file of files) context.claim(file);
  return files;
}

/** Claims the logs of a type, in natural order, and makes a draft of each of their runs. */
export function draftsOfLogs<Log extends ParsedLog & { runs: readonly unknown[] }>(
  logs: readonly LocatedLog[],
  type: Log['type'],
  context: Pick<AssembleContext, 'claim'>,
): RunDraft<Log['runs'][number]>[] {
  const files = claimLogs<Log>(logs, type, context);
  // With several runs per file, the run that vmstat belongs to is unknown.
  const single = files.filter(({ log }) => log.runs.length === 1).map((file) => file.path);
  const host = hostLogsOf(single, logs, context);
  return files.flatMap(({ path: file, log }) =>
    log.runs.map((run) => ({ file, run, host: host.get(file) ?? {} })),
  );
}

/** Joins the results of drafts of one directory, variant and workload to one part of a run. */
export function partsOfDrafts<D extends Draft>(
  drafts: readonly D[],
  context: AssembleContext,
  describe: (draft: D, place: Place) => PartOfDraft,
): RunPart[] {
  const directories = groupBy(drafts, ({ file }) => path.posix.dirname(file));
  return [...directories].flatMap(([directory, own]) => {
    const place = { directory, rootLabel: context.rootLabel };
    const hosts = own.map(({ host }) => host);
    const device = chooseHostDevice(hosts, directory, context);
    const cores = context.cores(directory) ?? coresOf(hosts);
    const parts = new Map<string, RunPart>();
    for (const draft of own) {
      const { build, ...said } = describe(draft, place);
      const key = JSON.stringify([said.label, said.variant, said.workload, said.segmentOfLog]);
      const head = { label: placeLabel(place), directory, server: null, ...said };
      const part = parts.get(key) ?? { ...head, cores: said.cores ?? cores, results: [] };
      parts.set(key, part);
      const isWhole = isOneProcess(part.variant.product, part.workload.clients);
      part.results.push(...build({ device, cores: part.cores, isWhole }));
    }
    return [...parts.values()];
  });
}

/** Reports a throughput of 0. */
export function noteZeroThroughput(
  file: string,
  throughput: NumberAt | null | undefined,
  context: Pick<AssembleContext, 'note'>,
): void {
  if (throughput?.value !== 0) return;
  const message = 'throughput is 0: nothing per operation can be computed';
  context.note('ZERO_THROUGHPUT', file, message, throughput.line);
}
