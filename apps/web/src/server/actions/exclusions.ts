'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface ExclusionResult {
  error: string | null;
}

/** Takes a pair out of the noise, or marks a run as bad, with a reason that is kept. For admins. */
export async function exclude(_: ExclusionResult, form: FormData): Promise<ExclusionResult> {
  return attempt(async () => {
    const [run, other, reason] = [textOf(form, 'run'), textOf(form, 'other'), textOf(form, 'reason')];
    await serverCaller(await headers()).noise.exclude({ run, other: other || null, reason });
  });
}

/** Takes an exclusion back. It stays in the list, with who did. */
export async function restore(_: ExclusionResult, form: FormData): Promise<ExclusionResult> {
  return attempt(async () => {
    await serverCaller(await headers()).noise.restore({ id: textOf(form, 'id') });
  });
}

async function attempt(work: () => Promise<void>): Promise<ExclusionResult> {
  try {
    await work();
    revalidatePath('/noise');
    revalidatePath('/runs/[id]', 'page');
    return { error: null };
  } catch (error) {
    return { error: problemOf(error, 'Enter a reason of at most 500 characters.') };
  }
}
