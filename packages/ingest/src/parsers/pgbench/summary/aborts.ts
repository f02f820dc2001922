import type { AbortedClients } from './pgbench-log';

/**
 * `pgbench: error: client 3 aborted in command 5 (SQL) of script 0; ...`, `client 3 script 0 aborted in command ...`,
 * `Client 3 aborted in state 5: ...` of 9.x.
 */
const CLIENT = /^(?:pgbench: (?:error|fatal): )?client (\d{1,9}) (?:script \d{1,9} )?aborted\b/i;
/** The last line since 13. */
const RUN = /^pgbench: (?:error|fatal): Run was aborted; the above results are incomplete\./;
/** More clients than any run has: what a hostile log names must not fill the memory. */
const MAX_CLIENTS = 10_000;

/** Clients that aborted since the last summary. */
export class Aborts {
  #clients = new Set<number>();
  #line: number | null = null;

  /** @returns whether the line was one */
  client(text: string, line: number): boolean {
    const [, client] = CLIENT.exec(text) ?? [];
    if (client === undefined) return false;
    this.#line ??= line;
    if (this.#clients.size < MAX_CLIENTS) this.#clients.add(Number(client));
    return true;
  }

  /** What was collected, once; null when no client aborted. */
  take(): AbortedClients | null {
    const line = this.#line;
    const clients = this.#clients.size;
    this.#line = null;
    this.#clients = new Set();
    return line === null ? null : { clients, line };
  }
}

export function isRunAborted(text: string): boolean {
  return RUN.test(text);
}

/** Both say of one run that it was aborted. */
export function joinAborted(a: AbortedClients | null, b: AbortedClients | null): AbortedClients | null {
  if (a === null || b === null) return a ?? b;
  const clients = a.clients === null && b.clients === null ? null : (a.clients ?? 0) + (b.clients ?? 0);
  return { clients, line: Math.min(a.line, b.line) };
}
