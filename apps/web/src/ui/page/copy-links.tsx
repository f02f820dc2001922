'use client';

import { useEffect } from 'react';

/** Attribute of a button: the path that it copies as a whole address. */
const COPIED_PATH = 'data-copy';

/** Makes buttons that copy an address work, also on pages that React did not take over. */
export function CopyLinks() {
  useEffect(() => {
    function onClick({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest(`button[${COPIED_PATH}]`) : null;
      const path = button?.getAttribute(COPIED_PATH);
      if (!button || path == null) return;
      const say = (text: string) => {
        button.textContent = text;
      };
      navigator.clipboard.writeText(new URL(path, window.location.href).href).then(
        () => say('Copied'),
        () => say('Blocked by the browser'),
      );
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return null;
}
