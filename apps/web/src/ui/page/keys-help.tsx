import { Fragment, useRef } from 'react';
import { usePageKeys } from './use-page-keys';

/** Keys as they are named, `j k` for two of them, and what they do. */
export type Keys = readonly (readonly [key: string, words: string])[];

/** The most used keys in the line at the bottom, all of them on `?`. */
export function KeysHelp({ all, shown = [] }: { all: Keys; shown?: Keys }) {
  const dialog = useRef<HTMLDialogElement>(null);
  usePageKeys(({ key }) => {
    if (key === '?') dialog.current?.showModal();
  });
  return (
    <>
      <div className="keys">
        {shown.map(([keys, words]) => (
          <span key={keys}>
            {keys.split(' ').map((key, index) => (
              <Fragment key={key}>
                {index > 0 ? ' ' : ''}
                <kbd>{key}</kbd>
              </Fragment>
            ))}
            {words}
          </span>
        ))}
        <button type="button" onClick={() => dialog.current?.showModal()}>
          <kbd>?</kbd>all keys
        </button>
      </div>
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl>
          {all.map(([key, words]) => (
            <div key={key} className="contents">
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        {/* Not a form: the dialog may be inside the form of a list. */}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
