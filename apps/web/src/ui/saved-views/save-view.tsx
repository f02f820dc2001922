'use client';

import { type FormEvent, useId, useState } from 'react';
import { addSavedView, changeSavedViews, MAX_NAME, removeSavedView, useSavedViews } from './use-saved-views';

const OWN_NAME = / · Basecase$/;

/**
 * Keeps the page as it is now, under a name, on the home page of this browser. Fits every page that has its view in
 * its URL.
 */
export function SaveView() {
  const id = useId();
  const views = useSavedViews();
  const [here, setHere] = useState({ path: '', title: '' });
  const [isRefused, setIsRefused] = useState(false);
  const saved = views?.find(({ path }) => path === here.path);

  /**
   * The view in the URL changes without a new page: it is read by the click that opens the menu, as the toggle event
   * fires later, possibly during typing, and again when the name is saved, as a menu opened before scripts ran fired
   * no event.
   */
  function look(): string {
    const { pathname, search } = window.location;
    const path = pathname + search;
    setHere({ path, title: document.title.replace(OWN_NAME, '') });
    return path;
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    const savedAt = new Date().toISOString();
    const path = look();
    const isKept = changeSavedViews((list) => addSavedView(list, { name, path, savedAt }));
    setIsRefused(!isKept);
  }

  return (
    <details className="menu save-view only-script">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, by mouse and by key */}
      <summary className="button" onClick={look}>
        Save view
      </summary>
      <div className="popover">
        {saved ? (
          <>
            <p role="status">
              Saved as <strong>{saved.name}</strong>, on the <a href="/">home page</a> of this browser.
            </p>
            <button
              type="button"
              className="button"
              onClick={() => changeSavedViews((list) => removeSavedView(list, here.path))}
            >
              Remove it
            </button>
          </>
        ) : (
          // A new title is a new default: React keeps the value of a field that it knows.
          <form onSubmit={save} key={here.title}>
            <label htmlFor={id}>Name</label>
            <input id={id} name="name" className="field" maxLength={MAX_NAME} defaultValue={here.title} />
            <button type="submit" className="button primary">
              Save
            </button>
          </form>
        )}
        {isRefused ? (
          <p className="tone-error" role="alert">
            This browser cannot save views: its storage is full or disabled.
          </p>
        ) : null}
      </div>
    </details>
  );
}
