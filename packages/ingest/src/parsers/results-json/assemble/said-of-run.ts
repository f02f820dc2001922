import type { Manifest } from '../../../manifest/manifest';
import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import type { ResultsHead, SaidOfRun } from '../schema/results-schema';

/** Run metadata from a result and the head of its file; the result takes precedence. */
export function saidOfRun(head: ResultsHead, row: SaidOfRun): Manifest {
  const machine = row.machine ?? head.machine;
  const at = row.at ?? head.at;
  const { product, version, flavour, config, build } = { ...head, ...definedOf(row) };
  const { repository, facts, rounds, campaign, notes } = head;
  return {
    basecase: 1,
    ...definedOf({ product, version, flavour, config, build, repository, facts, rounds, campaign, notes }),
    ...(at !== undefined && { startedAt: at }),
    ...(machine !== undefined && { server: typeof machine === 'string' ? { name: machine } : machine }),
  };
}

/** What a result and its head say of the workload. */
export function workloadOf(head: ResultsHead, row: SaidOfRun): Workload {
  const said = { ...partsOf(head.workload), ...partsOf(row.workload) };
  return {
    ...UNKNOWN_WORKLOAD,
    label: said.label ?? null,
    cached: said.cached ?? null,
    clients: row.clients ?? said.clients ?? null,
    tables: said.tables ?? null,
    rowsPerTable: said.rowsPerTable ?? null,
    primaryKey: said.primaryKey ?? null,
  };
}

function partsOf(workload: SaidOfRun['workload']): Exclude<SaidOfRun['workload'], string | undefined> {
  return typeof workload === 'string' ? { label: workload } : (workload ?? {});
}

function definedOf<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
