'use server';

import { serverHref } from '@basecase/views/url';
import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { type ActionResult, attempt, EXPECTED_REASON, textOf } from './problem-of';

/** Merges a name into a server as previewed, and redirects to the server. Needs the right to change uploads. */
export async function mergeServer(_: ActionResult, form: FormData): Promise<ActionResult> {
  const into = textOf(form, 'into');
  return attempt(EXPECTED_REASON, async ({ serverPage }) => {
    const [reason, revision] = [textOf(form, 'reason'), textOf(form, 'revision')];
    await serverPage.merge({ from: textOf(form, 'from'), into, reason, ...(revision && { revision }) });
    openNames(into);
  });
}

/** Merges two workloads as previewed, and redirects to the server. Needs the right to change uploads. */
export async function mergeWorkload(_: ActionResult, form: FormData): Promise<ActionResult> {
  const server = textOf(form, 'server');
  return attempt(EXPECTED_REASON, async ({ serverPage }) => {
    await serverPage.mergeWorkloads({
      from: textOf(form, 'from'),
      into: textOf(form, 'into'),
      server: textOf(form, 'on') === 'all' ? null : server,
      reason: textOf(form, 'reason'),
      revision: textOf(form, 'revision'),
    });
    openNames(server);
  });
}

function openNames(server: string): never {
  revalidatePath('/servers/[slug]', 'page');
  redirect(serverHref(server, 'names'));
}
