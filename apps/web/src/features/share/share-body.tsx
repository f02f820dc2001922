'use client';

import { embedCode } from '@basecase/views/url';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../ui/api/api';
import { TABLE_FORMATS } from '../../ui/page/export-formats';
import { useReadingClosed } from '../../ui/page/use-reading-closed';
import type { Created } from './share-client';

interface Props extends ShareProps {
  /** Path, query and origin of the address that is shared. */
  path: string;
  query: string;
  origin: string;
}

/** Everything a view can leave the page as. */
export function ShareBody(props: Props) {
  const { path, query, origin, slug, exportPath, imagePath, title, rows } = props;
  const [created, setCreated] = useState<string | null>(null);
  const isClosed = useReadingClosed();
  const frozen = slug === null ? created : slug;
  // A fresh permalink is this very state; on the page of a permalink the query has the changes made since.
  const tail = slug === null ? '' : query;
  const withQuery = (target: string, more: string) => `${target}${query ? `${query}&` : '?'}${more}`;
  return (
    <>
      <section>
        <h3>Permalink</h3>
        <p className="mid">
          {slug === null
            ? 'Freezes these numbers, whatever is uploaded, read again or deleted later.'
            : 'These numbers are frozen: this address keeps showing them.'}
        </p>
        {frozen === null ? (
          <CreateButton path={path + query} onCreated={setCreated} />
        ) : (
          <>
            <CopyField name="permalink" text={`${origin}/p/${frozen}${tail}`} />
            {isClosed ? <PermalinkAudience slug={frozen} /> : null}
            <a
              className="button"
              href={`/api/v1/permalinks/${frozen}${tail}${tail ? '&' : '?'}format=html`}
              download={`basecase-${frozen}.html`}
            >
              Save as one file
            </a>
          </>
        )}
      </section>
      {slug === null ? (
        <section>
          <h3>Live address</h3>
          <p className="mid">Always shows the current data.</p>
          <CopyField name="live address" text={origin + path + query} />
        </section>
      ) : null}
      {exportPath ? (
        <section>
          <h3>Copy the table</h3>
          <p className="mid">As shown: columns, filter, order and legend.</p>
          <CopyTable hrefOf={(format) => withQuery(exportPath, `format=${format}`)} />
        </section>
      ) : null}
      <section>
        <h3>Image</h3>
        <div className="copytable cluster">
          <a className="button" href={withQuery(imagePath, 'size=table')} download="basecase.png">
            PNG of the table
          </a>
          <a className="button" href={imagePath + query} download="basecase-card.png">
            PNG card, 1200 × 630
          </a>
        </div>
      </section>
      <section>
        <h3>Embed</h3>
        {frozen === null ? (
          <p className="mid">Only a frozen table can be embedded. Create the permalink first.</p>
        ) : (
          <CopyField
            name="embed code"
            text={embedCode({ origin, path: `/embed/${frozen}${tail}`, title, rows })}
          />
        )}
      </section>
    </>
  );
}

function CreateButton({ path, onCreated }: { path: string; onCreated: (slug: string) => void }) {
  const isClosed = useReadingClosed();
  const [isPublic, setPublic] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Exclude<Created, { slug: string }> | null>(null);
  async function create() {
    setBusy(true);
    setProblem(null);
    try {
      const { createPermalink } = await import('./share-client');
      const created = await createPermalink(path, isPublic);
      if ('slug' in created) onCreated(created.slug);
      else setProblem(created);
    } catch (cause) {
      setProblem({
        message: cause instanceof Error ? cause.message : 'Something went wrong.',
        needsToken: false,
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {isClosed ? <AudienceSelect isPublic={isPublic} onChange={setPublic} /> : null}
      <button type="button" className="button" onClick={create} aria-disabled={isBusy}>
        {isBusy ? 'Freezing …' : 'Create permalink'}
      </button>
      {problem ? (
        <p role="alert">
          {problem.message} {problem.needsToken ? <a href="/tokens">Sign in</a> : null}
        </p>
      ) : null}
    </>
  );
}

interface CopyFieldProps {
  /** Name of the text, for screen readers and the button: `permalink`. */
  name: string;
  text: string;
}

/** A text to take away: read-only, selected by a click, copied by a button. */
function CopyField({ name, text }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [feedback, setFeedback] = useState('');
  async function copy() {
    const isCopied = await copyText(text);
    if (!isCopied) field.current?.select();
    setFeedback(isCopied ? 'Copied' : 'Press Ctrl+C to copy');
  }
  return (
    <div className="copyfield cluster">
      <input
        ref={field}
        className="field mono"
        aria-label={name}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="button" onClick={copy} onBlur={() => setFeedback('')}>
        Copy<span className="sr-only"> {name}</span>
      </button>
      <output className="fine mid">{feedback}</output>
    </div>
  );
}

/** Lines of the box in which a table is shown that could not be copied. */
const ROWS = 8;

/** The visible table as text. It is the text that the server prints for the same address. */
function CopyTable({ hrefOf }: { hrefOf: (format: string) => string }) {
  const [feedback, setFeedback] = useState('');
  const [error, setError] = useState('');
  const [text, setText] = useState('');

  async function copy(format: string, label: string) {
    setFeedback('');
    setError('');
    setText('');
    try {
      const response = await fetch(hrefOf(format));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const table = await response.text();
      if (await copyText(table)) return setFeedback(`Copied as ${label}`);
      setText(table);
      setFeedback('Select the text and press Ctrl+C to copy');
    } catch (cause) {
      setError(`The table could not be read: ${cause instanceof Error ? cause.message : 'unknown reason'}.`);
    }
  }

  return (
    <>
      <div className="copytable cluster">
        {TABLE_FORMATS.map(([format, label]) => (
          <button key={format} type="button" className="button" onClick={() => copy(format, label)}>
            <span className="sr-only">Copy table as </span>
            {label}
          </button>
        ))}
        <output className="fine mid">{feedback}</output>
      </div>
      {error ? <p role="alert">{error}</p> : null}
      {text ? (
        <textarea
          className="field mono"
          aria-label="Table as text"
          rows={ROWS}
          value={text}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : null}
    </>
  );
}

/** Who may open the permalink whose page this is; whoever may write can change it. */
function PermalinkAudience({ slug }: { slug: string }) {
  const [isPublic, setPublic] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./share-client')
      .then(({ isPublicPermalink }) => isPublicPermalink(slug))
      .then((found) => !isGone && setPublic(found))
      // A visitor of a public link may not ask, and can change nothing.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [slug]);
  if (isPublic === null) return null;
  async function change(wanted: boolean) {
    setProblem(null);
    try {
      const { setPublicPermalink } = await import('./share-client');
      await setPublicPermalink(slug, wanted);
      setPublic(wanted);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }
  return (
    <>
      <AudienceSelect isPublic={isPublic} onChange={change} />
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  );
}

/**
 * Copies text. Browsers give the clipboard only to secure pages, and people may refuse it: then the old way is tried.
 *
 * @returns false when neither worked, and the text has to be selected and copied by hand
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // What is outside of an open dialog cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Who may open a link where reading is closed. */
function AudienceSelect({
  isPublic,
  onChange,
}: {
  isPublic: boolean;
  onChange: (isPublic: boolean) => void;
}) {
  return (
    <label className="cluster">
      <span className="field-label">For</span>
      <select
        className="field"
        value={isPublic ? 'public' : 'members'}
        onChange={(event) => onChange(event.currentTarget.value === 'public')}
      >
        <option value="members">members, who sign in</option>
        <option value="public">everyone with the link</option>
      </select>
    </label>
  );
}

/** What a page gives away, and as what. */
export interface ShareProps {
  /** Path of the table as text; null for a page without one. */
  exportPath: string | null;
  /** Path of the image. */
  imagePath: string;
  /** Slug of the permalink whose page this is; null on a live page. */
  slug: string | null;
  title: string;
  /** Rows of the table, for the height of an embedded one. */
  rows: number;
}
