import type { ChatNews } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { makeEvent, makePlace } from '../testing/test-event';
import { chatBody } from './chat-body';

const news = (
  about: Partial<NonNullable<ChatNews['about']>> = {},
  event: ChatNews['event'] = 'regression.new',
): ChatNews => ({
  event,
  about: {
    view: makeEvent(),
    tests: 7,
    servers: [],
    fixedIn: [],
    notFixedIn: null,
    suspects: null,
    path: '/regressions/mysql-8.0.43',
    ...about,
  },
});
const slack = (of: ChatNews, baseUrl: string | null = 'https://bench.example') =>
  JSON.parse(chatBody('slack', of, baseUrl));
const teams = (of: ChatNews, baseUrl: string | null = 'https://bench.example') =>
  JSON.parse(chatBody('teams', of, baseUrl));
const partsOf = (message: ReturnType<typeof slack>): { text: string }[] =>
  message.blocks[0].elements[0].elements;
const titleOf = (of: ChatNews) => partsOf(slack(of))[0]?.text;

const SENTENCE = 'MySQL 8.0.43 on mybox8: 7 of 32 tests slower, median −19% (−4% to −32%).';
const CERTAINTY = 'Sure. Compared against 5.7.44.';

describe('a chat message', () => {
  it('names the servers that changed now where the event has others', () => {
    const places = ['a', 'b', 'c', 'd', 'e'].map((server) => makePlace({ server }));
    const linesOf = (changed: typeof places) =>
      partsOf(slack(news({ view: makeEvent({ places }), servers: changed.map(({ server }) => server) }))).map(
        ({ text }) => text,
      );
    expect(linesOf(places.slice(3, 4))[1]).toContain('MySQL 8.0.43 on 5 servers');
    expect(linesOf(places.slice(3, 4))[2]).toBe('\nThis message is about d (8-core).');
    expect(linesOf(places).join()).not.toContain('This message');
  });

  it('has sentence, certainty and link as rich text in Slack', () => {
    expect(slack(news())).toEqual({
      text: `New regression: ${SENTENCE}`,
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
                { type: 'text', text: 'New regression', style: { bold: true } },
                { type: 'text', text: `\n${SENTENCE}` },
                { type: 'text', text: `\n${CERTAINTY}` },
                { type: 'text', text: '\n' },
                {
                  type: 'link',
                  url: 'https://bench.example/regressions/mysql-8.0.43',
                  text: 'Open in Basecase',
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('has sentence, certainty and link as an Adaptive Card in Teams', () => {
    const block = (text: string, style = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, ...style }],
    });
    expect(teams(news())).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              block('New regression', { weight: 'Bolder', size: 'Medium' }),
              block(SENTENCE),
              block(CERTAINTY),
            ],
            actions: [
              {
                type: 'Action.OpenUrl',
                title: 'Open in Basecase',
                url: 'https://bench.example/regressions/mysql-8.0.43',
              },
            ],
          },
        },
      ],
    });
  });

  it('puts names where no markup is read', () => {
    const places = [
      makePlace({
        server: '<!channel> *x* @here',
        slower: 1,
        largest: [
          { slug: 's', test: '[a](http://x) _b_ `c` &lt;', level: 'sure', verdict: 'regression', ratio: 0.8 },
        ],
      }),
    ];
    const view = makeEvent({ places });
    const named =
      'MySQL 8.0.43 on <!channel> *x* @here: 1 of 32 tests slower: [a](http://x) _b_ `c` &lt;, median';
    const message = slack(news({ view }));
    expect(partsOf(message)[1]).toEqual({
      type: 'text',
      text: expect.stringContaining(named),
    });
    expect(message.text).toContain('&lt;!channel&gt; *x* @here: 1 of 32 tests slower: [a](http://x)');
    expect(message.text).toContain('&amp;lt;');
    expect(message.text).not.toMatch(/[<>]/);
    expect(message.mrkdwn).toBe(false);
    // Teams reads Markdown in TextBlock and FactSet, and never in a TextRun.
    const card = teams(news({ view })).attachments[0].content;
    expect(JSON.stringify(card)).not.toMatch(/TextBlock(?<!RichTextBlock)|FactSet|"msteams"/);
    expect(card.body[1].inlines[0].text).toContain(named);
  });

  it('has the path instead of a link where the address of the server is unknown', () => {
    const message = slack(news(), null);
    expect(JSON.stringify(message)).not.toContain('"link"');
    expect(partsOf(message).at(-1)?.text).toBe('\nPage: /regressions/mysql-8.0.43');
    expect(teams(news(), null).attachments[0].content).not.toHaveProperty('actions');
  });

  it('cuts texts of thousands of characters', () => {
    const view = makeEvent({ places: [makePlace({ server: 'x'.repeat(5000) })] });
    const message = slack(news({ view }));
    expect(partsOf(message)[1]?.text).toHaveLength(1001);
    expect(partsOf(message)[2]?.text).toBe(`\n${CERTAINTY}`);
    expect(message.text).toHaveLength('New regression: '.length + 1000);
  });

  it.each(['x', '🐘', '\u0007'])(
    'of long names of %j fits a block of Slack and a message of Teams',
    (letter) => {
      const long = letter.repeat(4000);
      const places = ['a', 'b', 'c'].map((name) =>
        makePlace({ server: `${name}${long}`, lastGood: `${name}${long}` }),
      );
      const commits = Array.from({ length: 20 }, (_, index) => ({
        ...{ hash: `deadbeef${index}`, subject: long, author: long, at: null, href: null },
      }));
      const suspects = { after: 'a', upTo: 'b', href: null, count: 0, tied: [], total: 2345, commits };
      const of = news({ view: makeEvent({ product: long, firstBad: long, places }), suspects });
      for (const baseUrl of ['https://bench.example', null]) {
        const parts = partsOf(slack(of, baseUrl));
        expect(parts.map(({ text }) => text).join('').length).toBeLessThan(3000);
        expect(parts.at(-1)?.text).toMatch(/Open in Basecase|^\nPage: /);
        const body = chatBody('teams', of, baseUrl);
        expect(new TextEncoder().encode(body).length).toBeLessThan(28_000);
        // JSON escapes half of a character.
        expect(body).not.toMatch(/\\ud[89a-f]/);
      }
    },
  );

  it('names the change, and the number of tests if others are left', () => {
    const fixed = { fixedIn: ['9.5.0'], tests: 1 };
    expect(titleOf(news({ ...fixed, view: makeEvent({ state: 'fixed' }) }, 'regression.fixed'))).toBe(
      'Fixed in 9.5.0',
    );
    expect(titleOf(news(fixed, 'regression.fixed'))).toBe('1 test fixed in 9.5.0, others are still slower');
    expect(titleOf(news({ view: makeEvent({ state: 'withdrawn' }) }, 'regression.withdrawn'))).toBe(
      'Withdrawn: the runs no longer show it',
    );
    expect(titleOf(news({ tests: 2 }, 'regression.withdrawn'))).toBe('2 tests withdrawn, others remain');
    expect(titleOf(news({}, 'regression.sure'))).toBe('Regression confirmed');
    const many = { fixedIn: ['9.5.0', '9.5.1', '9.6.0', '9.7.0'], tests: 5000 };
    expect(titleOf(news(many, 'regression.fixed'))).toBe(
      '5\u202f000 tests fixed in 4 versions, others are still slower',
    );
  });

  it('names stopped tests without a ratio', () => {
    const places = [makePlace({ stopped: 2, slower: 0, median: null, low: null, high: null })];
    const view = makeEvent({ places, median: null, low: null, high: null });
    expect(titleOf(news({ view }))).toBe('Stopped working');
    expect(slack(news({ view })).text).toBe(
      'Stopped working: MySQL 8.0.43 on mybox8: 2 tests stopped working.',
    );
  });

  it('names the way to confirm an unsure event', () => {
    const places = [makePlace({ slower: 0, likely: 3 })];
    const lines = partsOf(slack(news({ view: makeEvent({ places, certainty: 'likely' }) })));
    expect(lines[0]?.text).toBe('Likely regression');
    expect(lines[2]?.text).toMatch(
      /^\nLikely, not confirmed: one repeat run of this version can confirm it\./,
    );
  });

  it('announces no change if it is a test', () => {
    const test: ChatNews = { event: 'webhook.test', about: null };
    expect(slack(test).text).toBe('Test message from Basecase: The webhook works. Nothing happened.');
    expect(teams(test).attachments[0].content.actions[0].url).toBe('https://bench.example/webhooks');
  });
});
