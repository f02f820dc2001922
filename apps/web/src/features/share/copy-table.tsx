'use client';

import { useState } from 'react';
import { TABLE_FORMATS } from '../../ui/page/export-formats';
import { copyText } from './clipboard';

/** Lines of the box in which a table is shown that could not be copied. */
const ROWS = 8;

/** The visible table as text. It is the text that the server prints for the same address. */
export function CopyTable({ hrefOf }: { hrefOf: (format: string) => string }) {
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
      <div className="copytable">
        {TABLE_FORMATS.map(([format, label]) => (
          <button key={format} type="button" className="button" onClick={() => copy(format, label)}>
            <span className="sr-only">Copy table as </span>
            {label}
          </button>
        ))}
        <output>{feedback}</output>
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
