'use client';

import { DECISIONS, type ListGroup, STATE_LABELS } from '@basecase/views/regressions';
import {
  type RefObject,
  startTransition,
  useActionState,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { BulkResult } from '../../../server/actions/read-triage-form';
import { decideMany } from '../../../server/actions/regressions';
import { NarrowDetails } from '../../../ui/form/narrow-details';
import { usePageKeys } from '../../../ui/page/use-page-keys';
import { Readout } from '../../../ui/page/view-frame';
import { ListTable } from './list-table';

const NOTHING: BulkResult = { changed: [], conflicts: [], state: null, error: null };

/**
 * The list with its triage buttons in one form. They set the state of the ticked records, with or without scripts; keys set
 * that of the focused row if nothing is ticked.
 */
export function ListForm({ groups, canTriage }: { groups: ListGroup[]; canTriage: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [result, action, isPending] = useActionState(decideMany, NOTHING);
  const [ticked, setTicked] = useState(0);
  const names = useNames(groups);
  const count = () => setTicked(form.current?.querySelectorAll('input[name="record"]:checked').length ?? 0);
  const { restoreFocus } = useListKeys(form, {
    decide: (data) => {
      if (canTriage) startTransition(() => action(data));
    },
    count,
  });
  function tickAll(part: Element | null, isTicked: boolean) {
    for (const box of part?.querySelectorAll<HTMLInputElement>('input[name="record"]') ?? []) {
      box.checked = isTicked;
    }
    count();
  }
  // The decision may have removed the focused record from the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(restoreFocus, [result]);
  return (
    <form ref={form} action={action} onChange={count} onReset={() => setTicked(0)}>
      {canTriage ? (
        <fieldset className="decide cluster" disabled={isPending}>
          <legend className="sr-only">Set the state of the ticked records</legend>
          <span className={ticked === 0 ? 'mid only-wide' : 'mid'} aria-live="polite">
            Selected: {ticked === 0 ? 'none' : ticked}
          </span>
          <NarrowDetails label="Set state">
            {DECISIONS.map(({ state, key, label }) => (
              <button
                key={state}
                type="submit"
                className="button"
                name="state"
                value={state}
                data-key={key ?? undefined}
                aria-keyshortcuts={key ?? undefined}
              >
                {label}
                {key ? <kbd className="only-wide">{key}</kbd> : null}
              </button>
            ))}
          </NarrowDetails>
        </fieldset>
      ) : (
        <p className="mid decide">
          Read-only. To change records, <a href="/tokens">sign in with a token</a>.
        </p>
      )}
      <ListTable groups={groups} canTriage={canTriage} onTick={tickAll} />
      <Readout
        line={<Outcome result={result} names={names} />}
        hint=""
        keys={{ all: [...MOVE, ...(canTriage ? DECIDE : []), ...PAGE], shown: SHOWN }}
      />
    </form>
  );
}

/** Names of all rows seen so far: what was decided is often not in the list any more. */
function useNames(groups: ListGroup[]): Map<string, string> {
  const names = useRef(new Map<string, string>());
  for (const { slug, test, note, since } of groups.flatMap(({ rows }) => rows)) {
    names.current.set(slug, `${[test, note].filter(Boolean).join(' ')} since ${since}`);
  }
  return names.current;
}

function Outcome({ result, names }: { result: BulkResult; names: Map<string, string> }) {
  const { changed, conflicts, state, error } = result;
  if (error !== null) return <span className="tone-error">{error}</span>;
  if (state === null) return null;
  const [only, ...others] = changed;
  const label = STATE_LABELS[state].toLowerCase();
  return (
    <>
      {only !== undefined && others.length === 0 ? (
        <span>
          <a href={`/r/${only}`}>{names.get(only) ?? only}</a>: <b>{label}</b>
        </span>
      ) : null}
      {others.length > 0 ? (
        <span>
          {changed.length} records: <b>{label}</b>
        </span>
      ) : null}
      {conflicts.length > 0 ? (
        <span className="tone-warn">
          Changed by someone else in the meantime, so not updated:{' '}
          {conflicts.map((slug) => names.get(slug) ?? slug).join(', ')}. Review again.
        </span>
      ) : null}
    </>
  );
}

const MOVE = [
  ['j', 'next record'],
  ['k', 'previous record'],
  ['Enter', 'open the record'],
] as const;
const SHOWN = [
  ['j k', 'move'],
  ['Enter', 'open'],
] as const;
const DECIDE = [
  ['x', 'tick the record'],
  ['c', 'confirmed'],
  ['i', 'investigating'],
  ['n', 'noise'],
  ['w', "won't fix"],
  ['Esc', 'untick all'],
] as const;
const PAGE = [
  ['/', 'search'],
  ['?', 'these keys'],
] as const;

interface Keys {
  /** Sends a decision for one row, as the form would for a ticked one. */
  decide: (data: FormData) => void;
  /** A tick was set by a key. */
  count: () => void;
}

/**
 * Keys of the list: j k and arrows move, x ticks, a decision key decides for what is ticked or else for the row with the
 * focus, `/` filters, Esc unticks. Enter opens by itself: what has the focus is a link.
 */
function useListKeys(form: RefObject<HTMLFormElement | null>, keys: Keys) {
  const place = useRef(0);
  const decided = useRef(false);
  usePageKeys((event) => {
    const { target } = event;
    if (!form.current) return;
    const row = target instanceof Element ? target.closest('tr') : null;
    const isInList = row !== null && form.current.contains(row);
    if (move(event.key, isInList)) event.preventDefault();
    else if (event.key === '/') {
      document.querySelector<HTMLInputElement>('#filter')?.focus();
      event.preventDefault();
    } else if (event.key === 'x' && isInList) tick(row);
    else if (event.key === 'Escape') untick();
    else decide(event.key, isInList ? row : null);
  });

  function move(key: string, isInList: boolean): boolean {
    const isDown = key === 'j' || (key === 'ArrowDown' && isInList);
    if (!isDown && key !== 'k' && !(key === 'ArrowUp' && isInList)) return false;
    const links = rowLinks(form.current);
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = at === -1 ? place.current : at + (isDown ? 1 : -1);
    focusRow(links, next);
    return true;
  }

  function focusRow(links: HTMLElement[], at: number) {
    place.current = Math.max(0, Math.min(at, links.length - 1));
    links[place.current]?.focus();
  }

  function tick(row: Element) {
    const box = row.querySelector<HTMLInputElement>('input[name="record"]');
    if (!box) return;
    box.checked = !box.checked;
    keys.count();
  }

  function untick() {
    form.current?.reset();
  }

  function decide(key: string, row: Element | null) {
    const button = form.current?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`);
    if (!button || button.matches(':disabled')) return;
    const links = rowLinks(form.current);
    const link = row?.querySelector<HTMLElement>('[data-row]') ?? null;
    place.current = Math.max(0, link ? links.indexOf(link) : place.current);
    if (form.current?.querySelector('input[name="record"]:checked')) {
      decided.current = true;
      button.click();
    } else if (link?.dataset['row']) {
      decided.current = true;
      const data = new FormData();
      data.set('state', button.value);
      data.set('record', link.dataset['row']);
      keys.decide(data);
    }
  }

  /** After a decision by a key: on to the row that is now where the decided one was, unless the focus went elsewhere. */
  const restoreFocus = useCallback(() => {
    if (!decided.current) return;
    decided.current = false;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const links = rowLinks(form.current);
    if (isLost) links[Math.min(place.current, links.length - 1)]?.focus();
  }, [form]);
  return { restoreFocus };
}

/** Rows of a folded group have no place on the page, and are stepped over. */
function rowLinks(form: HTMLFormElement | null): HTMLElement[] {
  const links = form?.querySelectorAll<HTMLElement>('a[data-row]') ?? [];
  return [...links].filter((link) => link.getClientRects().length > 0);
}
