'use server';

import { serverHref } from '@basecase/views/url';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface MergeResult {
  error: string | null;
}

const EXPECTED = 'Say why, in at most 1000 characters: others judge it by that later.';

/** Merges a name into a server as previewed, and redirects to the server. Needs the right to change uploads. */
export async function mergeServer(_: MergeResult, form: FormData): Promise<MergeResult> {
  const into = textOf(form, 'into');
  try {
    const caller = serverCaller(await headers()).serverPage;
    const [reason, revision] = [textOf(form, 'reason'), textOf(form, 'revision')];
    await caller.merge({ from: textOf(form, 'from'), into, reason, ...(revision && { revision }) });
  } catch (error) {
    return { error: problemOf(error, EXPECTED) };
  }
  revalidatePath('/servers/[slug]', 'page');
  redirect(serverHref(into, 'names'));
}

/** Merges two workloads as previewed, and redirects to the server. Needs the right to change uploads. */
export async function mergeWorkload(_: MergeResult, form: FormData): Promise<MergeResult> {
  const server = textOf(form, 'server');
  try {
    await serverCaller(await headers()).serverPage.mergeWorkloads({
      from: textOf(form, 'from'),
      into: textOf(form, 'into'),
      server: textOf(form, 'on') === 'all' ? null : server,
      reason: textOf(form, 'reason'),
      revision: textOf(form, 'revision'),
    });
  } catch (error) {
    return { error: problemOf(error, EXPECTED) };
  }
  revalidatePath('/servers/[slug]', 'page');
  redirect(serverHref(server, 'names'));
}
