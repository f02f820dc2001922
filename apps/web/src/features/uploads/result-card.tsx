import { countText } from '@basecase/views/text';
import { dismissResult, type UploadAnswer } from '../../server/actions/uploads';

interface Props {
  ids: readonly string[];
  answers: readonly UploadAnswer[];
  /** After it was dismissed; left out: the page is drawn again. */
  onDismiss?: () => void;
}

/** What the added uploads show: stays until it is dismissed. */
export function ResultCard({ ids, answers, onDismiss }: Props) {
  const dismiss = async (form: FormData) => {
    await dismissResult(form);
    onDismiss?.();
  };
  return (
    <section className="page-section result-card" aria-label="Result">
      <form action={onDismiss ? dismiss : dismissResult}>
        <input type="hidden" name="ids" value={ids.join()} />
        <span className="dim">{countText(ids.length, 'upload')} added</span>
        <button type="submit" className="button quiet">
          Dismiss
        </button>
      </form>
      {answers.map(({ href, text, where, sentence }) => (
        <article key={href}>
          {sentence.strong ? (
            <h2>
              {sentence.strong}
              {sentence.rest}
            </h2>
          ) : null}
          <p>
            <a href={href}>{text}</a> <span className="dim">{where}</span>
          </p>
        </article>
      ))}
    </section>
  );
}
