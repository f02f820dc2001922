import type { PermalinkCorrections } from '@basecase/db/types';
import { correctedSince } from '@basecase/views/corrections';

/** On a frozen page: its numbers are those from before a correction. Nothing where there was none. */
export function CorrectedSince({ corrections }: { corrections: PermalinkCorrections | null }) {
  const since = corrections && correctedSince(corrections);
  if (!since) return null;
  return (
    <p className="warn-note">
      {since.text} <a href={since.href}>{since.link}</a>
    </p>
  );
}
