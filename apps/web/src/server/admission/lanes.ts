import type { Server } from 'node:net';

export type Lanes = Readonly<Record<LaneName, Lane>>;

/** Longer than any page needs on a busy machine. */
const MAX_HOLD_MS = 10_000;

/**
 * The queues of this process.
 *
 * React renders on one thread. A second page in work uses the time in which the first waits for the database; more
 * than a few only slow each other down and hold memory. So these are constants and not figures of a machine: a faster
 * machine has its turns sooner.
 *
 * @param render settings of the lane of pages and the API; the others follow from what they are for
 */
export function openLanes(
  render: Pick<LaneLimits, 'atOnce' | 'waiting' | 'maxWaitMs'>,
  pause: Pause | null = null,
): Lanes {
  return {
    render: new Lane({ ...render, maxHoldMs: MAX_HOLD_MS }, pause),
    // One computation without a pause; a second one would only take turns from pages.
    image: new Lane({
      ...render,
      atOnce: 1,
      waiting: Math.ceil(render.waiting / 4),
      maxHoldMs: MAX_HOLD_MS,
    }),
    // Bytes on their way to the disk cost little each, and slow senders are normal.
    upload: new Lane({ atOnce: 32, waiting: 64, maxWaitMs: 60_000, maxHoldMs: null }),
    download: new Lane({ atOnce: 32, waiting: 64, maxWaitMs: render.maxWaitMs, maxHoldMs: null }),
  };
}

/**
 * What a request asks of this process. `static`: files of the build; `control`: health and figures, which must answer
 * when nothing else does; `upload` and `download`: bytes that pass through, for as long as the other side takes;
 * `image`: drawn by one long computation; `page` and `api`: a page or an answer made from the database.
 */
export type RequestClass = 'static' | 'control' | 'upload' | 'download' | 'image' | 'page' | 'api';

type LaneName = 'render' | 'image' | 'upload' | 'download';

/** The lane of each class; null: passes. */
export const LANE_OF: Readonly<Record<RequestClass, LaneName | null>> = {
  static: null,
  control: null,
  upload: 'upload',
  download: 'download',
  image: 'image',
  page: 'render',
  api: 'render',
};

const HEALTH = /^\/api\/health(?:\/(?:live|ready))?$/;

/** @param path of the address, without its query */
export function classOfRequest(method: string, path: string): RequestClass {
  if (path.startsWith('/_next/static/') || path === '/icon.svg' || path === '/favicon.ico') return 'static';
  if (HEALTH.test(path) || path === '/metrics') return 'control';
  if (path.startsWith('/api/v1/uploads') && method === 'PUT') return 'upload';
  if (path.startsWith('/api/v1/artifacts/')) return 'download';
  if (path.startsWith('/image/') || path === '/compare/image' || path.endsWith('/opengraph-image'))
    return 'image';
  return path.startsWith('/api/') ? 'api' : 'page';
}

export interface LaneLimits {
  /** Requests in work at the same time. */
  atOnce: number;
  /** Requests that may wait for their turn. */
  waiting: number;
  /** Who waited this long is refused: the visitor has given up, or is about to. */
  maxWaitMs: number;
  /**
   * A request counts as in work for no longer than this, although it still is: a client that does not read its answer
   * must not keep others out. Null where being slow is normal.
   */
  maxHoldMs: number | null;
}

/** Why a request was refused: `full`: too many wait; `late`: it waited too long. */
export type Refusal = 'full' | 'late';

interface Visit {
  /** The turn has come. `done` is called when the work has ended; calling it again does nothing. */
  start: (done: () => void) => void;
  refuse: (why: Refusal) => void;
}

interface Waiting extends Visit {
  since: number;
}

/**
 * Lets arrivals in before the next requests are begun, and calls back. Node.js accepts one connection in each turn of its
 * event loop, and a turn in which pages are rendered is long: without a pause, visitors would wait where they are neither counted
 * nor refused.
 */
export type Pause = (goOn: () => void) => void;

/** A long one must not hold up its neighbours. */
const MAX_ROUND_MS = 250;

/** Beyond this wait the lane is overloaded, and the newest is served first. */
const PATIENCE_MS = 500;

/**
 * A bounded queue in front of work of one kind. In the order of arrival as long as everybody is served soon. Under
 * overload the newest is served first, and when no more may wait, the one that waited longest is refused: then those
 * who are served are served quickly, where a fair queue would serve everybody too late.
 */
export class Lane {
  readonly limits: LaneLimits;
  /** Oldest first. */
  readonly #queue: Waiting[] = [];
  #inWork = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #pause: Pause | null;
  #pausing = false;
  #roundTimer: NodeJS.Timeout | null = null;

  /** @param pause between one round of requests and the next while others wait; without it the next follows at once */
  constructor(limits: LaneLimits, pause: Pause | null = null) {
    this.limits = limits;
    this.#pause = pause;
  }

  get inWork(): number {
    return this.#inWork;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Asks for a turn. Exactly one of the visit's functions is called, once, unless the visitor leaves before.
   *
   * @returns takes the visitor out of the queue; does nothing when the turn has come
   */
  enter(visit: Visit): () => void {
    if (this.#inWork < this.limits.atOnce && !this.#pausing && this.#queue.length === 0) {
      this.#start(visit);
      return () => {};
    }
    const waiting = { ...visit, since: performance.now() };
    this.#queue.push(waiting);
    if (this.#queue.length > this.limits.waiting) this.#queue.shift()?.refuse('full');
    this.#watch();
    return () => {
      const index = this.#queue.indexOf(waiting);
      if (index !== -1) this.#queue.splice(index, 1);
    };
  }

  #start(visit: Visit): void {
    this.#inWork += 1;
    let held = true;
    const free = () => {
      if (!held) return;
      held = false;
      clearTimeout(timer);
      this.#inWork -= 1;
      this.#next();
    };
    const { maxHoldMs } = this.limits;
    const timer = maxHoldMs === null ? undefined : setTimeout(free, maxHoldMs).unref();
    visit.start(free);
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#pausing) return;
    // The round ends when all of it has ended: while anything is rendered, a pause lets in hardly anybody.
    if (!this.#pause) this.#startWaiting();
    else if (this.#inWork === 0) this.#nextRound(this.#pause);
    else this.#roundTimer ??= setTimeout(this.#nextRound.bind(this, this.#pause), MAX_ROUND_MS).unref();
  }

  #nextRound(pause: Pause): void {
    clearTimeout(this.#roundTimer ?? undefined);
    this.#roundTimer = null;
    if (this.#pausing) return;
    this.#pausing = true;
    pause(() => {
      this.#pausing = false;
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    this.#refuseLate();
    while (this.#inWork < this.limits.atOnce) {
      const [oldest] = this.#queue;
      if (!oldest) return;
      const overloaded = performance.now() - oldest.since > PATIENCE_MS;
      const next = overloaded ? this.#queue.pop() : this.#queue.shift();
      if (next) this.#start(next);
    }
  }

  #refuseLate(): void {
    const limit = performance.now() - this.limits.maxWaitMs;
    while (this.#queue[0] && this.#queue[0].since <= limit) this.#queue.shift()?.refuse('late');
  }

  /** One timer, for the oldest: refuses it in time even when nothing ends. */
  #watch(): void {
    const [oldest] = this.#queue;
    if (this.#timer || !oldest) return;
    const left = oldest.since + this.limits.maxWaitMs - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#refuseLate();
        this.#watch();
      },
      Math.max(1, Math.ceil(left)),
    ).unref();
  }
}

/** No turn: too many others wait. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly why: Refusal;

  constructor(why: Refusal) {
    super(`refused: ${why}`);
    this.why = why;
  }
}

/**
 * Waits for a turn.
 *
 * @param left is aborted when the visitor is gone: the place in the queue is given up
 * @returns ends the turn
 * @throws RefusedError, or the reason of `left`
 */
export function takeTurn(lane: Lane, left: AbortSignal): Promise<() => void> {
  left.throwIfAborted();
  return new Promise((resolve, reject) => {
    const settle = () => left.removeEventListener('abort', onLeft);
    const onLeft = () => {
      leave();
      reject(left.reason);
    };
    left.addEventListener('abort', onLeft, { once: true });
    const leave = lane.enter({
      start: (done) => {
        settle();
        resolve(done);
      },
      refuse: (why) => {
        settle();
        reject(new RefusedError(why));
      },
    });
  });
}

/** A flood must not keep those who are there from being served. As many as may wait for a connection in Node.js. */
const MAX_TURNS = 511;
/** A connection is accepted in one turn of the event loop and its request read in the next. */
const QUIET_TURNS = 2;

/** Connections that a server accepted. */
export class Arrivals {
  #accepted = 0;

  count(server: Server): void {
    server.on('connection', () => {
      this.#accepted += 1;
    });
  }

  /** Turns the event loop, with nothing else to do, until no more connections arrive. */
  readonly pause: Pause = (goOn) => {
    let seen = this.#accepted;
    let quiet = 0;
    let turns = 0;
    const look = () => {
      turns += 1;
      quiet = this.#accepted === seen ? quiet + 1 : 0;
      seen = this.#accepted;
      if (quiet > QUIET_TURNS || turns > MAX_TURNS) goOn();
      else setImmediate(look);
    };
    setImmediate(look);
  };
}
