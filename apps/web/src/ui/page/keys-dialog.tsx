import type { Ref } from 'react';

interface Props {
  keys: readonly (readonly [key: string, words: string])[];
  ref: Ref<HTMLDialogElement>;
}

/** All keys of a page; opened by the page with `showModal`. */
export function KeysDialog({ keys, ref }: Props) {
  return (
    <dialog ref={ref} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {keys.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {/* Not a form: the dialog may be inside the form of a list. */}
      <button
        type="button"
        className="button"
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
      >
        Close
      </button>
    </dialog>
  );
}
