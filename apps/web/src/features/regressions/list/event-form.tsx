'use client';

import { eventHref, type eventSections, STATE_LABELS } from '@basecase/views/regressions';
import { startTransition, useActionState, useCallback, useEffect, useRef, useState } from 'react';
import { changeEvents, type EventResult } from '../../../server/actions/events';
import { Section } from '../../../ui/page/section';
import { Readout } from '../../../ui/page/view-frame';
import { DecisionButtons, NO_RESULT } from '../decision-buttons';
import { EventTable } from './event-table';
import { useListKeys } from './use-list-keys';

type Sections = ReturnType<typeof eventSections>;

/**
 * The list with its triage in one form, which works with and without scripts; keys set the state of the focused row if
 * nothing is selected.
 */
export function EventForm({ list, canTriage }: { list: Sections; canTriage: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [result, action, isPending] = useActionState(changeEvents, NO_RESULT);
  const [selected, setSelected] = useState({ events: 0, name: '' });
  const lastChanges = useRef<string[]>([]);
  if (result.changes.length > 0) lastChanges.current = result.changes;
  const count = useCallback(() => {
    const boxes = [...(form.current?.querySelectorAll('input[name="event"]:checked') ?? [])];
    const name = boxes[0]?.closest('tr')?.querySelector<HTMLElement>('a[data-name]')?.dataset['name'] ?? '';
    setSelected({ events: boxes.length, name: boxes.length === 1 ? name : '' });
  }, []);
  const send = (data: FormData) => {
    if (canTriage) startTransition(() => action(data));
  };
  const { restoreFocus } = useListKeys(form, {
    send,
    count,
    undo: () => {
      const data = new FormData();
      for (const id of lastChanges.current) data.append('undo', id);
      if (lastChanges.current.length > 0) send(data);
      lastChanges.current = [];
    },
  });
  function tickAll(table: Element | null, isTicked: boolean) {
    for (const box of table?.querySelectorAll<HTMLInputElement>('input[name="event"]') ?? [])
      box.checked = isTicked;
    count();
  }
  // A decision may have removed the focused event from the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    restoreFocus();
    count();
  }, [result]);
  return (
    <form
      id="events"
      ref={form}
      action={action}
      className="event-form"
      onChange={count}
      onReset={() => setSelected({ events: 0, name: '' })}
    >
      <div className="stack">
        {list.sections.map((section) => (
          <Section key={section.key} id={section.key} title={section.title} hint={section.hint}>
            <EventTable section={section} axis={list} canTriage={canTriage} onTick={tickAll} />
          </Section>
        ))}
      </div>
      {canTriage ? (
        <fieldset className="event-bar" disabled={isPending}>
          <legend className="sr-only">Change the selected events</legend>
          {/* First, so that Enter in the field assigns; the style sheet puts it last. */}
          <label className="assign only-wide">
            <span className="sr-only">Owner</span>
            <input
              id="assign"
              className="field"
              type="text"
              name="owner"
              maxLength={100}
              placeholder="owner"
            />
          </label>
          <button type="submit" className="button assign only-wide" name="assign" value="1">
            Assign <kbd className="only-wide">a</kbd>
          </button>
          <span className="mid" aria-live="polite">
            {selected.events} selected {selected.name}
          </span>
          <DecisionButtons showsKeys />
          <button type="submit" className="button only-wide" name="muted" value="1">
            Mute
          </button>
        </fieldset>
      ) : (
        <p className="mid">
          Read-only. To change events, <a href="/tokens">sign in with a token</a>.
        </p>
      )}
      <Readout
        line={<Outcome result={result} />}
        hint=""
        keys={{ all: [...MOVE, ...(canTriage ? DECIDE : []), ...PAGE], shown: SHOWN }}
      />
    </form>
  );
}

function Outcome({ result }: { result: EventResult }) {
  const { changed, conflicts, done, error } = result;
  if (error !== null) return <span className="tone-error">{error}</span>;
  if (done === 'undone') return <span>Taken back.</span>;
  const [only] = changed;
  return (
    <>
      {done !== null && done !== 'split' && only !== undefined ? (
        <span>
          {changed.length === 1 ? <a href={eventHref(only)}>{only}</a> : `${changed.length} events`}:{' '}
          <b>{doneText(done)}</b>. <kbd>u</kbd> takes it back.
        </span>
      ) : null}
      {conflicts.length > 0 ? (
        <span className="tone-warn">
          Changed in the meantime, so not updated: {conflicts.join(', ')}. Review again.
        </span>
      ) : null}
    </>
  );
}

function doneText({ state, owner, muted }: Exclude<EventResult['done'], string | null>): string {
  if (state !== undefined) return STATE_LABELS[state].toLowerCase();
  if (muted !== undefined) return muted ? 'muted' : 'not muted';
  return owner === null || owner === undefined ? 'saved' : `owner ${owner}`;
}

const MOVE = [
  ['j', 'next event'],
  ['k', 'previous event'],
  ['o', 'unfold tests'],
  ['Enter', 'open the event'],
] as const;
const SHOWN = [
  ['j k', 'move'],
  ['x', 'select'],
  ['o', 'tests'],
] as const;
const DECIDE = [
  ['x', 'select'],
  ['c', 'confirmed'],
  ['i', 'investigating'],
  ['n', 'noise'],
  ['w', "won't fix"],
  ['f', 'fixed'],
  ['a', 'assign'],
  ['u', 'undo the last change'],
  ['Esc', 'deselect all'],
] as const;
const PAGE = [
  ['/', 'search'],
  ['?', 'these keys'],
] as const;
