'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface CampaignResult {
  error: string | null;
}

/** Sets the campaign of an upload; an empty name removes it. For admins. */
export async function nameCampaign(_: CampaignResult, form: FormData): Promise<CampaignResult> {
  try {
    const caller = serverCaller(await headers());
    await caller.uploads.setCampaign({ id: textOf(form, 'id'), campaign: textOf(form, 'campaign') || null });
    revalidatePath(`/uploads/${textOf(form, 'id')}`);
    return { error: null };
  } catch (error) {
    return { error: problemOf(error, 'A name can have at most 100 characters.') };
  }
}
