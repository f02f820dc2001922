import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@basecase/db/database';
import { EXIT, type ExitCode, OutOfReachError, UsageError } from './exit';
import { type Answer, type Call, ConnectionError, callHttp } from './http';
import type { Io } from './io';
import { withDatabase } from './with-database';

/** A Basecase server that is asked over HTTP. Its answers are what packages/contract says. */
export interface RemoteServer {
  /** @throws UsageError when it can't be reached, or says no */
  get<Answered>(path: string, query?: Query): Promise<Answered>;
  /** @throws UsageError when it can't be reached, or says no */
  post<Answered>(path: string, body: object): Promise<Answered>;
  /** @throws UsageError when it can't be reached, or says no */
  delete<Answered>(path: string, id: string): Promise<Answered>;
  /**
   * Sends bytes. Sending them again is safe: the same bytes are the same upload.
   *
   * @throws UsageError when it can't be reached, or says no
   */
  put<Answered>(
    path: string,
    query: Query,
    bytes: { size: number; open: () => Readable },
  ): Promise<{ answer: Answered; status: number }>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The server said no, and why. */
export class RefusedError extends OutOfReachError {
  readonly status: number;
  /** The message of the server, without its address. */
  readonly title: string;

  constructor(address: string, answer: Answer) {
    const title = refusalOf(answer);
    super(`${address}: ${title}`);
    this.status = answer.status;
    this.title = title;
  }
}

/** Tries of a request that may be repeated, when the connection is cut or the server has too much to do. */
const TRIES = 3;
/** Where the server does not say how long. */
const PAUSE_MS = 1000;
const MOST_PAUSE_MS = 30_000;

/**
 * The server at an address.
 *
 * @param given option: where the address was given, for the message
 * @throws UsageError for an invalid address
 */
export function remoteServer(
  address: string,
  { token, option = '--url' }: { token?: string | undefined; option?: string },
): RemoteServer {
  const base = URL.canParse(address) ? new URL(address) : null;
  if (!base?.protocol.startsWith('http')) {
    throw new UsageError(`${option} is not a web address: "${address}". Example: http://host:3000`);
  }
  // An empty one is that of a workflow without a secret; one of a file ends with a line break.
  const secret = token?.trim();
  const headers: Record<string, string> = secret ? { authorization: `Bearer ${secret}` } : {};
  const at = (path: string, query: Query = {}) => {
    const url = new URL(`api/v1/${path}`, base.href.replace(/\/?$/, '/'));
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url;
  };
  const call = async (url: URL, { headers: own, ...what }: Call): Promise<Answer> => {
    try {
      return await callHttp(url, { ...what, headers: { ...headers, ...own } });
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      throw new OutOfReachError(`${address} cannot be reached: ${error.message}.`, { cause: error });
    }
  };
  const read = <Answered>(answer: Answer): Answered => {
    if (answer.status >= 200 && answer.status < 300 && isObject(answer.json)) return answer.json as Answered;
    throw new RefusedError(address, answer);
  };
  return {
    get: async (path, query) => read(await again(() => call(at(path, query), { method: 'GET' }))),
    delete: async (path, id) =>
      read(await call(at(`${path}/${encodeURIComponent(id)}`), { method: 'DELETE' })),
    async post(path, body) {
      const text = Buffer.from(JSON.stringify(body));
      const sent = { 'content-type': 'application/json', 'content-length': String(text.length) };
      return read(await call(at(path), { method: 'POST', headers: sent, body: Readable.from([text]) }));
    },
    async put(path, query, { size, open }) {
      const sent = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
      const answer = await again(() => call(at(path, query), { method: 'PUT', headers: sent, body: open() }));
      return { answer: read(answer), status: answer.status };
    },
  };
}

/** What is kept on a server or in a database: how to reach it there. */
export interface Places<Kept> {
  remote(server: RemoteServer): Kept;
  /** The author of changes is `local`, because a database has no user names. */
  local(db: Database): Promise<Kept>;
}

/** Does something with what a server over HTTP keeps; without an address with what the database of this machine does. */
export async function withKept<Kept>(
  { url, token }: { url?: string; token?: string },
  io: Io,
  { remote, local }: Places<Kept>,
  work: (kept: Kept) => Promise<void>,
): Promise<ExitCode> {
  if (url === undefined) return withDatabase(io, async (db) => void (await work(await local(db))));
  await work(remote(remoteServer(url, { token })));
  return EXIT.ok;
}

async function again(call: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    const isLast = tried === TRIES;
    try {
      const answer = await call();
      if (answer.status !== 503 || isLast) return answer;
      const seconds = Number(answer.headers['retry-after'] ?? PAUSE_MS / 1000);
      await setTimeout(Math.min(MOST_PAUSE_MS, seconds * 1000 || 0));
    } catch (error) {
      const isCut =
        error instanceof UsageError && error.cause instanceof ConnectionError && error.cause.wasCut;
      if (!isCut || isLast) throw error;
      await setTimeout(PAUSE_MS * tried);
    }
  }
}

/** The server's message, with its choices. */
function refusalOf({ status, json }: Answer): string {
  if (isObject(json) && 'title' in json && typeof json.title === 'string') {
    return 'code' in json ? `${json.title} (${String(json.code)})` : json.title;
  }
  return `status ${status}, and the answer is not from Basecase. Is the address right?`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
