import type { SearchKind, SearchModel } from '@basecase/views/search';
import { useEffect, useState } from 'react';
import { api, messageOf } from '../api/api';

/** From the last letter to the question: who types a word asks once. */
const WAIT_MS = 150;
const MIN_LETTERS = 2;
const OF_EACH = 3;
const OF_ONE = 8;

export interface Answer {
  /** The last answer, of an earlier question while the next one is on its way; null before the first. */
  model: SearchModel | null;
  isLooking: boolean;
  error: string;
}

/** Search results of the server, requested while typing. */
export function useSearch(q: string, kind: SearchKind | ''): Answer {
  const [answer, setAnswer] = useState<Answer>({ model: null, isLooking: false, error: '' });
  useEffect(() => {
    if (q.trim().length < MIN_LETTERS) {
      setAnswer({ model: null, isLooking: false, error: '' });
      return;
    }
    const aborter = new AbortController();
    setAnswer((before) => ({ ...before, isLooking: true }));
    const timer = window.setTimeout(async () => {
      try {
        const input = { q, kind, limit: kind === '' ? OF_EACH : OF_ONE };
        const model = await api.search.find.query(input, { signal: aborter.signal });
        setAnswer({ model, isLooking: false, error: '' });
      } catch (error) {
        if (!aborter.signal.aborted) setAnswer({ model: null, isLooking: false, error: messageOf(error) });
      }
    }, WAIT_MS);
    return () => {
      window.clearTimeout(timer);
      aborter.abort();
    };
  }, [q, kind]);
  return answer;
}
