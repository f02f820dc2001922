'use client';

import type { ListGroup } from '@basecase/views/regressions';
import { DECISIONS, STATE_LABELS } from '@basecase/views/regressions';
import { startTransition, useActionState, useEffect, useRef, useState } from 'react';
import type { BulkResult } from '../../../server/actions/read-triage-form';
import { decideMany } from '../../../server/actions/regressions';
import { NarrowDetails } from '../../../ui/form/narrow-details';
import { KeysHelp } from './keys-help';
import { ListTable } from './list-table';
import { useListKeys } from './use-list-keys';

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
        <fieldset className="decide" disabled={isPending}>
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
      <div className="readout">
        <output aria-live="polite">
          <Outcome result={result} names={names} />
        </output>
        <KeysHelp canTriage={canTriage} />
      </div>
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
