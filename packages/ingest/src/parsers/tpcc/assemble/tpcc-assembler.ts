import { draftsOfLogs, noteZeroThroughput, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { findVariant } from '../../../layout/find-variant';
import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import type { AssembleContext, Assembler } from '../../family';
import { ALL_TEST } from '../about';
import type { TpccLog, TpccRun } from '../tpcc-log';
import { buildResults, type TpccDraft } from './build-results';

/** TPC-C lets a warehouse have 12.86 tpmC at most: near that, terminals wait and the server does not. In percent. */
const PACED = { from: 80, to: 101 };
/** A rate that was reached up to this part of it is a limit. */
const LIMITED_PART = 0.95;

/** Each run of a client becomes a result of each type of transaction; runs of one directory and workload are one part. */
export const tpccAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = draftsOfLogs<TpccLog>(logs, 'tpcc', context);
    return partsOfDrafts(drafts, context, (draft, place) => {
      noteLimits(draft, context);
      return {
        benchmark: 'tpcc',
        variant: findVariant(place, { product: draft.run.product }),
        workload: workloadOf(draft.run),
        build: (hardware) => buildResults(draft, hardware),
      };
    });
  },
};

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

function noteLimits({ file, run }: TpccDraft, context: AssembleContext): void {
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
  noteZeroThroughput(file, run.tpmC, context);
}
