'use server';

import { revalidatePath } from 'next/cache';
import { type ActionResult, attempt, textOf } from './problem-of';

/** Sets the campaign of an upload; an empty name removes it. For admins. */
export async function nameCampaign(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt('A name can have at most 100 characters.', async ({ uploads }) => {
    const id = textOf(form, 'id');
    await uploads.setCampaign({ id, campaign: textOf(form, 'campaign') || null });
    revalidatePath(`/uploads/${id}`);
  });
}
