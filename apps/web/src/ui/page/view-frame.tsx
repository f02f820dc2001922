import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { MetaLine } from './head-lines';
import { usePageKeys } from './use-page-keys';

interface Props {
  className: string;
  title: string;
  /** The subject of the numbers: `on 8-core`, `of PostgreSQL`. */
  on: string;
  meta: readonly string[];
  /** The choice of the data, at the right of the title. */
  form: ReactNode;
  /** The button that shares the view. */
  share: ReactNode;
  toolbar: ReactNode;
  /** The line of the sentence. */
  line: ReactNode;
  children: ReactNode;
}

/** The frame of a view: title, choice of the data, toolbar, sentence; then the view itself, whose table or chart is `#view-table`. */
export function ViewFrame({ className, title, on, meta, form, share, toolbar, line, children }: Props) {
  return (
    <main id="main" className={className}>
      <a className="skip" href="#view-table">
        Skip to the table
      </a>
      <div className="head">
        <div>
          <h1>
            {title} <span className="dim">{on}</span>
          </h1>
          <MetaLine parts={meta} />
        </div>
        {form}
        {share}
      </div>
      {toolbar}
      {line}
      {children}
    </main>
  );
}

/** Notes on the view, a paragraph each; nothing without any. */
export function ViewNotes({ notes, children }: { notes: readonly string[]; children?: ReactNode }) {
  if (notes.length === 0 && !children) return null;
  return (
    <div className="note">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {children}
    </div>
  );
}

interface ReadoutProps {
  className?: string;
  line: ReactNode;
  /** Before anything was pointed at. */
  hint: string;
  keys?: ComponentProps<typeof KeysHelp>;
  children?: ReactNode;
}

/** One line about the place under the pointer or the focus, and the keys of the page. */
export function Readout({ className, line, hint, keys, children }: ReadoutProps) {
  return (
    <div className={className ? `readout ${className}` : 'readout'}>
      <output aria-live="polite">{line ?? <span className="dim">{hint}</span>}</output>
      {children}
      {keys ? <KeysHelp {...keys} /> : null}
    </div>
  );
}

interface PlaceReadoutProps<Place> extends Omit<ReadoutProps, 'line'> {
  /** Takes the place that is pointed at. */
  ref: Ref<(place: Place) => void>;
  lineOf: (place: Place) => ReactNode;
}

/** A readout that keeps the place itself: moving over 2,000 cells must draw one line, not the page. */
export function PlaceReadout<Place>({ ref, lineOf, ...readout }: PlaceReadoutProps<Place>) {
  const [place, setPlace] = useState<Place | null>(null);
  useImperativeHandle(ref, () => (next: Place) => setPlace(() => next), []);
  return <Readout {...readout} line={place && lineOf(place)} />;
}

/** Keys as they are named, `j k` for two of them, and what they do. */
type Keys = readonly (readonly [key: string, words: string])[];

/** The most used keys in the line at the bottom, all of them on `?`. */
function KeysHelp({ all, shown = [] }: { all: Keys; shown?: Keys }) {
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
