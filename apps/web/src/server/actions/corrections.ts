'use server';

import { correctionHref, correctUrl, selectorOf } from '@basecase/views/corrections';
import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { type ActionResult, attempt, EXPECTED_REASON, textOf } from './problem-of';

/** Corrects the runs of a preview, and redirects to the correction. Needs the right to change uploads. */
export async function correct(_: ActionResult, form: FormData): Promise<ActionResult> {
  const select = selectorOf(correctUrl.parse([...form].map(([name, value]) => [name, String(value)])));
  if (!select) return { error: 'No run was chosen.' };
  return attempt(EXPECTED_REASON, async ({ corrections }) => {
    const texts = JSON.parse(textOf(form, 'changes')) as Record<string, string>;
    const [reason, revision] = [textOf(form, 'reason'), textOf(form, 'revision')];
    const { id } = await corrections.correct({ select, texts, reason, revision });
    forget();
    redirect(correctionHref(id));
  });
}

/** Takes a correction back, together with those that build on it, as its preview said. */
export async function undoCorrections(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt('This is not a correction.', async ({ corrections }) => {
    const withLater = textOf(form, 'withLater') === '1';
    await corrections.undo({ id: textOf(form, 'id'), revision: textOf(form, 'revision'), withLater });
    forget();
  });
}

function forget(): void {
  revalidatePath('/corrections/[id]', 'page');
  revalidatePath('/uploads/[id]', 'page');
  revalidatePath('/runs/[id]', 'page');
}
