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

export interface Visit {
  /** The turn has come. `done` is called when the work has ended; calling it again does nothing. */
  start: (done: () => void) => void;
  refuse: (why: Refusal) => void;
}

interface Waiting extends Visit {
  since: number;
}

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

  constructor(limits: LaneLimits) {
    this.limits = limits;
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
    if (this.#inWork < this.limits.atOnce) {
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
    this.#refuseLate();
    const [oldest] = this.#queue;
    if (!oldest || this.#inWork >= this.limits.atOnce) return;
    const overloaded = performance.now() - oldest.since > PATIENCE_MS;
    const next = overloaded ? this.#queue.pop() : this.#queue.shift();
    if (next) this.#start(next);
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
