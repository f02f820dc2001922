import { chooseHostDevice, coresOf } from '../../../assemble/beside';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import type { AssembleContext, Assembler, RunPart } from '../../family';
import { workloadLabel } from '../names';
import { buildResult } from './build-result';
import { type Draft, draftsOf } from './drafts';
import { groupLogs, type LogGroup } from './log-group';
import { rawKey, summaryParts } from './summary-parts';
import { labelOf, variantOf } from './variant';

/**
 * Each `TEST RESULT` becomes one result: NOPM is its throughput, TPM is kept beside it. The results of one server
 * version in one directory, one per number of virtual users, are one part of a run.
 */
export const hammerdbAssembler: Assembler = {
  assemble(logs, context) {
    const groups = groupLogs(logs, context);
    // One device for all versions of a directory, which ran on one server.
    const directories = new Set(groups.map(({ directory }) => directory));
    const parts = [...directories].flatMap((directory) => {
      const versions = groups.filter((group) => group.directory === directory);
      const device = chooseHostDevice(versions, directory, context);
      return versions.flatMap((group) => toParts(group, device, context));
    });
    const raw = new Map<string, number | null>();
    for (const { variant, results } of parts) {
      for (const { test, measurements } of results) {
        const nopm = measurements.find(({ metric }) => metric === 'throughput')?.value ?? null;
        raw.set(rawKey(variant, test), nopm);
      }
    }
    return [...parts, ...summaryParts(logs, raw, context)];
  },
};

function toParts(group: LogGroup, device: string | null, context: AssembleContext): RunPart[] {
  const drafts = draftsOf(group, context);
  const server = group.systemInfo?.server ?? null;
  const cores = context.cores(group.directory) ?? server?.cores ?? coresOf([group]);
  // vmstat and iostat ran beside one test; which of several they belong to is not known.
  const own = drafts.length === 1 ? group : { ...group, vmstat: undefined, iostat: undefined };
  const parts = new Map<string, RunPart>();
  for (const draft of drafts) {
    const variant = variantOf(group, draft);
    const label = workloadLabel(draft.load, draft.test);
    const key = JSON.stringify([variant, label]);
    const part = parts.get(key) ?? {
      benchmark: 'tproc-c',
      label: labelOf(group),
      directory: group.directory,
      variant,
      workload: workloadOf(label),
      server,
      cores,
      results: [],
    };
    parts.set(key, part);
    part.results.push(buildResult(draft, own, { device, cores }));
    noteZero(draft, context);
  }
  return [...parts.values()];
}

function workloadOf(label: string | null): RunPart['workload'] {
  return { ...UNKNOWN_WORKLOAD, label };
}

function noteZero({ file, test }: Draft, context: AssembleContext): void {
  if (test.result?.nopm !== 0) return;
  const message = 'throughput is 0: nothing per operation can be computed';
  context.note('ZERO_THROUGHPUT', file, message, test.result.line);
}
