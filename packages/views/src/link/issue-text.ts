import { markdownPlain } from '@basecase/analysis';
import type { IssueText } from '@basecase/db/types';
import { cutText } from '../text/words';
import type { LinkCard } from './link-card';

/** GitHub refuses longer titles. */
const MOST_OF_TITLE = 250;
/** Servers refuse longer addresses; GitHub from 8 KB on. */
const MOST_OF_ADDRESS = 6000;

/** The title of an issue in one line. */
export function issueTitle(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), MOST_OF_TITLE);
}

/** An issue with the words of a card. @param about suspects: lines of text; url: address of the page */
export function cardIssue(
  { sentence, more, certainty, facts }: LinkCard,
  { url, suspects = [] }: { url: string; suspects?: readonly string[] },
): IssueText {
  const rows = [
    ['How sure', certainty ? `${certainty.word}: ${certainty.text}` : ''],
    ['Test', facts.what],
    ['Server', facts.where],
    ['Cause', facts.why],
    ...suspects.map((line) => ['Suspect', line] as const),
  ];
  const lines = rows.flatMap(([head, text]) => (text ? [`- ${head}: ${markdownPlain(text)}`] : []));
  return {
    title: issueTitle(sentence.replace(/\.$/, '')),
    body: [
      markdownPlain([sentence, more].filter(Boolean).join(' ')),
      `[Open in Basecase](${url})`,
      lines.join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}

/**
 * Address of the form of a new issue, filled in; lines at the end of a long body are left out.
 *
 * Formats: https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/creating-an-issue,
 * https://docs.gitlab.com/user/project/issues/create_issues/
 *
 * @param repository its page
 */
export function newIssueHref(repository: string, { title, body }: IssueText): string {
  const isGitlab = /\bgitlab\b/i.test(new URL(repository).host);
  const hrefOf = (text: string) => {
    const query: Record<string, string> = isGitlab
      ? { 'issue[title]': title, 'issue[description]': text }
      : { title, body: text };
    return `${repository}${isGitlab ? '/-' : ''}/issues/new?${new URLSearchParams(query)}`;
  };
  const [first = '', second = '', link = '', ...rest] = body.split('\n');
  let text = [first, second, link].join('\n');
  for (const line of rest) {
    const longer = `${text}\n${line}`;
    if (hrefOf(longer).length > MOST_OF_ADDRESS) break;
    text = longer;
  }
  return hrefOf(text);
}
