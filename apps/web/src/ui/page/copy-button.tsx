'use client';

import { useState } from 'react';

/** Copies a text, and confirms it until the focus moves. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const words = { idle: label, copied: 'Copied', refused: 'Blocked by the browser' };
  return (
    <button
      type="button"
      className="button"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setState('copied'),
          () => setState('refused'),
        )
      }
      onBlur={() => setState('idle')}
    >
      {words[state]}
    </button>
  );
}
