'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import type { ShareProps } from './share-body';

// Nobody needs it before the dialog is open.
const ShareBody = lazy(() => import('./share-body').then((module) => ({ default: module.ShareBody })));

/** The button that shares what the page shows now, and its dialog. */
export function Share(props: ShareProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // The address when the dialog was opened: the page changes it in place.
  const [address, setAddress] = useState<{ path: string; query: string; origin: string } | null>(null);
  function open() {
    const { pathname, search, origin } = window.location;
    setAddress({ path: pathname, query: search, origin });
    dialog.current?.showModal();
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="button primary share"
        aria-haspopup="dialog"
        onClick={open}
      >
        Share
      </button>
      <dialog
        ref={dialog}
        className="sharebox"
        aria-labelledby="share-title"
        onClose={() => opener.current?.focus()}
      >
        <header>
          <h2 id="share-title">Share this view</h2>
          <form method="dialog">
            <button type="submit" className="button quiet icon" aria-label="Close">
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <path d="M1.5 1.5l9 9m0-9l-9 9" stroke="currentColor" strokeWidth="1.6" />
              </svg>
            </button>
          </form>
        </header>
        {address ? (
          <Suspense>
            <ShareBody key={address.path + address.query} {...props} {...address} />
          </Suspense>
        ) : null}
      </dialog>
    </>
  );
}
