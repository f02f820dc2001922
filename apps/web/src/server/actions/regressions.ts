'use server';

import type { RegressionState, TriageChange } from '@basecase/db/types';
import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf } from './problem-of';
import { readTriageForm, type TriageFields } from './read-triage-form';

export interface TriageResult {
  /** What was decided, for the one who did. */
  saved: string | null;
  error: string | null;
  /** What they typed, when it was not saved: nothing of it may be lost. */
  typed: TriageFields | null;
}

/** Decides for one record: its state, or its owner, bug and fix. */
export async function decideOne(_: TriageResult, form: FormData): Promise<TriageResult> {
  const { slug, triageVersion, change, typed } = readTriageForm(form);
  try {
    await serverCaller(await headers()).regressions.triage({ slug, triageVersion, change });
    revalidatePath(`/r/${slug}`);
    return { saved: savedText(change), error: null, typed: null };
  } catch (error) {
    if (isConflict(error)) {
      revalidatePath(`/r/${slug}`);
      const message =
        'Someone else changed this in the meantime. The current values are shown; check them and save again.';
      return { saved: null, error: message, typed };
    }
    return { saved: null, error: messageOf(error), typed };
  }
}

function savedText({ state }: TriageChange): string {
  const words: Partial<Record<RegressionState, string>> = { wont_fix: "won't fix" };
  return state === undefined ? 'Saved.' : `State: ${words[state] ?? state}.`;
}

export interface NotesResult {
  status: 'idle' | 'saved' | 'conflict' | 'error';
  message: string;
  /** Text that was typed and is not stored. */
  typed: string | null;
  /** On a conflict: what is stored, and its version. */
  stored: { notes: string; version: number } | null;
}

/** Saves the notes of a record, unless they were changed since they were opened: then both texts are returned. */
export async function saveNotes(_: NotesResult, form: FormData): Promise<NotesResult> {
  const slug = String(form.get('slug') ?? '');
  // A form sends line ends as CR LF.
  const notes = String(form.get('notes') ?? '').replace(/\r\n/g, '\n');
  const caller = serverCaller(await headers());
  try {
    await caller.regressions.saveNotes({ slug, notes, notesVersion: Number(form.get('notesVersion')) });
    revalidatePath(`/r/${slug}`);
    return { status: 'saved', message: 'Saved.', typed: null, stored: null };
  } catch (error) {
    if (!isConflict(error)) return { status: 'error', message: messageOf(error), typed: notes, stored: null };
    const now = await caller.regressions.get({ slug });
    revalidatePath(`/r/${slug}`);
    return {
      status: 'conflict',
      message:
        'Someone else changed the notes in the meantime. Yours are not saved yet; both texts are shown.',
      typed: notes,
      stored: { notes: now.notes, version: now.notesVersion },
    };
  }
}

export interface FreezeResult {
  slug: string | null;
  error: string | null;
}

/** Freezes the numbers of a page of this server under a link that keeps them. */
export async function freeze(_: FreezeResult, form: FormData): Promise<FreezeResult> {
  try {
    const path = String(form.get('path') ?? '');
    const isPublic = form.get('public') === '1';
    const { slug } = await serverCaller(await headers()).permalinks.create({ path, isPublic });
    return { slug, error: null };
  } catch (error) {
    return { slug: null, error: messageOf(error) };
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof TRPCError && error.code === 'CONFLICT';
}

/** What went wrong, for the reader. @throws what is a fault of this server */
function messageOf(error: unknown): string {
  const message = problemOf(error, 'This cannot be saved.');
  const needsToken = error instanceof TRPCError && error.code === 'UNAUTHORIZED';
  return needsToken ? `${message} Sign in on the Tokens page.` : message;
}
