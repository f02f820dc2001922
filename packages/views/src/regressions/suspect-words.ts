import type { Suspects } from '@basecase/db/types';
import { shortCommit } from '@basecase/ingest/model';
import { groupDigits } from '../text/words';

/** Most commits in a message; pages list more. */
const MOST_LINES = 5;

/**
 * Commits as lines of text, `4eb13e8a Fix the planner (Ann)`, and how many more there are.
 *
 * @param suspects of frozen pages perhaps without commits
 */
export function suspectList(suspects: Partial<Suspects> | null, most = Number.POSITIVE_INFINITY) {
  const { commits = [], total = null, href = null } = suspects ?? {};
  const shown = commits.slice(0, most);
  const rest = Math.max(total ?? 0, commits.length) - shown.length;
  return {
    rows: shown.map(({ hash, subject, author, href: page }) => ({
      hash,
      short: shortCommit(hash),
      href: page,
      subject,
      author,
    })),
    /** `and 12 more commits`; empty where all are listed. */
    more: rest > 0 ? `and ${groupDigits(rest)} more ${rest === 1 ? 'commit' : 'commits'}` : '',
    /** Page with all of them; null: unknown. */
    href,
  };
}

/** The newest suspects as lines of a message; the last one counts the others, with their page. Empty: not known. */
export function suspectLines(suspects: Partial<Suspects> | null): string[] {
  const { rows, more, href } = suspectList(suspects, MOST_LINES);
  const lines = rows.map(
    ({ short, subject, author }) => `${short} ${subject}${author ? ` (${author})` : ''}`,
  );
  return more === '' || rows.length === 0 ? lines : [...lines, href === null ? more : `${more}: ${href}`];
}
