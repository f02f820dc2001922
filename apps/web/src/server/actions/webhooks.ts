'use server';

import type { WebhookEvent } from '@basecase/db/types';
import { isWebhookEvent } from '@basecase/views/webhooks';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { problemOf, textOf } from './problem-of';

export interface AddResult {
  error: string | null;
  /** The secret that was just made: shown once. */
  secret: string | null;
  /** What was typed, so that a mistake can be mended; empty after a success. */
  url: string;
}

export interface ChangeResult {
  error: string | null;
}

const EXPECTED = 'Enter a URL of at most 2000 characters and choose at least one event.';

type Caller = ReturnType<typeof serverCaller>['webhooks'];

export async function addWebhook(_: AddResult, form: FormData): Promise<AddResult> {
  const url = textOf(form, 'url');
  const events = form.getAll('event').filter((event): event is WebhookEvent => isWebhookEvent(event));
  try {
    const { secret } = await (await webhooks()).create({ url, events });
    revalidatePath('/webhooks');
    return { error: null, secret, url: '' };
  } catch (error) {
    return { error: problemOf(error, EXPECTED), secret: null, url };
  }
}

export async function pauseWebhook(_: ChangeResult, form: FormData): Promise<ChangeResult> {
  return change((caller) => caller.setActive({ id: textOf(form, 'id'), active: false }));
}

export async function resumeWebhook(_: ChangeResult, form: FormData): Promise<ChangeResult> {
  return change((caller) => caller.setActive({ id: textOf(form, 'id'), active: true }));
}

export async function testWebhook(_: ChangeResult, form: FormData): Promise<ChangeResult> {
  return change((caller) => caller.test({ id: textOf(form, 'id') }));
}

export async function removeWebhook(_: ChangeResult, form: FormData): Promise<ChangeResult> {
  return change((caller) => caller.delete({ id: textOf(form, 'id') }));
}

/** Sends a message once more, as it was. */
export async function sendAgain(_: ChangeResult, form: FormData): Promise<ChangeResult> {
  return change((caller) => caller.redeliver({ id: textOf(form, 'id') }));
}

async function webhooks(): Promise<Caller> {
  return serverCaller(await headers()).webhooks;
}

async function change(work: (caller: Caller) => Promise<unknown>): Promise<ChangeResult> {
  try {
    await work(await webhooks());
    revalidatePath('/webhooks');
    return { error: null };
  } catch (error) {
    return { error: problemOf(error, EXPECTED) };
  }
}
