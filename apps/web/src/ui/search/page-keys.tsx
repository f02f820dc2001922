'use client';

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isTyping } from '../page/use-page-keys';
import { PAGE_OF_KEY } from './pages';

/** Loaded when it is opened: pages start without it. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog')).SearchDialog }));

/** A second key after this time starts a new sequence. */
const SEQUENCE_MS = 1500;

/**
 * Keys of every page: Ctrl K and `/` open the search, g and a letter open a page. Where the page has a filter, `/` is
 * the filter's. It listens before the pages do, so that the letter after g is not taken for one of their keys.
 */
export function PageKeys() {
  /** Number of the search that is open; 0: none. The close event of one may fire after the next is open. */
  const [opened, setOpened] = useState(0);
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    function open() {
      if (!document.querySelector('.search-dialog[open]')) setOpened((last) => last + 1);
    }
    function onKeyDown(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.altKey) {
        if (document.querySelector('dialog[open]:not(.search-dialog)')) return;
        stop(event);
        open();
        return;
      }
      if (isTyping(event) || document.querySelector('dialog[open]')) return;
      const path = event.timeStamp - goAt.current < SEQUENCE_MS ? PAGE_OF_KEY[event.key] : undefined;
      goAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (path !== undefined) {
        stop(event);
        // The link knows where its page was left.
        const link = document.querySelector<HTMLAnchorElement>(`.nav a[href^="${path}"]`);
        window.location.assign(link?.href ?? path);
      } else if (event.key === '/' && !document.querySelector('#filter, [aria-keyshortcuts="/"]')) {
        stop(event);
        open();
      }
    }
    function onClick(event: MouseEvent) {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!isPlain || !(event.target instanceof Element) || !event.target.closest('[data-search]')) return;
      event.preventDefault();
      open();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('click', onClick);
    };
  }, []);
  return opened > 0 ? (
    <Suspense>
      <SearchDialog key={opened} onClose={() => setOpened((now) => (now === opened ? 0 : now))} />
    </Suspense>
  ) : null;
}

function stop(event: KeyboardEvent) {
  event.preventDefault();
  event.stopPropagation();
}
