import { useEffect, useRef } from 'react';

interface Shortcuts {
  onEscape: () => void;
  onClearFilter: () => void;
  onNextMetric: () => void;
  /** An arrow key in the panel; true when it led to another cell. */
  onPanelArrow: (key: string) => boolean;
}

/** Keys that work anywhere on the page: `m` next metric, Esc, and the arrows in the panel. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // The keys belong to what is open over the page.
      if (document.querySelector('dialog[open]')) return;
      const target = event.target as HTMLElement;
      const filter = document.querySelector<HTMLInputElement>('#filter');
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key === 'Escape') onEscape(target, filter, latest.current);
      else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key.startsWith('Arrow')) {
        if (isFreeInPanel(event, target) && latest.current.onPanelArrow(event.key)) event.preventDefault();
      } else if (event.key === 'm') latest.current.onNextMetric();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** True where nothing in the panel waits for the arrow keys, as a row of tabs does. */
function isFreeInPanel({ shiftKey, defaultPrevented }: KeyboardEvent, target: HTMLElement): boolean {
  if (shiftKey || defaultPrevented || !target.closest('.panel')) return false;
  return !target.closest('[role="tablist"]');
}

/** Closes the innermost thing: the sheet, the filter, the panel. The browser closes a dialog itself, MenuKeys a menu. */
function onEscape(target: HTMLElement, filter: HTMLInputElement | null, shortcuts: Shortcuts) {
  const sheet = document.querySelector<HTMLElement>('#view-toggle[aria-expanded="true"]');
  if (sheet) {
    sheet.click();
    sheet.focus();
  } else if (target === filter) shortcuts.onClearFilter();
  else shortcuts.onEscape();
}
