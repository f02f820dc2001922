import path from 'node:path';
import { chooseHostDevice, coresOf } from '../../../assemble/beside';
import { naturalOrder } from '../../../model/natural-order';
import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import { type AssembleContext, type Assembler, logsOfType, type RunPart } from '../../family';
import { hostLogsOf } from '../../ycsb/assemble/host-logs';
import { labelOf, variantOf } from '../../ycsb/variant';
import { ALL_TEST } from '../about';
import type { TpccLog, TpccRun } from '../tpcc-log';
import { buildResults, type Draft } from './build-results';

/** TPC-C lets a warehouse have 12.86 tpmC at most: near that, terminals wait and the server does not. In percent. */
const PACED = { from: 80, to: 101 };
/** A rate that was reached up to this part of it is a limit. */
const LIMITED_PART = 0.95;

/** Each run of a client becomes a result of each type of transaction; runs of one directory and workload are one part. */
export const tpccAssembler: Assembler = {
  assemble(logs, context) {
    const files = logsOfType<TpccLog>(logs, 'tpcc').sort((a, b) => naturalOrder(a.path, b.path));
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
    const variant = variantOf(place, draft.run.product);
    const workload = workloadOf(draft.run);
    const key = JSON.stringify([variant, workload]);
    const part = parts.get(key) ?? {
      benchmark: 'tpcc',
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
    noteLimits(draft, context);
  }
  return [...parts.values()];
}

/**
 * What must be equal for a fair comparison: `100 warehouses, go-tpc`, options of the client, a rate. How long a run took
 * is not in it. Clients implement the transactions differently, so that each is compared with itself.
 */
function workloadOf({ tool, warehouses, clients, options, targetPerS }: TpccRun): Workload {
  const words = [
    warehouses === null ? null : `${warehouses} ${warehouses === 1 ? 'warehouse' : 'warehouses'}`,
    tool,
    ...options,
    targetPerS === null ? null : `limited to ${targetPerS.value} transactions/s`,
  ].filter((word) => word !== null);
  return { ...UNKNOWN_WORKLOAD, clients, label: words.join(', ') };
}

function noteLimits({ file, run }: Draft, context: AssembleContext): void {
  const { efficiency, targetPerS } = run;
  if (efficiency && efficiency.value >= PACED.from && efficiency.value <= PACED.to) {
    const message = `${efficiency.value}% of what think times allow: the terminals waited, not the server`;
    context.note('tpcc:LIMITED', file, message, efficiency.line);
  }
  const reached = run.transactions.find(({ test }) => test === ALL_TEST)?.ratePerS;
  if (targetPerS && reached && reached.value >= targetPerS.value * LIMITED_PART) {
    const message = `limited to ${targetPerS.value} transactions/s, and ${reached.value} were done`;
    context.note('tpcc:LIMITED', file, message, targetPerS.line);
  }
  const throughput = run.tpmC;
  if (throughput?.value === 0) {
    context.note(
      'ZERO_THROUGHPUT',
      file,
      'tpmC is 0: nothing per operation can be computed',
      throughput.line,
    );
  }
}
