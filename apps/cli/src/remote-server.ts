import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from './exit';
import { type Answer, type Call, ConnectionError, callHttp } from './http';

/** A Basecase server that is asked over HTTP, in JSON. */
export interface RemoteServer {
  /** @throws UsageError when it can't be reached, or says no */
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<unknown>;
  /** @throws UsageError when it can't be reached, or says no */
  post(path: string, body: object): Promise<unknown>;
  /** @throws UsageError when it can't be reached, or says no */
  delete(path: string): Promise<unknown>;
}

/** The server said no, and why. */
export class RefusedError extends UsageError {
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

/** Tries of a request that only reads, when the connection is cut or the server has too much to do. */
const TRIES = 3;
/** Where the server does not say how long. */
const PAUSE_MS = 1000;
const MOST_PAUSE_MS = 30_000;

/**
 * The server at an address.
 *
 * @param option where the address was given, for the message
 * @throws UsageError for an invalid address
 */
export function remoteServer(
  address: string,
  { token, option }: { token?: string | undefined; option: string },
): RemoteServer {
  const base = URL.canParse(address) ? new URL(address) : null;
  if (!base?.protocol.startsWith('http')) {
    throw new UsageError(`${option} is not a web address: "${address}". Example: http://host:3000`);
  }
  // An empty one is that of a workflow without a secret.
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const at = (path: string) => new URL(`api/v1/${path}`, base.href.replace(/\/?$/, '/'));
  const read = (answer: Answer): unknown => {
    if (answer.status >= 200 && answer.status < 300 && isObject(answer.json)) return answer.json;
    throw new RefusedError(address, answer);
  };
  const call = async (url: URL, what: Call): Promise<Answer> => {
    try {
      return await callHttp(url, what);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      throw new UsageError(`${address} cannot be reached: ${error.message}.`, { cause: error });
    }
  };
  return {
    async get(path, query = {}) {
      const url = at(path);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, value);
      }
      return read(await again(() => call(url, { method: 'GET', headers })));
    },
    async post(path, body) {
      const text = Buffer.from(JSON.stringify(body));
      const sent = { 'content-type': 'application/json', 'content-length': String(text.length) };
      return read(
        await call(at(path), {
          method: 'POST',
          headers: { ...headers, ...sent },
          body: Readable.from([text]),
        }),
      );
    },
    async delete(path) {
      return read(await call(at(path), { method: 'DELETE', headers }));
    },
  };
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
