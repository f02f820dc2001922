import path from 'node:path';
import { chooseHostDevice, coresOf } from '../../../assemble/beside';
import { naturalOrder } from '../../../model/natural-order';
import { type AssembleContext, type Assembler, logsOfType, type RunPart } from '../../family';
import { labelOf, variantOf } from '../variant';
import type { YcsbLog } from '../ycsb-log';
import { buildResults, type Draft } from './build-results';
import { hostLogsOf } from './host-logs';
import { workloadOf } from './workload';

/**
 * Each run of a client becomes the result `overall` and one of each kind of operation. Runs of one directory, product and
 * workload are one part; files of several workloads in one directory are as many.
 */
export const ycsbAssembler: Assembler = {
  assemble(logs, context) {
    const files = logsOfType<YcsbLog>(logs, 'ycsb').sort((a, b) => naturalOrder(a.path, b.path));
    for (const file of files) context.claim(file);
    // Which of several runs of a file vmstat ran beside is not known.
    const single = files.filter(({ log }) => log.runs.length === 1).map((file) => file.path);
    const host = hostLogsOf(single, logs, context);
    const drafts = files.flatMap(({ path: file, log }) =>
      log.runs.map((run): Draft => ({ file, run, host: host.get(file) ?? {} })),
    );
    const directories = new Set(drafts.map(({ file }) => path.posix.dirname(file)));
    return [...directories].flatMap((directory) =>
      toParts(
        directory,
        drafts.filter(({ file }) => path.posix.dirname(file) === directory),
        context,
      ),
    );
  },
};

function toParts(directory: string, drafts: readonly Draft[], context: AssembleContext): RunPart[] {
  const place = { directory, rootLabel: context.rootLabel };
  const hosts = drafts.map(({ host }) => host);
  const device = chooseHostDevice(hosts, directory, context);
  const cores = context.cores(directory) ?? coresOf(hosts);
  const parts = new Map<string, RunPart>();
  for (const draft of drafts) {
    const variant = variantOf(place, draft.run.settings.product);
    const workload = workloadOf(draft.run, draft.file);
    const key = JSON.stringify([variant, workload]);
    const part = parts.get(key) ?? {
      benchmark: 'ycsb',
      label: labelOf(place),
      directory,
      variant,
      workload,
      server: null,
      cores,
      results: [],
    };
    parts.set(key, part);
    part.results.push(...buildResults(draft, { device, cores }));
    note(draft, context);
  }
  return [...parts.values()];
}

function note({ file, run }: Draft, context: AssembleContext): void {
  const { target } = run.settings;
  if (target) {
    const message = `limited to ${target.value} operations/s: the throughput is what was asked for`;
    context.note('ycsb:TARGET', file, message, target.line);
  }
  if (run.throughput?.value === 0) {
    const message = 'throughput is 0: nothing per operation can be computed';
    context.note('ZERO_THROUGHPUT', file, message, run.throughput.line);
  }
}
