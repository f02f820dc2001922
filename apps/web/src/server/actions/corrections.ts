'use server';

import { correctionHref, correctUrl, selectorOf } from '@basecase/views/corrections';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface CorrectionResult {
  error: string | null;
}

/** Corrects the runs of a preview, and redirects to the correction. Needs the right to change uploads. */
export async function correct(_: CorrectionResult, form: FormData): Promise<CorrectionResult> {
  let id: string;
  try {
    const select = selectorOf(correctUrl.parse([...form].map(([name, value]) => [name, String(value)])));
    if (!select) return { error: 'No run was chosen.' };
    const texts = JSON.parse(textOf(form, 'changes')) as Record<string, string>;
    const caller = serverCaller(await headers());
    const [reason, revision] = [textOf(form, 'reason'), textOf(form, 'revision')];
    id = (await caller.corrections.correct({ select, texts, reason, revision })).id;
  } catch (error) {
    return { error: problemOf(error, 'Say why, in at most 1000 characters: others judge it by that later.') };
  }
  forget();
  redirect(correctionHref(id));
}

/** Takes a correction back, together with those that build on it, as its preview said. */
export async function undoCorrections(_: CorrectionResult, form: FormData): Promise<CorrectionResult> {
  try {
    await serverCaller(await headers()).corrections.undo({
      id: textOf(form, 'id'),
      revision: textOf(form, 'revision'),
      withLater: textOf(form, 'withLater') === '1',
    });
  } catch (error) {
    return { error: problemOf(error, 'This is not a correction.') };
  }
  forget();
  return { error: null };
}

function forget(): void {
  revalidatePath('/corrections/[id]', 'page');
  revalidatePath('/uploads/[id]', 'page');
  revalidatePath('/runs/[id]', 'page');
}
