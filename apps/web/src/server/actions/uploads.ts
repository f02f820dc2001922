'use server';

import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { serverCaller } from '../root';
import { readUploadAnswers, type UploadAnswer } from '../uploads/upload-answers';
import { type ActionResult, attempt, textOf } from './problem-of';

export type { UploadAnswer };

/** Sets the campaign of an upload; an empty name removes it. For admins. */
export async function nameCampaign(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt('A name can have at most 100 characters.', async ({ uploads }) => {
    const id = textOf(form, 'id');
    await uploads.setCampaign({ id, campaign: textOf(form, 'campaign') || null });
    revalidatePath(`/uploads/${id}`);
  });
}

/** What some uploads brought, for the card of results. */
export async function uploadAnswers(ids: readonly string[]): Promise<UploadAnswer[]> {
  return readUploadAnswers(ids, await headers());
}

/** Takes uploads off the upload page and home. */
export async function dismissResult(form: FormData): Promise<void> {
  await change(form, (ids, { uploads }) => uploads.dismiss({ ids }));
}

/** Removes uploads that were added and not dismissed. For admins. */
export async function undoResult(form: FormData): Promise<void> {
  await change(form, (ids, { uploads }) => uploads.undo({ ids }));
}

async function change(
  form: FormData,
  work: (ids: string[], caller: ReturnType<typeof serverCaller>) => Promise<void>,
): Promise<void> {
  try {
    await work(textOf(form, 'ids').split(','), serverCaller(await headers()));
  } catch (error) {
    const isRefused = error instanceof TRPCError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code);
    if (!isRefused) throw error;
    redirect('/tokens');
  }
  revalidatePath('/');
  revalidatePath('/uploads');
}
