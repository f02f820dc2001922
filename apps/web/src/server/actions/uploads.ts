'use server';

import { bandsSentence, toBandedSelection, toColumnSet } from '@basecase/views/compare';
import { DOCUMENT_VIEWS } from '@basecase/views/share';
import { answerLinks } from '@basecase/views/uploads';
import { TRPCError } from '@trpc/server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { loadCompare } from '../pages/load-compare';
import { viewSource } from '../permalinks/view-source';
import { serverCaller } from '../root';
import { createContext } from '../trpc';
import { type ActionResult, attempt, textOf } from './problem-of';

/** Sets the campaign of an upload; an empty name removes it. For admins. */
export async function nameCampaign(_: ActionResult, form: FormData): Promise<ActionResult> {
  return attempt('A name can have at most 100 characters.', async ({ uploads }) => {
    const id = textOf(form, 'id');
    await uploads.setCampaign({ id, campaign: textOf(form, 'campaign') || null });
    revalidatePath(`/uploads/${id}`);
  });
}

/** What uploads show, in a sentence with the page that has the rest. */
export interface UploadAnswer {
  href: string;
  /** Of the link. */
  text: string;
  where: string;
  sentence: { strong: string; rest: string };
}

/** Each is a page that is read for its sentence. */
const MOST_ANSWERS = 4;

/** What some uploads brought: a sentence for each heatmap, or for each sweep over clients. */
export async function uploadAnswers(ids: readonly string[]): Promise<UploadAnswer[]> {
  const caller = serverCaller(await headers());
  const [heatmaps, entries] = await Promise.all([
    caller.uploads.heatmapsOf({ ids: [...ids] }),
    caller.compare.choices(),
  ]);
  const links = answerLinks(heatmaps, entries);
  const sentences = await Promise.all(links.slice(0, MOST_ANSWERS).map(({ href }) => sentenceOf(href)));
  return links.map((link, index) => ({ ...link, sentence: sentences[index] ?? { strong: '', rest: '' } }));
}

async function sentenceOf(href: string): Promise<UploadAnswer['sentence']> {
  const { pathname, searchParams } = new URL(href, 'http://page');
  if (pathname === '/clients') {
    const loaded = await DOCUMENT_VIEWS.clients?.load(
      viewSource(createContext(await headers())),
      searchParams,
    );
    return loaded?.document.sentence ?? { strong: '', rest: '' };
  }
  const { view } = await loadCompare(searchParams);
  if (!view) return { strong: '', rest: '' };
  return bandsSentence(toBandedSelection(toColumnSet(view.data, view.state), view.state));
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
