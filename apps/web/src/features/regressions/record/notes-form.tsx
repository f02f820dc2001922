'use client';

import { useActionState, useEffect, useId, useState } from 'react';
import { type NotesResult, saveNotes } from '../../../server/actions/regressions';
import { FormError } from '../../../ui/form/form-error';

const NOTHING: NotesResult = { status: 'idle', message: '', typed: null, stored: null };
const MOST_CHARACTERS = 50_000;

interface Props {
  slug: string;
  notes: string;
  version: number;
}

/**
 * A form to change the notes. When two people do at once, the second sees both texts and decides; what was
 * typed stays in the form whatever happens.
 */
export function NotesForm({ slug, notes, version }: Props) {
  const id = useId();
  const [result, action, isPending] = useActionState(saveNotes, NOTHING);
  const [text, setText] = useState(result.typed ?? notes);
  // What the text in the form started from. It moves on when a save succeeds or a conflict was looked at, and never by
  // itself: new notes of others may arrive while one is typed.
  const [base, setBase] = useState({ notes, version });
  const theirs = result.status === 'conflict' ? result.stored : null;
  const conflict = theirs?.notes === text ? null : theirs;
  useEffect(() => {
    const { status, stored } = result;
    if (status === 'conflict' && stored) setBase(stored);
  }, [result]);
  useEffect(() => {
    // Nothing was typed, or what was typed is what is stored now: follow the page.
    if (text === base.notes || text === notes) setBase({ notes, version });
    if (text === base.notes) setText(notes);
  }, [notes, version, text, base.notes]);
  const isChanged = text !== base.notes;
  return (
    <form action={action} className="inset notes-form pile">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="notesVersion" value={base.version} />
      {conflict ? (
        <div className="warn-note pile" role="alert">
          <p>{result.message}</p>
          <label htmlFor={`${id}-stored`}>Saved by someone else</label>
          <textarea id={`${id}-stored`} className="field" rows={5} readOnly value={conflict.notes} />
          <div className="cluster only-script">
            <button
              type="button"
              className="button"
              onClick={() => setText([conflict.notes, text].filter(Boolean).join('\n\n'))}
            >
              Append mine to theirs
            </button>
            <button type="button" className="button" onClick={() => setText(conflict.notes)}>
              Use theirs
            </button>
          </div>
        </div>
      ) : null}
      <label htmlFor={id}>{conflict ? 'Yours, not saved yet' : 'Edit'}</label>
      <textarea
        id={id}
        className="field"
        name="notes"
        rows={conflict ? 6 : 4}
        maxLength={MOST_CHARACTERS}
        placeholder="What is known, and what to try next. Markdown."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="cluster">
        <button type="submit" className="button" disabled={isPending}>
          {conflict ? 'Overwrite with mine' : 'Save notes'}
        </button>
        <output className="mid">
          {result.status === 'saved' && !isChanged ? result.message : null}
          {isChanged && !conflict ? 'Not saved yet' : null}
          {theirs && !conflict ? 'Their notes are kept.' : null}
        </output>
      </div>
      <FormError error={result.status === 'error' ? result.message : null} />
    </form>
  );
}
