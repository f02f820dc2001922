import type { UploadState, UploadView } from '@basecase/db/types';
import { useCallback, useEffect, useState } from 'react';
import { api, messageOf } from '../../ui/api/api';

/** Poll interval by state; all other states last until a visitor acts. */
const INTERVAL_MS: Partial<Record<UploadState, number>> = {
  queued: 1000,
  reading: 1000,
  // Another visitor may confirm it, or add a server that it can be of.
  preview: 4000,
};
/** Set during a connection loss. */
const RETRY_MS = 3000;

/** An upload that is followed, as last seen. */
export interface Followed {
  /** Null until it is known. */
  view: UploadView | null;
  /** Why the view may be old; null when it is not. */
  trouble: string | null;
  isGone: boolean;
}

const UNKNOWN: Followed = { view: null, trouble: null, isGone: false };

/** Follows uploads while the server works on them. `refresh` looks at once, and follows again. */
export function useUploads(ids: readonly string[], initial: readonly UploadView[] = []) {
  const [known, setKnown] = useState<ReadonlyMap<string, Followed>>(
    () => new Map(initial.map((view) => [view.id, { ...UNKNOWN, view }])),
  );
  const [turn, setTurn] = useState(0);
  const all = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn looks again.
  useEffect(() => {
    const abort = new AbortController();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const set = (id: string, change: Partial<Followed>) =>
      setKnown((before) => new Map(before).set(id, { ...(before.get(id) ?? UNKNOWN), ...change }));
    const look = async (id: string) => {
      try {
        const view = await api.uploads.get.query({ id }, { signal: abort.signal });
        if (abort.signal.aborted) return;
        setKnown((before) => {
          const shown = before.get(id)?.view?.preview ?? null;
          const isReadAgain = view.hold && (view.state === 'queued' || view.state === 'reading');
          // The table stays while its paths are read in another way.
          const preview = view.preview ?? (isReadAgain ? shown : null);
          return new Map(before).set(id, { ...UNKNOWN, view: { ...view, preview } });
        });
        const interval = INTERVAL_MS[view.state];
        if (interval !== undefined) timers.set(id, setTimeout(look, interval, id));
      } catch (error) {
        if (abort.signal.aborted) return;
        if (isNotFound(error)) return set(id, { isGone: true });
        set(id, { trouble: messageOf(error) });
        timers.set(id, setTimeout(look, RETRY_MS, id));
      }
    };
    for (const id of all.split(',').filter(Boolean)) void look(id);
    return () => {
      abort.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [all, turn]);

  const refresh = useCallback(() => setTurn((current) => current + 1), []);
  return { followed: (id: string) => known.get(id) ?? UNKNOWN, refresh };
}

function isNotFound(error: unknown): boolean {
  const data = error instanceof Error && 'data' in error ? (error.data as { code?: string } | null) : null;
  return data?.code === 'NOT_FOUND';
}
