'use server';

import type { WebhookEvent } from '@basecase/db/types';
import { isWebhookEvent } from '@basecase/views/webhooks';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { type ActionResult, attempt, problemOf, textOf } from './problem-of';

export interface AddResult {
  error: string | null;
  /** The secret that was just made: shown once. */
  secret: string | null;
  /** What was typed, so that a mistake can be mended; empty after a success. */
  url: string;
}

const EXPECTED = 'Enter a URL of at most 2000 characters and choose at least one event.';

type Webhooks = ReturnType<typeof serverCaller>['webhooks'];

export async function addWebhook(_: AddResult, form: FormData): Promise<AddResult> {
  const url = textOf(form, 'url');
  const events = form.getAll('event').filter((event): event is WebhookEvent => isWebhookEvent(event));
  try {
    const { secret } = await serverCaller(await headers()).webhooks.create({ url, events });
    revalidatePath('/webhooks');
    return { error: null, secret, url: '' };
  } catch (error) {
    return { error: problemOf(error, EXPECTED), secret: null, url };
  }
}

export async function pauseWebhook(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((webhooks) => webhooks.setActive({ id: textOf(form, 'id'), active: false }));
}

export async function resumeWebhook(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((webhooks) => webhooks.setActive({ id: textOf(form, 'id'), active: true }));
}

export async function testWebhook(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((webhooks) => webhooks.test({ id: textOf(form, 'id') }));
}

export async function removeWebhook(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((webhooks) => webhooks.delete({ id: textOf(form, 'id') }));
}

/** Sends a message once more, as it was. */
export async function sendAgain(_: ActionResult, form: FormData): Promise<ActionResult> {
  return change((webhooks) => webhooks.redeliver({ id: textOf(form, 'id') }));
}

async function change(work: (webhooks: Webhooks) => Promise<unknown>): Promise<ActionResult> {
  return attempt(EXPECTED, async ({ webhooks }) => {
    await work(webhooks);
    revalidatePath('/webhooks');
  });
}
