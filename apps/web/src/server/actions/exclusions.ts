'use server';

import { revalidatePath } from 'next/cache';
import { type ActionResult, attempt, textOf } from './problem-of';

const EXPECTED = 'Enter a reason of at most 500 characters.';

/** Takes a pair out of the noise, or marks a run as bad, with a reason that is kept. For admins. */
export async function exclude(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt(EXPECTED, async ({ noise }) => {
    const [run, other, reason] = [textOf(form, 'run'), textOf(form, 'other'), textOf(form, 'reason')];
    await noise.exclude({ run, other: other || null, reason });
    forget();
  });
}

/** Takes an exclusion back. It stays in the list, with who did. */
export async function restore(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt(EXPECTED, async ({ noise }) => {
    await noise.restore({ id: textOf(form, 'id') });
    forget();
  });
}

function forget(): void {
  revalidatePath('/noise');
  revalidatePath('/runs/[id]', 'page');
}
