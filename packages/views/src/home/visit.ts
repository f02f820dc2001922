/** What a browser keeps of its visits, both as ISO 8601. */
export interface Visit {
  /** When the visit before this one ended, or everything was marked as seen; null: this is the first one. */
  since: string | null;
  /** The newest page view. */
  at: string;
}

/** A page view after a longer rest begins another visit. */
const REST = 30 * 60_000;

/** The visit that a page view belongs to. @param stored JSON that the browser kept; null: nothing */
export function nextVisit(stored: string | null, now: Date): Visit {
  const known = readVisit(stored);
  const at = now.toISOString();
  if (known === null) return { since: null, at };
  const isNew = now.getTime() - Date.parse(known.at) > REST;
  return { since: isNew ? known.at : known.since, at };
}

/** Null if nothing, or anything but a visit, is stored. */
function readVisit(stored: string | null): Visit | null {
  try {
    const { since, at } = JSON.parse(stored ?? 'null') as Partial<Visit>;
    return isTime(at) ? { since: isTime(since) ? since : null, at } : null;
  } catch {
    return null;
  }
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
