import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '../grid/when-idle';

/** What comes after the page did not come. */
export interface RestProblem {
  retry: () => void;
}

/**
 * Asks for what a large view leaves out of its page, as soon as the page can be used. A plain request: the tRPC client
 * would be 10 KB for this one call.
 *
 * @param path null: the page came with everything
 */
export function useRest<Rest>(path: string | null, onRest: (rest: Rest) => void): RestProblem | null {
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    const load = () =>
      fetchRest<Rest>(path, abort.signal).then(
        (rest) => latest.current(rest),
        () => {
          if (!abort.signal.aborted) setFailed(true);
        },
      );
    const cancel = whenIdle(load);
    return () => {
      cancel();
      abort.abort();
    };
  }, [path, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return hasFailed ? { retry } : null;
}

async function fetchRest<Rest>(path: string, signal: AbortSignal): Promise<Rest> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Rest;
}
