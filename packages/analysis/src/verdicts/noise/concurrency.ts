import type { MatrixRow } from '../../matrix/matrix';

/** What noise depends on besides the server and the test (docs/method.md §2.4). */
export type ConcurrencyClass = '1 client' | 'many clients' | 'io';

export interface WorkloadKind {
  /** Null if unknown. */
  clients: number | null;
  /** False: IO-bound. Null if unknown. */
  cached: boolean | null;
}

/**
 * The classes that a workload may be of: `io` if not cached, else `1 client` up to 2 clients. Unknown values leave
 * more than one open.
 */
export function concurrencyClasses({ clients, cached }: WorkloadKind): ConcurrencyClass[] {
  const inMemory: ConcurrencyClass[] =
    clients === null ? ['1 client', 'many clients'] : [clients <= 2 ? '1 client' : 'many clients'];
  if (cached === null) return [...inMemory, 'io'];
  return cached ? inMemory : ['io'];
}

/** Clients are part of the row where a workload has several: `_dop=4`, `vu8.w100`, `readwhilewriting.t40`. */
const CLIENTS_IN_KEY = /_dop=(\d+)$|^vu(\d+)|\.t(\d+)/;

/** Clients of a row: as its key says, else as the workload says. */
export function clientsOfRow({ key }: Pick<MatrixRow, 'key'>, clients: number | null): number | null {
  return clientsInKey(key)?.clients ?? clients;
}

/** The clients in the key of a test, and what is left of it: `w100` of `vu8.w100`. Null without any. */
export function clientsInKey(key: string): { clients: number; test: string } | null {
  const match = CLIENTS_IN_KEY.exec(key);
  const found = match?.slice(1).find(Boolean);
  if (!match || found === undefined) return null;
  return { clients: Number(found), test: key.replace(match[0], '').replace(/^\./, '') };
}
