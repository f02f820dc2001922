import type { OpenQuestion } from '@basecase/db/types';
import { countText, groupDigits } from '@basecase/views/text';
import './address-notes.css';

/** Uploads that are listed: a hint, not the whole list. */
const SHOWN = 3;

/** Results of unknown relation, so that their columns are not mistaken for versions or repeats. */
export function OpenQuestions({ questions }: { questions: readonly OpenQuestion[] }) {
  if (questions.length === 0) return null;
  const more = questions.length - SHOWN;
  return (
    <aside className="address-notes anywhere" aria-label="Open questions">
      <p>
        <strong>Results of unknown relation are kept apart, each in its own column.</strong>
      </p>
      <ul>
        {questions.slice(0, SHOWN).map(({ upload, filename, text, more: others }) => (
          <li key={upload}>
            <span className="mono">{filename}</span>: {text}
            {others > 0 ? ` And ${countText(others, 'more question')}.` : ''}{' '}
            <a href={`/uploads/${upload}#question`}>
              Answer<span className="sr-only"> for {filename}</span>
            </a>
          </li>
        ))}
        {more > 0 ? <li>and {groupDigits(more)} more uploads</li> : null}
      </ul>
    </aside>
  );
}
