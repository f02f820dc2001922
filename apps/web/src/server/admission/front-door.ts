import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Refusal, refuse } from '../access/refusal';
import { visits } from '../access/visit';
import type { PageCache } from '../page-cache/page-cache';
import { sendAnswer } from '../page-cache/send-answer';
import { sharedRequestOf } from '../page-cache/shared-request';
import { explainOutage } from './explain-outage';
import type { Lanes } from './lanes';
import { classOfRequest, LANE_OF, type RequestClass } from './request-class';
import { RefusedError, takeTurn } from './take-turn';

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
