import { type RefObject, useEffect, useRef } from 'react';

const TEXT_FIELDS = /^(?:text|search|url|email|number|password)$/;

/** Calls for each key that is meant for the page: not for a field, the browser, or a dialog over it. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void) {
  const latest = useLatest(onKey);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!isTyping(event) && !document.querySelector('dialog[open]')) latest.current(event);
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** A key that is meant for a field or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement) return TEXT_FIELDS.test(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The newest value, for handlers that are registered once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
