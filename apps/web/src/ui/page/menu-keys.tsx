'use client';

import { useEffect } from 'react';

/**
 * Esc closes the open menu and gives the focus back to what opened it, on every page. It listens before the pages do:
 * the same key must not also close the element below the menu. A dialog is closed by the browser.
 */
export function MenuKeys() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      const open = [...document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')];
      const own = event.target instanceof Element ? event.target.closest('details.menu[open]') : null;
      const menu = open.find((each) => each === own) ?? open.at(-1);
      if (!menu) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return null;
}
