import type { Lane, Refusal } from './lane';

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
