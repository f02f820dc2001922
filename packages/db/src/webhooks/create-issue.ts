import type { Database } from '../database';
import { changeEvents } from '../regressions/events/change-event';
import type { EventName } from '../regressions/events/group-events';
import { readEvents, versionOf } from '../regressions/events/list-events';

import type { IssueText, WebhookFormat } from '../types/webhooks';
import { DeliveryError, postWebhook } from './post-webhook';

/** Formats that create an issue. */
export type IssueFormat = Extract<WebhookFormat, 'github' | 'gitlab'>;

export function isIssueFormat(format: WebhookFormat): format is IssueFormat {
  return format === 'github' || format === 'gitlab';
}

const NOT_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|is not allowed/;

/** Where it is unknown whether a message arrived, and a second one would be a nuisance. */
export const CHECK_FIRST = 'It may have arrived: check before you send it again.';

/** Longer answers are none of an API that creates issues. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Address of the API that creates issues of a repository: `https://github.com/owner/name`, GitHub Enterprise, GitLab with
 * groups.
 *
 * @throws DeliveryError for an address that is none of a repository
 */
export function issuesApi(format: IssueFormat, repository: URL): string {
  const parts = repository.pathname
    .replace(/(\.git)?\/*$/, '')
    .split('/')
    .filter(Boolean);
  const isRepository = format === 'github' ? parts.length === 2 : parts.length >= 2;
  if (!isRepository || repository.search !== '' || repository.hash !== '')
    throw new DeliveryError('Expected the address of a repository, e.g. https://github.com/owner/name.', {
      isFinal: true,
    });
  const { origin, host } = repository;
  if (format === 'gitlab') return `${origin}/api/v4/projects/${encodeURIComponent(parts.join('/'))}/issues`;
  return host === 'github.com'
    ? `https://api.github.com/repos/${parts.join('/')}/issues`
    : `${origin}/api/v3/repos/${parts.join('/')}/issues`;
}

/**
 * Creates an issue.
 *
 * Formats: https://docs.github.com/en/rest/issues/issues#create-an-issue, https://docs.gitlab.com/api/issues/#new-issue
 *
 * @returns its address
 * @throws DeliveryError
 */
export async function createIssue(
  { url, secret, format }: { url: string; secret: string; format: IssueFormat },
  { title, body }: IssueText,
  allowPrivate: boolean,
): Promise<{ status: number; href: string }> {
  const isGithub = format === 'github';
  const answer = postWebhook({
    url: issuesApi(format, new URL(url)),
    headers: isGithub
      ? {
          authorization: `Bearer ${secret}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
        }
      : { 'private-token': secret },
    body: JSON.stringify(isGithub ? { title, body } : { title, description: body }),
    allowPrivate,
    mostCharacters: MOST_CHARACTERS,
  });
  const { status, text } = await answer.catch((error: unknown) => {
    // Without an answer the issue may be there: a second try could create another one.
    if (error instanceof DeliveryError && error.status === null && !NOT_SENT.test(error.message))
      throw new DeliveryError(`${error.message} ${CHECK_FIRST}`, { isFinal: true });
    throw error;
  });
  const href = addressIn(text, isGithub ? 'html_url' : 'web_url');
  if (href === null)
    throw new DeliveryError(`The answer names no issue. ${CHECK_FIRST}`, { status, isFinal: true });
  return { status, href };
}

function addressIn(text: string, field: string): string | null {
  try {
    const href: unknown = JSON.parse(text)[field];
    return typeof href === 'string' && /^https?:\/\//i.test(href) && URL.canParse(href) ? href : null;
  } catch {
    return null;
  }
}

/** New runs may change an event while its link is written. */
const TRIES = 5;

/** Stores the address of an issue in the event that it is about, with a line in its history. */
export async function linkIssue(database: Database, name: EventName, bugUrl: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = (await readEvents(database)).named(name);
    if (!found?.isListed) return;
    const { slug } = found.event;
    const seen = { slug, version: versionOf(found.event) };
    const { conflicts } = await changeEvents(database, [seen], { change: { bugUrl }, by: 'issue rule' });
    if (conflicts.length === 0) return;
  }
}
