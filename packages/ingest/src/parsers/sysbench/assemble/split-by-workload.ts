import { addToGroup } from '../../../assemble/add-to-group';
import { isSystemTest } from '../about';
import type { ResultDraft } from './build-result';

/** The key that separates workloads within one directory; null where the logs lack it. */
export interface WorkloadPart {
  clients: number | null;
  tables: number | null;
  tableSize: number | null;
  workloadLabel: string | null;
  drafts: ResultDraft[];
}

/**
 * Splits the results of one directory by client threads, tables, rows and what else the logs say of the workload.
 * Warm-ups do not make one: the clients of `point-query.warm` are the number of tables. They go with the tests of
 * their clients, else with the workload that has the most tests, as does the load.
 */
export function splitByWorkload(drafts: readonly ResultDraft[]): WorkloadPart[] {
  const measured = drafts.filter(({ warmup }) => !warmup);
  const parts = joinUnnamed(
    group(measured.length > 0 ? measured : drafts.filter(({ result }) => result.clients !== null)),
  );
  const largest = largestOf(parts);
  if (!largest) return drafts.length > 0 ? [toPart(drafts)] : [];
  const placed = new Set(parts.flatMap((part) => part.drafts));
  for (const draft of drafts) {
    if (placed.has(draft)) continue;
    const same = largestOf(parts.filter(({ clients }) => clients === draft.result.clients));
    (same ?? largest).drafts.push(draft);
  }
  return parts;
}

function group(drafts: readonly ResultDraft[]): WorkloadPart[] {
  const groups = new Map<string, ResultDraft[]>();
  for (const draft of drafts) {
    const key = JSON.stringify([draft.result.clients, ...(draft.isConventional ? [] : workloadOf(draft))]);
    addToGroup(groups, key, draft);
  }
  return [...groups.values()].map(toPart);
}

/** Names of the convention are of one workload: that update-one has a table of one row is part of that test. */
function workloadOf({ result, tables, tableSize, workloadLabel }: ResultDraft): unknown[] {
  return [tables, tableSize, workloadLabel, isSystemTest(result.test)];
}

/** A log that failed before it printed its tables, or a summary without its log, joins the largest workload with its clients. */
function joinUnnamed(parts: readonly WorkloadPart[]): WorkloadPart[] {
  const named = parts.filter((part) => !isUnnamed(part));
  return parts.filter((part) => {
    if (!isUnnamed(part)) return true;
    const home = largestOf(
      named.filter(({ clients, drafts }) => clients === part.clients && !isSystem(drafts)),
    );
    home?.drafts.push(...part.drafts);
    return home === undefined;
  });
}

function isUnnamed({ tables, tableSize, workloadLabel, drafts }: WorkloadPart): boolean {
  return tables === null && tableSize === null && workloadLabel === null && !isSystem(drafts);
}

function isSystem(drafts: readonly ResultDraft[]): boolean {
  return drafts.every(({ result }) => isSystemTest(result.test));
}

/** The first of those with the most tests. */
function largestOf(parts: readonly WorkloadPart[]): WorkloadPart | undefined {
  return [...parts].sort((a, b) => b.drafts.length - a.drafts.length)[0];
}

/** Tables and rows of the measured tests; of warm-ups when there is nothing else. */
function toPart(drafts: readonly ResultDraft[]): WorkloadPart {
  const known = drafts.filter(({ tables, tableSize }) => tables !== null || tableSize !== null);
  const sized = known.find(({ warmup }) => !warmup) ?? known[0];
  const clients = drafts[0]?.result.clients ?? null;
  return {
    clients: drafts.every(({ result }) => result.clients === clients) ? clients : null,
    tables: sized?.tables ?? null,
    tableSize: sized?.tableSize ?? null,
    workloadLabel: drafts.find(({ warmup }) => !warmup)?.workloadLabel ?? null,
    drafts: [...drafts],
  };
}
