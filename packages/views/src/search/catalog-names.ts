import type { SearchCatalog } from '@basecase/db/types';
import { openingOf } from '../compare/open-href';

type Names = ReturnType<typeof toNames>;

const KEPT = new WeakMap<SearchCatalog, Names>();

/** Names of the ids of a catalog, built once per catalog. */
export function namesOf(catalog: SearchCatalog): Names {
  const kept = KEPT.get(catalog) ?? toNames(catalog);
  KEPT.set(catalog, kept);
  return kept;
}

function toNames({ servers, workloads, tests, variants, heatmaps }: SearchCatalog) {
  const byId = <Item extends { id: number }>(items: readonly Item[]) => {
    const map = new Map(items.map((item) => [item.id, item]));
    return (id: number) => map.get(id);
  };
  const heatmapOf = new Map(heatmaps.map((each) => [`${each.serverId} ${each.workloadId}`, each]));
  const [serverOf, workloadOf] = [byId(servers), byId(workloads)];
  const entries = heatmaps.flatMap(({ serverId, workloadId, tests: own }) => {
    const [server, workload] = [serverOf(serverId), workloadOf(workloadId)];
    return server && workload ? [{ server, workload, tests: own }] : [];
  });
  return {
    server: serverOf,
    workload: workloadOf,
    opening: openingOf(entries),
    test: byId(tests),
    variant: byId(variants),
    heatmap: (server: number, workload: number) => heatmapOf.get(`${server} ${workload}`),
  };
}
