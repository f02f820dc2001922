'use client';

import type { SearchKind } from '@basecase/views/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { NothingFound } from './nothing-found';
import { noteOpened } from './opened-lately';
import { OptionList } from './option-list';
import { foundOptions, type Option, startOptions } from './options';
import { useSearch } from './use-search';

/** The search over the page: a field, and the options below it. The focus stays in the field. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const [kind, setKind] = useState<SearchKind | ''>('');
  const [chosen, setChosen] = useState(0);
  const { model, isLooking, error } = useSearch(q, kind);
  const groups = model ? foundOptions(model) : q.trim() === '' ? startOptions() : [];
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(chosen, options.length - 1);
  useEffect(() => dialog.current?.showModal(), []);

  function change(text: string) {
    setQ(text);
    setChosen(0);
    if (text === '') setKind('');
  }

  function open({ href, result }: Option, isNewTab: boolean) {
    if (result) noteOpened(result);
    if (isNewTab) window.open(href, '_blank', 'noopener');
    else window.location.assign(href);
  }

  function onKeyDown(event: KeyboardEvent) {
    const option = options[at];
    if (event.key === 'ArrowDown') setChosen(options.length === 0 ? 0 : (at + 1) % options.length);
    else if (event.key === 'ArrowUp')
      setChosen(options.length === 0 ? 0 : (at - 1 + options.length) % options.length);
    else if (event.key === 'Enter' && option) open(option, event.ctrlKey || event.metaKey);
    else if (event.key === 'Tab' && event.shiftKey && kind !== '') onlyKind('');
    else if (event.key === 'Tab' && !event.shiftKey && kind === '' && option?.result)
      onlyKind(option.result.kind);
    else if (event.key === 'Escape' && q !== '') change('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onlyKind(next: SearchKind | '') {
    setKind(next);
    setChosen(0);
  }

  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
      onKeyDown={onKeyDown}
    >
      <div className="search-field">
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M9.2 9.2 13 13" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        <input
          role="combobox"
          aria-label="Search tests, versions, servers, records and uploads"
          aria-controls="search-options"
          aria-expanded={options.length > 0}
          aria-activedescendant={options[at] ? `search-option-${at}` : undefined}
          aria-autocomplete="list"
          placeholder="Test, version, server, record or upload"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={q}
          onChange={(event) => change(event.target.value)}
        />
        <span className="dim" aria-live="polite">
          {isLooking && !model ? 'looking' : model?.count}
          <span className="sr-only">{model && !isLooking ? ' results' : ''}</span>
        </span>
        <button type="button" className="button quiet close" onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd>
          <span>Close</span>
        </button>
      </div>
      <OptionList groups={groups} chosen={at} onOpen={open} onPoint={setChosen} />
      {model?.nothing ? <NothingFound q={model.q} nothing={model.nothing} /> : null}
      {error === '' ? null : <p className="nothing-found form-error">Not answered: {error}</p>}
      <div className="search-keys">
        <Key name="↑ ↓">move</Key>
        <Key name="Enter">open</Key>
        <Key name="Ctrl Enter">new tab</Key>
        {kind === '' ? <Key name="Tab">only this kind</Key> : <Key name="Shift Tab">all kinds</Key>}
        <a className="push" href="/search">
          What can be typed
        </a>
      </div>
    </dialog>
  );
}

function Key({ name, children }: { name: string; children: string }) {
  return (
    <span className="key">
      <kbd>{name}</kbd> {children}
    </span>
  );
}
