import { coresOf } from '../../../assemble/beside';
import { noteZeroThroughput, type PartOfDraft, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import type { AssembleContext, Assembler } from '../../family';
import { workloadLabel } from '../names';
import { buildResult } from './build-result';
import { type Draft, draftsOf } from './drafts';
import { groupLogs, type LogGroup } from './log-group';
import { rawKey, summaryParts } from './summary-parts';
import { labelOf, variantOf } from './variant';

/**
 * Each `TEST RESULT` becomes one result: NOPM is its throughput, TPM is kept too. The results of one server
 * version in one directory, one per number of virtual users, are one part of a run.
 */
export const hammerdbAssembler: Assembler = {
  assemble(logs, context) {
    const groups = groupLogs(logs, context);
    // One device for all versions of a directory, which ran on one server.
    const drafts = groups.flatMap((group) =>
      draftsOf(group, context).map((draft, _, own) => ({
        ...draft,
        group,
        host: group,
        isOnly: own.length === 1,
      })),
    );
    const parts = partsOfDrafts(drafts, context, (draft) => toPart(draft, context));
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

function toPart(
  { group, isOnly, ...draft }: Draft & { group: LogGroup; isOnly: boolean },
  context: AssembleContext,
): PartOfDraft {
  const server = group.systemInfo?.server ?? null;
  // With several tests, the one that vmstat and iostat belong to is unknown.
  const own = isOnly ? group : { ...group, vmstat: undefined, iostat: undefined };
  noteZeroThroughput(
    draft.file,
    draft.test.result && { ...draft.test.result, value: draft.test.result.nopm },
    context,
  );
  return {
    benchmark: 'tproc-c',
    label: labelOf(group),
    variant: variantOf(group, draft),
    workload: { ...UNKNOWN_WORKLOAD, label: workloadLabel(draft.load, draft.test) },
    server,
    cores: context.cores(group.directory) ?? server?.cores ?? coresOf([group]),
    build: (hardware) => [buildResult(draft, own, hardware)],
  };
}
