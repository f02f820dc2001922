import { useEffect, useRef, useState } from 'react';
import { useLatest } from './use-page-keys';

/** What comes after the page did not come. */
export interface RestProblem {
  retry: () => void;
}

interface Options<Rest> {
  /** Null: the page came with everything. */
  path: string | null;
  /** What is to be shown needs it. */
  isNeeded: boolean;
  onRest: (rest: Rest) => void;
}

/**
 * Requests the parts that a large view leaves out of its page, once the page is used: reading alone never needs them.
 * A plain request: the tRPC client would be 10 KB for this one call.
 */
export function useRest<Rest>({ path, isNeeded, onRest }: Options<Rest>): RestProblem | null {
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useLatest(onRest);
  /** Asks, unless that was done. Not a state: a page that begins to be used has nothing to draw for it. */
  const ask = useRef(() => {});
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    let isAsked = false;
    ask.current = () => {
      if (isAsked) return;
      isAsked = true;
      fetchRest<Rest>(path, abort.signal).then(
        (rest) => latest.current(rest),
        () => {
          if (!abort.signal.aborted) setFailed(true);
        },
      );
    };
    const cancel = whenTouched(ask.current);
    if (attempt > 0) ask.current();
    return () => {
      cancel();
      abort.abort();
    };
  }, [path, attempt]);
  useEffect(() => {
    if (isNeeded) ask.current();
  }, [isNeeded]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return hasFailed ? { retry } : null;
}

/** @throws Error for an answer that is not a success */
export async function fetchRest<Rest>(path: string, signal?: AbortSignal): Promise<Rest> {
  const response = await fetch(path, signal && { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Rest;
}

/** Events of a first use of a page: a pointer, a key, a wheel, or a program that clicks and moves the focus. */
const BEGINNINGS = [
  'pointerover',
  'pointermove',
  'pointerdown',
  'keydown',
  'wheel',
  'focusin',
  'click',
] as const;

/**
 * Runs an action once, on the first use of the page: a pointer moves before a first click, and a key is pressed
 * before a first letter.
 *
 * @returns what takes it back
 */
export function whenTouched(work: () => void): () => void {
  const options = { capture: true, passive: true };
  const cancel = () => {
    for (const type of BEGINNINGS) window.removeEventListener(type, onTouch, options);
  };
  function onTouch() {
    cancel();
    work();
  }
  for (const type of BEGINNINGS) window.addEventListener(type, onTouch, options);
  return cancel;
}
