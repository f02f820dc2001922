import { nextVisit } from '@basecase/views/home';
import { useEffect, useState } from 'react';

const KEY = 'basecase-visit';

/**
 * When this browser was here last, as ISO 8601: null on a first visit, undefined until the browser has told. Counts this
 * page view.
 */
export function useLastVisit(): { since: string | null | undefined; markSeen: () => void } {
  const [since, setSince] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const visit = nextVisit(read(), new Date());
    write(JSON.stringify(visit));
    setSince(visit.since);
  }, []);
  return {
    since,
    markSeen() {
      const now = new Date().toISOString();
      write(JSON.stringify({ since: now, at: now }));
      setSince(now);
    },
  };
}

/** Storage may be forbidden: then each visit is the first one. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(text: string) {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // As above.
  }
}
