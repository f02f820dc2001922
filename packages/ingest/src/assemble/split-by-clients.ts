import type { ResultDraft } from './build-result';

export interface ClientsPart {
  clients: number | null;
  drafts: ResultDraft[];
}

/**
 * Splits the results of one directory by client threads, each a workload of its own. Warm-ups do not make one: the
 * clients of `point-query.warm` are the number of tables. They go with the tests of their clients, else with the
 * concurrency that has the most tests, as does the load.
 */
export function splitByClients(drafts: readonly ResultDraft[]): ClientsPart[] {
  const measured = drafts.filter(({ warmup }) => !warmup);
  const parts = groupByClients(
    measured.length > 0 ? measured : drafts.filter(({ result }) => result.clients !== null),
  );
  const [largest] = [...parts.values()].sort((a, b) => b.length - a.length);
  if (!largest) return drafts.length > 0 ? [{ clients: null, drafts: [...drafts] }] : [];
  const placed = new Set([...parts.values()].flat());
  for (const draft of drafts) {
    if (!placed.has(draft)) (parts.get(draft.result.clients) ?? largest).push(draft);
  }
  return [...parts].map(([clients, members]) => ({ clients, drafts: members }));
}

function groupByClients(drafts: readonly ResultDraft[]): Map<number | null, ResultDraft[]> {
  const groups = new Map<number | null, ResultDraft[]>();
  for (const draft of drafts) {
    const { clients } = draft.result;
    groups.set(clients, [...(groups.get(clients) ?? []), draft]);
  }
  return groups;
}
