import { formatRatio, markdownPlain } from '@basecase/analysis';
import type { ChatNews, EventView, IssueText, MailText, MessageBody, Suspects } from '@basecase/db/types';
import { issueTitle } from '../link/issue-text';
import {
  eventCounts,
  eventName,
  eventSentence,
  eventServers,
  serversText,
  testText,
} from '../regressions/events/event-words';
import { cutText, escapeHtml, groupDigits, joinNames } from '../text/words';
import { chatBody, chatText, eventNotes } from './chat-body';

/** Bodies of messages by format: `chatBody`, `MailText` or `IssueText` as JSON. */
export const messageBody: MessageBody = (format, news, baseUrl) => {
  const [first] = news;
  if (format === 'mail') return JSON.stringify(mailText(news, baseUrl));
  if (!first) throw new Error('A message is about one event at least.');
  if (format === 'slack' || format === 'teams') return chatBody(format, first, baseUrl);
  if (first.about === null) throw new Error('An issue is about an event.');
  const { view, suspects, path } = first.about;
  return JSON.stringify(issueText(view, { url: `${baseUrl ?? ''}${path}`, suspects }));
};

/** More events than these are counted at the end of a mail. */
const MOST_EVENTS = 50;
/** Tests that an issue names: GitHub refuses texts of 65,536 characters. */
const MOST_TESTS = 50;
/** Mail programs cut longer subjects. */
const MOST_OF_SUBJECT = 150;

const KINDS = {
  'regression.new': 'new',
  'regression.sure': 'confirmed',
  'regression.fixed': 'fixed',
  'regression.withdrawn': 'withdrawn',
  'webhook.test': 'test',
} as const satisfies Record<ChatNews['event'], string>;

/** A mail with all events of its period, as plain text and as HTML with the same words. */
function mailText(news: readonly ChatNews[], baseUrl: string | null): MailText {
  const texts = news.slice(0, MOST_EVENTS).map((one) => chatText(one, baseUrl));
  const more = news.length - texts.length;
  const rest =
    more > 0
      ? [`${groupDigits(more)} more ${more === 1 ? 'event is' : 'events are'} on the page of regressions.`]
      : [];
  const how = `Basecase sends this mail because an admin added your address${
    baseUrl === null ? '' : ` at ${baseUrl}/webhooks`
  }. To end these mails, use the unsubscribe address of this mail.`;
  const paragraphs = texts.map(({ title, lines, url }) =>
    [title, ...lines, ...(url === null ? [] : [url])].join('\n'),
  );
  const sections = texts.map(
    ({ title, lines, url }) =>
      `<h2 style="font-size:1.1em">${escapeHtml(title)}</h2>\n${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}${
        url === null ? '' : `\n<p><a href="${escapeHtml(url)}">Open in Basecase</a></p>`
      }`,
  );
  return {
    subject: subjectOf(news, texts[0]),
    text: `${[...paragraphs, ...rest, how].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${[...sections, ...[...rest, how].map((line) => `<p>${escapeHtml(line)}</p>`)].join('\n')}\n</body></html>\n`,
  };
}

/** `New regression: MySQL 8.0.43 on mybox8: 32 of 32 …` of one event, `Regressions: 3 new, 1 fixed` of several. */
function subjectOf(
  news: readonly ChatNews[],
  first: { title: string; lines: readonly string[] } | undefined,
): string {
  const [only] = news;
  const about = only?.about?.view;
  const text =
    news.length === 1
      ? about
        ? `${first?.title}: ${nameOf(about)}`
        : (first?.title ?? '')
      : `Regressions: ${joinNames(
          Object.entries(KINDS).flatMap(([event, word]) => {
            const count = news.filter((one) => one.event === event).length;
            return count > 0 ? [`${groupDigits(count)} ${word}`] : [];
          }),
        )}`;
  return cutText(oneLine(text), MOST_OF_SUBJECT);
}

/** `MySQL 8.0.43 on mybox8: 32 of 32 tests slower`. */
function nameOf(event: EventView): string {
  return `${eventName(event)} on ${serversText(eventServers(event))}: ${eventCounts(event)}`;
}

/** An issue about an event. @param about url: address of its page, or its path */
export function issueText(
  event: EventView,
  { url, suspects }: { url: string; suspects: Suspects | null },
): IssueText {
  const lines = [`${eventSentence(event)}.`, ...eventNotes({ view: event, suspects })];
  const base = url.replace(/\/regressions\/[^/]*$|\/r\/[^/]*$/, '');
  const tests = event.places
    .flatMap(({ server, largest }) => largest.map((test) => ({ ...test, server: server.name })))
    .slice(0, MOST_TESTS);
  const more = event.stopped + event.slower + event.likely - tests.length;
  const list = [
    ...tests.map(
      ({ slug, server, ratio, ...test }) =>
        `- [${markdownPlain(testText(test))}](${base}/r/${slug}) on ${markdownPlain(server)}: ${
          ratio === null ? 'stopped working' : `${formatRatio(ratio)} of the previous level`
        }`,
    ),
    ...(more > 0 && tests.length > 0 ? [`- ${groupDigits(more)} more`] : []),
  ];
  return {
    title: issueTitle(nameOf(event)),
    body: `${[...lines.map(markdownPlain), list.join('\n'), `[Open in Basecase](${url})`].filter(Boolean).join('\n\n')}\n`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
