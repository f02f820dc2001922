'use server';

import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf } from './problem-of';
import { type EventForm, readEventForm } from './read-triage-form';

/** The outcome of a change of events, for the one who made it. */
export interface EventResult {
  /** Slugs that were changed. */
  changed: string[];
  /** Ids of the changes, for undo. */
  changes: string[];
  conflicts: string[];
  /** What was done; null before anything was. */
  done: EventForm['change'] | 'undone' | 'split' | null;
  error: string | null;
}

/**
 * Changes events: a state, an owner, a link, muting, a split, or takes changes back. Events that others changed meanwhile
 * are left as they are, and named.
 */
export async function changeEvents(_: EventResult, form: FormData): Promise<EventResult> {
  const { events, change, undo, split } = readEventForm(form);
  const nothing: EventResult = { changed: [], changes: [], conflicts: [], done: null, error: null };
  const [only] = events;
  try {
    const caller = serverCaller(await headers()).events;
    if (undo.length > 0) {
      for (const id of undo) await caller.undo({ id });
      revalidatePath('/regressions', 'layout');
      return { ...nothing, done: 'undone' };
    }
    if (!only) return { ...nothing, error: 'Select at least one event.' };
    if (split !== '') {
      const id = await caller.split({ ...only, server: split });
      revalidatePath('/regressions', 'layout');
      return { ...nothing, changed: [only.slug], changes: [id], done: 'split' };
    }
    if (Object.keys(change).length === 0) return { ...nothing, error: 'Choose a state.' };
    const { changes, conflicts } = await caller.change({ events, change });
    revalidatePath('/regressions', 'layout');
    const changed = events.map(({ slug }) => slug).filter((slug) => !conflicts.includes(slug));
    return { ...nothing, changed, changes, conflicts, done: changed.length > 0 ? change : null };
  } catch (error) {
    const message = problemOf(error, 'This cannot be saved.');
    const needsToken = error instanceof TRPCError && error.code === 'UNAUTHORIZED';
    return { ...nothing, error: needsToken ? `${message} Sign in on the Tokens page.` : message };
  }
}
