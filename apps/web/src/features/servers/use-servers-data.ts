import type { ServersData } from '@basecase/views/servers';
import {
  isEnough,
  isOfData,
  judgeServerColumn as judge,
  type ServersRest,
  type ServersState,
  serializeServersState,
  withRest,
} from '@basecase/views/servers';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../ui/grid/when-idle';

interface LoadedData {
  data: ServersData;
  /** Set when what comes after the page did not come. */
  problem: { retry: () => void } | null;
}

/**
 * The data of the page, and of a large table the rest of it as soon as the page can be used. It waits unseen until
 * another base or metric needs it: nothing is drawn anew for numbers that nobody asked for.
 */
export function useServersData(early: ServersData, state: ServersState): LoadedData {
  const [opened] = useState(state);
  const [whole, setWhole] = useState(() =>
    early.missing === null ? withRest(early, { rest: null, judge }) : early,
  );
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    if (early.missing === null) return;
    const abort = new AbortController();
    const load = () =>
      fetchRest(opened, abort.signal).then(
        (rest) => {
          // The tables have changed since the page was made: their numbers must not be mixed with others.
          if (isOfData(early, rest)) setWhole(withRest(early, { rest, judge }));
          else window.location.reload();
        },
        () => {
          if (!abort.signal.aborted) setFailed(true);
        },
      );
    const cancel = whenIdle(load);
    return () => {
      cancel();
      abort.abort();
    };
  }, [early, opened, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return {
    data: isEnough(early, state, opened) ? early : whole,
    problem: hasFailed && whole.judge === null ? { retry } : null,
  };
}

async function fetchRest(state: ServersState, signal: AbortSignal): Promise<ServersRest> {
  const response = await fetch(`/api/servers/rest${serializeServersState(state)}`, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as ServersRest;
}
