import { type HeatmapSelection, MAX_NOTE, notesAt, noteText, type OpenCell } from '@basecase/views/compare';
import { useState } from 'react';
import { sendChange } from '../../../ui/api/change-upload';
import { InBrowser } from '../../../ui/page/in-browser';
import { useComparePage } from '../use-compare-state';

interface Props {
  selection: HeatmapSelection;
  open: OpenCell;
  /** Address of the cell. */
  cell: { server: string; workload: string; test: string; column: string };
}

/** Notes on a cell, with who wrote them and when; a live one takes another, and each can be taken back. */
export function CellNotes({ selection, open, cell }: Props) {
  const { frozen } = useComparePage();
  const [problem, setProblem] = useState('');
  const notes = notesAt(selection, open.row, open.column);
  if (frozen && notes.length === 0) return null;
  const change = (path: string, init: RequestInit) => {
    setProblem('');
    // Heatmap, exports and reports show notes too: all of them are read again.
    sendChange(path, init).then(
      () => window.location.reload(),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <section className="cell-notes">
      <h3>Notes</h3>
      {notes.length === 0 ? null : (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              {noteText(note)}{' '}
              {frozen ? null : (
                <button
                  type="button"
                  className="button"
                  aria-label={`Undo the note ${noteText(note)}`}
                  onClick={() => change(`cell-notes/${note.id}`, { method: 'DELETE' })}
                >
                  Undo
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {frozen ? null : (
        <InBrowser wait={null}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              const [text, isHighlighted] = [String(form.get('text') ?? ''), form.has('highlight')];
              const body = JSON.stringify({ ...cell, text, isHighlighted });
              change('cell-notes', { method: 'POST', body });
            }}
          >
            <label>
              <span className="sr-only">Note on this cell</span>
              <input name="text" maxLength={MAX_NOTE} placeholder="Note on this cell" autoComplete="off" />
            </label>
            <label>
              <input type="checkbox" name="highlight" /> Highlight
            </label>
            <button type="submit" className="button">
              Add note
            </button>
          </form>
        </InBrowser>
      )}
      {problem ? <p role="alert">{problem}</p> : null}
    </section>
  );
}
