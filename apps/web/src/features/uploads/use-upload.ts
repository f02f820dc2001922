import type { UploadState, UploadView } from '@basecase/db/types';
import { useCallback, useEffect, useState } from 'react';
import { api, messageOf } from '../../ui/api/api';

/** Poll interval by state; all other states last until a visitor acts. */
const INTERVAL_MS: Partial<Record<UploadState, number>> = {
  queued: 1000,
  reading: 1000,
  // Somebody else may confirm it, or make a server known that it can be of.
  preview: 4000,
};
/** Set during a connection loss. */
const RETRY_MS = 3000;

export interface FollowedUpload {
  /** Null until it is known. */
  view: UploadView | null;
  /** Why what is shown may be old; null when it is not. */
  trouble: string | null;
  isGone: boolean;
  /** Looks at once, and follows again. */
  refresh: () => void;
}

/** Follows an upload while the server works on it. */
export function useUpload(id: string, initial: UploadView | null = null): FollowedUpload {
  const [view, setView] = useState(initial);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn looks again.
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const next = await api.uploads.get.query({ id }, { signal: abort.signal });
        if (abort.signal.aborted) return;
        setView(next);
        setTrouble(null);
        const interval = INTERVAL_MS[next.state];
        if (interval !== undefined) timer = setTimeout(look, interval);
      } catch (error) {
        if (abort.signal.aborted) return;
        if (isNotFound(error)) return setIsGone(true);
        setTrouble(messageOf(error));
        timer = setTimeout(look, RETRY_MS);
      }
    };
    void look();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, turn]);

  const refresh = useCallback(() => setTurn((current) => current + 1), []);
  return { view, trouble, isGone, refresh };
}

function isNotFound(error: unknown): boolean {
  const data = error instanceof Error && 'data' in error ? (error.data as { code?: string } | null) : null;
  return data?.code === 'NOT_FOUND';
}
