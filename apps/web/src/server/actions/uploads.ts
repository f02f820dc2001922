'use server';

import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';

export interface CampaignResult {
  error: string | null;
}

/** Says which campaign an upload is of; an empty name takes back what was said. For admins. */
export async function nameCampaign(_: CampaignResult, form: FormData): Promise<CampaignResult> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  try {
    const caller = serverCaller(await headers());
    await caller.uploads.setCampaign({ id: text('id'), campaign: text('campaign') || null });
    revalidatePath(`/uploads/${text('id')}`);
    return { error: null };
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') throw error;
    // The schema of an input says what is wrong for programs.
    return { error: error.message.startsWith('[') ? 'A name has at most 100 characters.' : error.message };
  }
}
