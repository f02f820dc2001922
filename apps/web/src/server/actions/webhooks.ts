'use server';

import type { WebhookEvent, WebhookFilter } from '@basecase/db/types';
import { isMailDigest, isWebhookEvent, isWebhookFormat } from '@basecase/views/webhooks';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { serverCaller } from '../root';
import { type ActionResult, attempt, problemOf, textOf } from './problem-of';

/** Text fields and choices of the form that are shown again after a mistake; a token is not. */
const FIELDS = ['url', 'format', 'digest', 'server', 'product', 'branch', 'minPercent'] as const;

export interface AddResult {
  error: string | null;
  /** The secret that was just made: shown once. Null where messages are not signed. */
  secret: string | null;
  /** What was entered, so that a mistake can be mended; empty after a success. */
  values: Partial<Record<(typeof FIELDS)[number], string>>;
}

const EXPECTED =
  'Enter a URL or an address of at most 2000 characters, choose at least one event, and as the smallest change a number from 0 to 100.';

type Webhooks = ReturnType<typeof serverCaller>['webhooks'];

export async function addWebhook(_: AddResult, form: FormData): Promise<AddResult> {
  const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
  const events = form.getAll('event').filter((event): event is WebhookEvent => isWebhookEvent(event));
  const [format, digest] = [textOf(form, 'format'), textOf(form, 'digest')];
  try {
    const { secret } = await serverCaller(await headers()).webhooks.create({
      url: textOf(form, 'url'),
      digest: isMailDigest(digest) ? digest : undefined,
      token: textOf(form, 'token') || undefined,
      events,
      format: isWebhookFormat(format) ? format : undefined,
      filter: filterOf(form),
    });
    revalidatePath('/webhooks');
    return { error: null, secret, values: {} };
  } catch (error) {
    return { error: problemOf(error, EXPECTED), secret: null, values };
  }
}

/** Fields that were left empty do not limit anything. */
function filterOf(form: FormData): WebhookFilter {
  const minPercent = textOf(form, 'minPercent');
  return {
    server: textOf(form, 'server') || undefined,
    product: textOf(form, 'product') || undefined,
    branch: textOf(form, 'branch') || undefined,
    minPercent: minPercent === '' ? undefined : Number(minPercent),
  };
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
