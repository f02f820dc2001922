import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { DATABASE_UNAVAILABLE } from '@basecase/db/errors';
import { type Refusal, refuse } from '../access/refusal';
import { visits } from '../access/visit';
import { logError } from '../log';
import { bodyWith, type CutAnswer, gzipWith, headersWith } from '../page-cache/cut-answer';
import type { PageCache } from '../page-cache/page-cache';
import { sharedRequestOf } from '../page-cache/shared-request';
import { classOfRequest, LANE_OF, type Lanes, RefusedError, type RequestClass, takeTurn } from './lanes';

/** What writes to a response; Next.js and what compresses for it use all of them. */
const WRITERS = ['writeHead', 'flushHeaders', 'write', 'end'] as const;

/**
 * Explains a page that fails because its database is gone: Next.js only reports that something failed, and only to browsers with
 * scripts. Such a failure is held back until it is known whether the database answers; everything else is sent as it comes.
 *
 * @param isDatabaseOut is asked after a failure alone, and throws nothing
 */
export function explainOutage(
  request: IncomingMessage,
  response: ServerResponse,
  isDatabaseOut: () => Promise<boolean>,
): void {
  const originals = WRITERS.map((name) => [name, response[name]] as const);
  const held: (() => void)[] = [];
  const restore = () => {
    for (const [name, original] of originals) Object.assign(response, { [name]: original });
  };

  const sendHeld = async () => {
    const isOut = await isDatabaseOut();
    restore();
    if (response.headersSent || response.destroyed) return;
    if (!isOut) return held.forEach((send) => void send());
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = { 'retry-after': String(DATABASE_UNAVAILABLE.retryAfter) };
    refuse(request, response, { ...DATABASE_UNAVAILABLE, headers });
  };

  for (const [name, original] of originals) {
    const replacement = (...args: unknown[]) => {
      // Node.js itself calls `writeHead` with the status that was set before.
      const status = name === 'writeHead' ? args[0] : response.statusCode;
      if (response.headersSent || status !== 500) return Reflect.apply(original, response, args);
      response.statusCode = 500;
      held.push(() => Reflect.apply(original, response, args));
      if (name === 'end') {
        sendHeld().catch((error: unknown) => {
          logError('outage', error);
          response.destroy();
        });
      }
      return name === 'write' ? true : response;
    };
    Object.assign(response, { [name]: replacement });
  }
}

/** What the door tells those who count. */
export interface DoorEvents {
  answered: (kind: RequestClass, status: number) => void;
  refused: (kind: RequestClass, why: string) => void;
  /** `own`: the answer was for one visitor alone. */
  cache: (use: 'hit' | 'joined' | 'miss' | 'own') => void;
}

export interface FrontDoorOptions {
  /** Next.js: what answered every request before the door was there. */
  app: RequestListener;
  lanes: Lanes;
  /** Null: nothing is kept. */
  pages: PageCache | null;
  /** Answers `/metrics`, without the app. */
  metrics: (request: IncomingMessage, response: ServerResponse) => void;
  events: DoorEvents;
  /** Whether the database does not answer now. Throws nothing. */
  isDatabaseOut: () => Promise<boolean>;
}

/** An upload of which nothing came for so long will not end. */
const SILENCE_MS = 120_000;

const OVERLOADED: Refusal = {
  status: 503,
  code: 'OVERLOADED',
  title: 'Too many requests at the moment',
  text: 'This server has more to do than it can do now. Nothing is lost: try again in a few seconds.',
  // A queue that was full is empty by then.
  headers: { 'retry-after': '5' },
};

/** The visitor closed the connection before the answer was there. */
class LeftError extends Error {
  override readonly name = 'LeftError';
}

/**
 * What stands between the connections and Next.js: lets each request wait for its turn, refuses it when too many wait,
 * and answers it without Next.js where the answer is kept. All of this happens before Next.js does anything, because
 * what it has begun can't be given back.
 */
export function openFrontDoor({
  app,
  lanes,
  pages,
  metrics,
  events,
  isDatabaseOut,
}: FrontDoorOptions): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const kind = classOfRequest(request.method ?? 'GET', path);
    response.once('close', () => events.answered(kind, response.headersSent ? response.statusCode : 499));
    if (path === '/metrics') {
      metrics(request, response);
      return;
    }
    const lane = LANE_OF[kind];
    if (lane === null) {
      app(request, response);
      return;
    }
    // Routes of the interface answer this themselves (answer.ts).
    if (lane === 'image' || kind === 'page') explainOutage(request, response, isDatabaseOut);
    const left = new AbortController();
    response.once('close', () => left.abort(new LeftError('the visitor left')));
    if (kind === 'upload') endSilent(request);

    const pass = async () => {
      const done = await takeTurn(lanes[lane], left.signal);
      endTurnWith(response, done);
      app(request, response);
    };
    const visit = visits.getStore();
    const shared =
      pages && visit?.mayRead && (lane === 'render' || lane === 'image')
        ? sharedRequestOf(request, visit, lane)
        : null;
    if (!shared) events.cache('own');
    const answered = shared ? fromCache(shared) : pass();
    answered.catch((error: unknown) => {
      if (error instanceof LeftError) return;
      if (error instanceof RefusedError) {
        events.refused(kind, error.why);
        refuse(request, response, OVERLOADED);
        return;
      }
      response.destroy(error instanceof Error ? error : undefined);
    });

    async function fromCache(what: NonNullable<typeof shared>): Promise<void> {
      const found = await pages?.get(what, left.signal).catch((error: unknown) => {
        if (error instanceof RefusedError || error instanceof LeftError) throw error;
        // The database is gone, or the answer is this visitor's: the app tells them apart.
        return null;
      });
      if (!found) {
        events.cache('own');
        return pass();
      }
      events.cache(found.use);
      if (!left.signal.aborted) sendAnswer(request, response, found.answer);
    }
  };
}

/** The turn ends when the app has written its answer: what the client has not read yet costs nothing but memory. */
function endTurnWith(response: ServerResponse, done: () => void): void {
  response.once('close', done);
  const { end } = response;
  response.end = (...args: unknown[]) => {
    done();
    return Reflect.apply(end, response, args);
  };
}

function endSilent({ socket }: IncomingMessage): void {
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
}

/** Sends a kept answer with its own nonce, compressed where the client can read that. */
function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: CutAnswer): void {
  const nonce = newNonce(answer.nonceLength);
  const { packed } = answer;
  const gzip = packed !== null && acceptsGzip(request.headers['accept-encoding']);
  const body = gzip ? gzipWith(answer, packed, nonce) : bodyWith(answer, nonce);
  response.statusCode = answer.status;
  for (const [name, value] of headersWith(answer, nonce)) {
    // The gate has said already what an answer varies with where reading is closed.
    if (name === 'vary') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (packed !== null && !/accept-encoding/i.test(String(response.getHeader('vary')))) {
    response.appendHeader('vary', 'accept-encoding');
  }
  if (gzip) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Random, never used again. @param length of the nonce that the answer was made with */
function newNonce(length: number): string {
  if (length === 0) return '';
  let nonce = '';
  while (nonce.length < length) nonce += randomUUID().replaceAll('-', '');
  return nonce.slice(0, length);
}

/** Whether `Accept-Encoding` names gzip (RFC 9110, 12.5.3), and not with `q=0`. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([coding, weight]) => (coding === 'gzip' || coding === '*') && !/^q=0(\.0*)?$/.test(weight ?? ''));
}
