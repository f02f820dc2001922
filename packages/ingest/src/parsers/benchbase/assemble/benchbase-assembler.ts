import { hostLogsOf } from '../../../assemble/host-logs';
import { partsOfDrafts } from '../../../assemble/parts-of-drafts';
import type { Assembler } from '../../family';
import { buildResults } from './build-results';
import { claimConsoles } from './claim-consoles';
import { type Draft, draftsOf, placeOf } from './drafts';
import { groupFiles } from './group-files';
import { noteDraft } from './notes';
import { variantOf } from './variant';
import { workloadOf } from './workload';

/**
 * The files of a run, joined by the name that they share, become the result of its benchmark and one of each transaction.
 * Runs of one directory, product and workload are one part, and repeats of each other.
 */
export const benchbaseAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = groupFiles(logs, context).flatMap((files) => draftsOf(files, context));
    claimConsoles(drafts, logs, context);
    // With several runs per file, the run that vmstat belongs to is unknown.
    const single = drafts.filter(({ summary }) => (summary?.log.summaries.length ?? 1) === 1).map(placeOf);
    const host = hostLogsOf(single, logs, context);
    const all = drafts.map((draft): Draft => ({ ...draft, host: host.get(placeOf(draft)) ?? {} }));
    return partsOfDrafts(all, context, (draft, place) => {
      noteDraft(draft, context);
      const workload = workloadOf(draft.said, draft.config?.log ?? null);
      return {
        benchmark: 'benchbase',
        variant: variantOf(place, draft.said),
        workload,
        build: (hardware) => buildResults(draft, { ...hardware, clients: workload.clients }),
      };
    });
  },
};
