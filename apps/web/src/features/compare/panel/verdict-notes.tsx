import type { PanelVerdict } from '@basecase/views/compare';
import { methodHref } from '@basecase/views/url';

/** The verdict in words, and how sure it is. */
export function VerdictNotes({ verdict: { words, topic, notes } }: { verdict: PanelVerdict }) {
  return (
    <>
      <p className="explain">
        <a href={methodHref(topic)}>
          <strong>{words}</strong>
        </a>
      </p>
      {notes.map((note) => (
        <p key={note} className="mid">
          {note}
        </p>
      ))}
    </>
  );
}
