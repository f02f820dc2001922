import type { ChatNews } from '@basecase/db/types';
import {
  againstText,
  eventSentence,
  eventServers,
  serverList,
  uniqueServers,
} from '../regressions/events/event-words';
import { suspectLines } from '../regressions/suspect-words';
import { countText, joinNames } from '../text/words';

/**
 * Characters of a message with its title. Slack refuses a block of more than 3,000, Teams a message of more than 28 KB, and JSON
 * needs up to six bytes for a character.
 */
const MOST_CHARACTERS = 2900;
/** Of a line, so that a long name leaves room for what follows it. */
const MOST_OF_LINE = 1000;
/** More versions are counted. */
const MOST_VERSIONS = 3;

type About = NonNullable<ChatNews['about']>;

/** The parts of a message, plain text each. */
export interface ChatText {
  title: string;
  lines: string[];
  /** Null: the address of this server is unknown, so the last line has the path. */
  url: string | null;
}

export function chatText({ event, about }: ChatNews, baseUrl: string | null): ChatText {
  const text: Omit<ChatText, 'url'> =
    about === null
      ? { title: 'Test message from Basecase', lines: ['The webhook works. Nothing happened.'] }
      : {
          title: titleOf(event, about),
          lines: [`${eventSentence(about.view)}.`, ...changedText(about), ...eventNotes(about)],
        };
  const path = about?.path ?? '/webhooks';
  const title = cut(text.title, MOST_OF_LINE);
  const page = baseUrl === null ? [cut(`Page: ${path}`, MOST_OF_LINE)] : [];
  let room = MOST_CHARACTERS - [title, ...page].join('\n').length;
  const lines = text.lines.flatMap((line) => {
    const shown = cut(line, Math.min(room - 1, MOST_OF_LINE));
    room -= shown.length + 1;
    return shown === '' ? [] : [shown];
  });
  return { title, lines: [...lines, ...page], url: baseUrl === null ? null : `${baseUrl}${path}` };
}

/** Certainty, versions and suspects of an event: what its sentence does not have. */
export function eventNotes({ view, suspects }: Pick<About, 'view' | 'suspects'>): string[] {
  return [
    `${certaintyText(view.certainty)} Compared ${againstText(view)}.`,
    ...suspectLines(suspects).map((line, index) => (index === 0 ? `Suspects: ${line}` : line)),
  ];
}

/** `New regression`, `Fixed in 9.5.0`, `3 tests fixed in 9.5.0, others are still slower`. */
function titleOf(event: ChatNews['event'], { view, tests, fixedIn, notFixedIn }: About): string {
  const isStop = view.stopped > 0 && view.slower + view.likely === 0;
  const rest = isStop ? 'others still do not work' : 'others are still slower';
  if (notFixedIn !== null) return `Not fixed in ${notFixedIn}, as was expected`;
  switch (event) {
    case 'regression.fixed': {
      const versions =
        fixedIn.length > MOST_VERSIONS ? countText(fixedIn.length, 'version') : joinNames(fixedIn);
      const where = `ixed in ${versions}`;
      return view.state === 'fixed' ? `F${where}` : `${countText(tests, 'test')} f${where}, ${rest}`;
    }
    case 'regression.withdrawn':
      return view.state === 'withdrawn'
        ? 'Withdrawn: the runs no longer show it'
        : `${countText(tests, 'test')} withdrawn, others remain`;
    case 'regression.sure':
      return 'Regression confirmed';
    default:
      if (isStop) return 'Stopped working';
      return view.certainty === 'sure' ? 'New regression' : 'Likely regression';
  }
}

/** An event of many servers counts them in its sentence: the ones that changed now are named. */
function changedText({ view, servers }: About): string[] {
  const own = uniqueServers(servers);
  const isPart = own.length > 0 && own.length < eventServers(view).length;
  return isPart ? [`This message is about ${serverList(own)}.`] : [];
}

/** The counts are in the sentence. */
function certaintyText(certainty: 'sure' | 'likely'): string {
  return certainty === 'sure'
    ? 'Sure.'
    : 'Likely, not confirmed: one repeat run of this version can confirm it.';
}

/** Empty without room; half of a character is never left. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return most < 2 ? '' : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * The body of a message for a channel. Names of tests and servers are only put where neither chat reads markup, so that
 * `<!channel>` notifies no one and `*x*` stays as it is: in Slack text elements of `rich_text`, in Teams runs of a
 * `RichTextBlock`.
 *
 * Formats: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block,
 * https://adaptivecards.io/explorer/RichTextBlock.html
 */
export function chatBody(format: 'slack' | 'teams', news: ChatNews, baseUrl: string | null): string {
  const text = chatText(news, baseUrl);
  return JSON.stringify(format === 'slack' ? slackMessage(text) : teamsMessage(text));
}

const LINK_TEXT = 'Open in Basecase';

function slackMessage({ title, lines, url }: ChatText) {
  return {
    // For notifications, where blocks are not shown.
    text: escapeSlack(cut(`${title}: ${lines[0] ?? ''}`, MOST_CHARACTERS)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: title, style: { bold: true } },
              ...lines.map((line) => ({ type: 'text', text: `\n${line}` })),
              ...(url === null
                ? []
                : [
                    { type: 'text', text: '\n' },
                    { type: 'link', url, text: LINK_TEXT },
                  ]),
            ],
          },
        ],
      },
    ],
  };
}

/** The three characters that Slack reads in any text: https://docs.slack.dev/messaging/formatting-message-text */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function teamsMessage({ title, lines, url }: ChatText) {
  const block = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map((line) => block(line))],
          ...(url !== null && { actions: [{ type: 'Action.OpenUrl', title: LINK_TEXT, url }] }),
        },
      },
    ],
  };
}
