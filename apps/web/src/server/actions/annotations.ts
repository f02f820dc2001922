'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface AnnotationResult {
  error: string | null;
}

/** Records an external event, on one server or on all. */
export async function annotate(_: AnnotationResult, form: FormData): Promise<AnnotationResult> {
  return attempt(async () => {
    const [at, label, server] = [textOf(form, 'at'), textOf(form, 'label'), textOf(form, 'server')];
    await serverCaller(await headers()).series.annotate({ at, label, server: server || null });
  });
}

/** Takes it back. */
export async function unannotate(_: AnnotationResult, form: FormData): Promise<AnnotationResult> {
  return attempt(async () => {
    await serverCaller(await headers()).series.unannotate({ id: textOf(form, 'id') });
  });
}

async function attempt(work: () => Promise<void>): Promise<AnnotationResult> {
  try {
    await work();
    revalidatePath('/series');
    return { error: null };
  } catch (error) {
    return { error: problemOf(error, 'Enter a date, and what happened in at most 200 letters.') };
  }
}
