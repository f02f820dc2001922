'use server';

import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';

export interface ExclusionResult {
  error: string | null;
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Takes a pair out of the noise, or marks a run as bad, with a reason that is kept. For admins. */
export async function exclude(_: ExclusionResult, form: FormData): Promise<ExclusionResult> {
  return attempt(async () => {
    const [run, other, reason] = [text(form, 'run'), text(form, 'other'), text(form, 'reason')];
    await serverCaller(await headers()).noise.exclude({ run, other: other || null, reason });
  });
}

/** Takes an exclusion back. It stays in the list, with who did. */
export async function restore(_: ExclusionResult, form: FormData): Promise<ExclusionResult> {
  return attempt(async () => {
    await serverCaller(await headers()).noise.restore({ id: text(form, 'id') });
  });
}

async function attempt(work: () => Promise<void>): Promise<ExclusionResult> {
  try {
    await work();
    revalidatePath('/noise');
    revalidatePath('/runs/[id]', 'page');
    return { error: null };
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') throw error;
    // The schema of an input says what is wrong for programs.
    return {
      error: error.message.startsWith('[') ? 'A reason of at most 500 characters is needed.' : error.message,
    };
  }
}
