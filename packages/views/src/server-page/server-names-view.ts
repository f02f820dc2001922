import type { ServerNameView, ServerPage } from '@basecase/db/types';
import { correctionHref } from '../corrections/correction-state';
import { countText, dayText } from '../text/words';

/** The names under which uploads come to a server, and the workloads that are put together on it. */
export function serverNamesView({ names, workloadMerges }: Pick<ServerPage, 'names' | 'workloadMerges'>) {
  return {
    names: names.map(toRow),
    workloads: workloadMerges.map(({ id, from, into, isEverywhere, by, at, reason, runs }) => ({
      key: id,
      from: [from.label, ...from.details].join(', '),
      into: [into.label, ...into.details].join(', '),
      how: `${isEverywhere ? 'on all servers, ' : ''}by ${by}, ${dayText(at)}: ${reason}`,
      runs: countText(runs, 'run'),
      takeOutHref: correctionHref(id),
    })),
  };
}

function toRow({ slug, name, runs, merge }: ServerNameView) {
  return {
    slug,
    name,
    /** How it came to be a name of this server. */
    how: merge ? `by ${merge.by}, ${dayText(merge.at)}: ${merge.reason}` : 'its name',
    runs: countText(runs, 'run'),
    /** Of the merge: what taking it out would change, and doing it. Null for the server's own name. */
    takeOutHref: merge ? correctionHref(merge.correction) : null,
  };
}
