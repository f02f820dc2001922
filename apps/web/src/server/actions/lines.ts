'use server';

import type { LineDecisionBody } from '@basecase/contract/config-lines';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface LineResult {
  error: string | null;
}

/** Joins or splits two configs of a product, or confirms a step between them. */
export async function decideLine(_: LineResult, form: FormData): Promise<LineResult> {
  return attempt(async () => {
    const [product, from, to] = [textOf(form, 'product'), textOf(form, 'from'), textOf(form, 'to')];
    // The body of the procedure lists the actions.
    const action = textOf(form, 'action') as LineDecisionBody['action'];
    await serverCaller(await headers()).lines.decide({ product, from, to, action });
  });
}

/** Takes a decision back. It stays in the list, with who did. */
export async function undoLine(_: LineResult, form: FormData): Promise<LineResult> {
  return attempt(async () => {
    await serverCaller(await headers()).lines.undo({ id: textOf(form, 'id') });
  });
}

/** Joins the configs of heatmaps that were judged before there were lines. */
export async function applyLines(_: LineResult, _form: FormData): Promise<LineResult> {
  return attempt(async () => {
    await serverCaller(await headers()).lines.joinPending();
  });
}

async function attempt(work: () => Promise<void>): Promise<LineResult> {
  try {
    await work();
    revalidatePath('/lines');
    return { error: null };
  } catch (error) {
    return { error: problemOf(error, 'Choose two configs of one product.') };
  }
}
