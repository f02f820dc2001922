import { draftsOfLogs, noteZeroThroughput, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { findVariant } from '../../../layout/find-variant';
import type { AssembleContext, Assembler } from '../../family';
import type { YcsbLog } from '../ycsb-log';
import { buildResults, type YcsbDraft } from './build-results';
import { workloadOf } from './workload';

/**
 * Each run of a client becomes the result `overall` and one of each kind of operation. Runs of one directory, product and
 * workload are one part; files of several workloads in one directory are as many.
 */
export const ycsbAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = draftsOfLogs<YcsbLog>(logs, 'ycsb', context);
    return partsOfDrafts(drafts, context, (draft, place) => {
      note(draft, context);
      return {
        benchmark: 'ycsb',
        variant: findVariant(place, { product: draft.run.settings.product }),
        workload: workloadOf(draft.run, draft.file),
        build: (hardware) => buildResults(draft, hardware),
      };
    });
  },
};

function note({ file, run }: YcsbDraft, context: AssembleContext): void {
  const { target } = run.settings;
  if (target) {
    const message = `limited to ${target.value} operations/s: the throughput is what was asked for`;
    context.note('ycsb:TARGET', file, message, target.line);
  }
  noteZeroThroughput(file, run.throughput, context);
}
