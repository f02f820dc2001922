import { chooseHostDevice, coresOf } from '../../../assemble/beside';
import type { AssembleContext, Assembler, RunPart } from '../../family';
import { hostLogsOf } from '../../ycsb/assemble/host-logs';
import { labelOf } from '../../ycsb/variant';
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
    // Which of several runs of a file vmstat ran beside is not known.
    const single = drafts.filter(({ summary }) => (summary?.log.summaries.length ?? 1) === 1).map(placeOf);
    const host = hostLogsOf(single, logs, context);
    const all = drafts.map((draft): Draft => ({ ...draft, host: host.get(placeOf(draft)) ?? {} }));
    const directories = new Set(all.map(({ directory }) => directory));
    return [...directories].flatMap((directory) =>
      toParts(
        directory,
        all.filter((draft) => draft.directory === directory),
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
    const variant = variantOf(place, draft.said);
    const workload = workloadOf(draft.said, draft.config?.log ?? null);
    const key = JSON.stringify([variant, workload]);
    const part = parts.get(key) ?? {
      benchmark: 'benchbase',
      label: labelOf(place),
      directory,
      variant,
      workload,
      server: null,
      cores,
      results: [],
    };
    parts.set(key, part);
    part.results.push(...buildResults(draft, { device, cores, clients: workload.clients }));
    noteDraft(draft, context);
  }
  return [...parts.values()];
}
