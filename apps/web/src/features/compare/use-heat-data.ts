import type { HeatData } from '@basecase/views/compare';
import { isOfView, withValues } from '@basecase/views/compare';
import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../ui/grid/when-idle';

interface LoadedData {
  data: HeatData;
  /** Set when the metrics that come after the page did not come. */
  problem: { retry: () => void } | null;
}

/** The data of the page, and of a large view the rest of it as soon as the page can be used. */
export function useHeatData(initial: HeatData): LoadedData {
  const [data, setData] = useState(initial);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    if (!initial.early) return;
    const abort = new AbortController();
    const load = () =>
      fetchRest(initial, abort.signal).then(
        (values) => {
          // The table has changed since the page was made: its numbers must not be mixed with others.
          if (!isOfView(initial, values)) window.location.reload();
          else startTransition(() => setData(withValues(initial, values)));
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
  }, [initial, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { data, problem: hasFailed && data.early ? { retry } : null };
}

/** A plain request: the tRPC client would be 10 KB for this one call. */
async function fetchRest({ server, workload, early }: HeatData, signal: AbortSignal) {
  const metrics = early?.missing.join() ?? '';
  const query = new URLSearchParams({ server: server.slug, workload: workload.slug, metrics });
  const response = await fetch(`/api/compare/values?${query}`, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as HeatData['values'];
}
