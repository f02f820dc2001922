import { countText } from '@basecase/views/text';
import { dismissResult, type UploadAnswer, undoResult } from '../../server/actions/uploads';

interface NamedUpload {
  id: string;
  filename: string;
}

interface Props {
  /** Uploads that were added. */
  added: readonly NamedUpload[];
  answers: readonly UploadAnswer[];
  /** Uploads that failed, where the page has no list of them. */
  failed?: readonly NamedUpload[];
  /** Admins may remove what was added. */
  canUndo?: boolean;
  /** After it was dismissed or undone; left out: the page is drawn again. */
  onDismiss?: () => void;
}

/** What the added uploads show: stays until it is dismissed. */
export function ResultCard({ added, answers, failed = [], canUndo = false, onDismiss }: Props) {
  const then = (action: (form: FormData) => Promise<void>) =>
    onDismiss
      ? async (form: FormData) => {
          await action(form);
          onDismiss();
        }
      : action;
  const idsOf = (uploads: readonly NamedUpload[]) => uploads.map(({ id }) => id).join();
  const head = [
    added.length > 0 ? `${countText(added.length, 'upload')} added` : '',
    failed.length > 0 ? `${failed.length} failed` : '',
  ];
  return (
    <section className="page-section result-card" aria-label="Result">
      <div className="result-head">
        <span className="dim">{head.filter(Boolean).join(', ')}</span>
        {canUndo && added.length > 0 ? (
          <details className="menu">
            <summary className="button quiet">Undo</summary>
            <form className="popover" action={then(undoResult)}>
              <input type="hidden" name="ids" value={idsOf(added)} />
              <p>
                Delete {added.length === 1 ? 'this upload' : `these ${added.length} uploads`} and{' '}
                {added.length === 1 ? 'its' : 'their'} runs? Permalinks keep their numbers.
              </p>
              <ul className="what-goes">
                {added.map(({ id, filename }) => (
                  <li key={id} className="mono anywhere">
                    {filename}
                  </li>
                ))}
              </ul>
              <button type="submit" className="button">
                {added.length === 1 ? 'Delete it' : 'Delete them'}
              </button>
            </form>
          </details>
        ) : null}
        <form action={then(dismissResult)}>
          <input type="hidden" name="ids" value={idsOf([...added, ...failed])} />
          <button type="submit" className="button quiet">
            Dismiss
          </button>
        </form>
      </div>
      {answers.map(({ href, text, where, sentence }) => (
        <article key={href}>
          {sentence.strong ? (
            <h2>
              {sentence.strong}
              <span>{sentence.rest}</span>
            </h2>
          ) : null}
          <div className="cluster">
            <a className="button primary" href={href}>
              {text}
            </a>
            <button type="button" className="button only-script" data-copy={href}>
              Copy link
            </button>
            <span className="dim">{where}</span>
          </div>
        </article>
      ))}
      {failed.length > 0 ? (
        <ul className="result-failed">
          {failed.map(({ id, filename }) => (
            <li key={id}>
              <a className="mono" href={`/uploads/${id}`}>
                {filename}
              </a>{' '}
              <span className="tone-error">failed: nothing of it was stored</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
