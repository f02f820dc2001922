'use server';

import { revalidatePath } from 'next/cache';
import { type ActionResult, attempt, textOf } from './problem-of';

const EXPECTED = 'Enter a date, and what happened in at most 200 letters.';

/** Records an external event, on one server or on all. */
export async function annotate(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt(EXPECTED, async ({ series }) => {
    const [at, label, server] = [textOf(form, 'at'), textOf(form, 'label'), textOf(form, 'server')];
    await series.annotate({ at, label, server: server || null });
    revalidatePath('/series');
  });
}

/** Takes it back. */
export async function unannotate(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt(EXPECTED, async ({ series }) => {
    await series.unannotate({ id: textOf(form, 'id') });
    revalidatePath('/series');
  });
}
