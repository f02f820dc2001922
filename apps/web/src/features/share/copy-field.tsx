'use client';

import { useRef, useState } from 'react';
import { copyText } from './clipboard';

interface Props {
  /** Name of the text, for screen readers and the button: `permalink`. */
  name: string;
  text: string;
}

/** A text to take away: read-only, selected by a click, copied by a button. */
export function CopyField({ name, text }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [feedback, setFeedback] = useState('');
  async function copy() {
    const isCopied = await copyText(text);
    if (!isCopied) field.current?.select();
    setFeedback(isCopied ? 'Copied' : 'Press Ctrl+C to copy');
  }
  return (
    <div className="copyfield">
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
      <output>{feedback}</output>
    </div>
  );
}
