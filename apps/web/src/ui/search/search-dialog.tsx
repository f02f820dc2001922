'use client';

import type { SearchKind, SearchModel, SearchResult } from '@basecase/views/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../api/api';
import { lastHeatmap } from '../page/remember-heatmap';
import { NothingFound } from './nothing-found';
import { PAGES_BY_KEY } from './pages';
import { ResultRow } from './result-row';

/** A result that was opened, with what it was called then. */
interface Opened {
  kind: SearchKind;
  title: string;
  detail: string;
  href: string;
}

const KEY = 'search-opened';
const MOST = 5;

/** Results that were opened in this browser, the last one first. */
function openedLately(): Opened[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOpened).slice(0, MOST) : [];
  } catch {
    // Storage is off, or holds what something else wrote: there is nothing to show.
    return [];
  }
}

function noteOpened({ kind, title, aside, detail, href }: SearchResult): void {
  const text = (parts: SearchResult['title']) => parts.map((part) => part.text).join('');
  const own: Opened = { kind, title: `${text(title)} ${aside}`.trim(), detail: text(detail), href };
  const others = openedLately().filter((each) => each.href !== href);
  try {
    localStorage.setItem(KEY, JSON.stringify([own, ...others].slice(0, MOST)));
  } catch {
    // Storage is off or full: it is found again by searching.
  }
}

function isOpened(value: unknown): value is Opened {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, detail, href } = value as Record<string, unknown>;
  return [kind, title, detail].every((each) => typeof each === 'string') && isPath(href);
}

/** Only pages of this app. */
function isPath(href: unknown): boolean {
  return typeof href === 'string' && /^\/(?!\/)/.test(href);
}

/** From the last letter to the question: who types a word asks once. */
const WAIT_MS = 150;
const MIN_LETTERS = 2;
const OF_EACH = 3;
const OF_ONE = 8;

interface Answer {
  /** The last answer, of an earlier question while the next one is on its way; null before the first. */
  model: SearchModel | null;
  isLooking: boolean;
  error: string;
}

/** Search results of the server, requested while typing. */
function useSearch(q: string, kind: SearchKind | ''): Answer {
  const [answer, setAnswer] = useState<Answer>({ model: null, isLooking: false, error: '' });
  useEffect(() => {
    if (q.trim().length < MIN_LETTERS) {
      setAnswer({ model: null, isLooking: false, error: '' });
      return;
    }
    const aborter = new AbortController();
    setAnswer((before) => ({ ...before, isLooking: true }));
    const timer = window.setTimeout(async () => {
      try {
        const input = { q, kind, limit: kind === '' ? OF_EACH : OF_ONE };
        const model = await api.search.find.query(input, { signal: aborter.signal });
        setAnswer({ model, isLooking: false, error: '' });
      } catch (error) {
        if (!aborter.signal.aborted) setAnswer({ model: null, isLooking: false, error: messageOf(error) });
      }
    }, WAIT_MS);
    return () => {
      window.clearTimeout(timer);
      aborter.abort();
    };
  }, [q, kind]);
  return answer;
}

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
      <div className="search-keys fine dim">
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

interface Props {
  groups: readonly OptionGroup[];
  /** Place of the chosen option over all groups. */
  chosen: number;
  onOpen: (option: Option, isNewTab: boolean) => void;
  onPoint: (place: number) => void;
}

/** The options of the search by kind. The field has the focus and names the chosen option. */
function OptionList({ groups, chosen, onOpen, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#search-option-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { options }) => sum + options.length, 0),
  );
  return (
    <div ref={list} className="search-options" role="listbox" id="search-options" aria-label="Results">
      {groups.map(({ label, note, options }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options.
        <div key={label} role="group" aria-label={label}>
          <div className="search-group fine mid" aria-hidden="true">
            {label} <span>{note}</span>
          </div>
          {options.map((option, place) => (
            <OptionRow
              key={option.href + (option.result?.kind ?? option.kind)}
              option={option}
              place={(starts[index] ?? 0) + place}
              isChosen={(starts[index] ?? 0) + place === chosen}
              onOpen={onOpen}
              onPoint={onPoint}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowProps extends Pick<Props, 'onOpen' | 'onPoint'> {
  option: Option;
  place: number;
  isChosen: boolean;
}

function OptionRow({ option, place, isChosen, onOpen, onPoint }: RowProps) {
  const { result, kind, title, detail, keys } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field, which has the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen option.
    <div
      role="option"
      id={`search-option-${place}`}
      className={isChosen ? 'result on' : 'result'}
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : () => onPoint(place)}
      onClick={(event) => onOpen(option, event.ctrlKey || event.metaKey)}
    >
      {result ? (
        <ResultRow result={result} wrap={(text) => text} />
      ) : (
        <>
          <span className="result-kind fine dim">{kind}</span>
          <span className="result-main">
            <span>{title}</span>
            {detail === '' ? null : <small>{detail}</small>}
          </span>
          <span className="result-end mid nowrap num">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        </>
      )}
    </div>
  );
}

interface Option {
  href: string;
  /** What was found; null for a page. */
  result: SearchResult | null;
  /** Shown without results. */
  kind: string;
  title: string;
  detail: string;
  keys: readonly string[];
}

interface OptionGroup {
  label: string;
  note: string;
  options: Option[];
}

/** What was found, as options. */
function foundOptions({ groups }: SearchModel): OptionGroup[] {
  return groups.map(({ label, count, results }) => ({
    label,
    note: count,
    options: results.map((result) => ({
      href: result.href,
      result,
      kind: result.kind,
      title: '',
      detail: '',
      keys: [],
    })),
  }));
}

/** Before anything is typed: what was opened lately, and the pages. */
function startOptions(): OptionGroup[] {
  const opened = openedLately().map((each): Option => ({ ...each, result: null, keys: [] }));
  const pages = PAGES_BY_KEY.map(({ key, label, path }): Option => {
    const href = key === 'c' ? (lastHeatmap() ?? path) : path;
    return { href, result: null, kind: 'page', title: label, detail: '', keys: ['g', key] };
  });
  return [
    ...(opened.length > 0 ? [{ label: 'Opened lately', note: 'this browser', options: opened }] : []),
    { label: 'Go to', note: '', options: pages },
  ];
}
