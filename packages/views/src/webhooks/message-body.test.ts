import type { ChatNews } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { makeEvent, makePlace } from '../testing/test-event';
import { issueText, messageBody } from './message-body';

const newsOf = (server = 'mybox8'): ChatNews => ({
  event: 'regression.new',
  about: {
    view: makeEvent({ places: [makePlace({ server })] }),
    ...{ tests: 7, servers: [], fixedIn: [], notFixedIn: null, suspects: null },
    path: '/regressions/mysql-8.0.43',
  },
});
const mail = (news: readonly ChatNews[], baseUrl: string | null = 'https://bench.example') =>
  JSON.parse(messageBody('mail', news, baseUrl));

describe('a mail', () => {
  it('names the only event in its subject, and counts several', () => {
    expect(mail([newsOf()]).subject).toBe('New regression: MySQL 8.0.43 on mybox8: 7 of 32 tests slower');
    expect(mail(Array.from({ length: 5000 }, () => newsOf())).subject).toBe('Regressions: 5 000 new');
  });

  it('lists at most 50 events and counts the others', () => {
    const many = mail(Array.from({ length: 53 }, () => newsOf()));
    expect(many.text.split('New regression')).toHaveLength(51);
    expect(many.text).toContain('3 more events are on the page of regressions.');
    expect(many.html).toContain('3 more events');
  });

  it('has names as text in HTML, and on one line in its subject', () => {
    const { html, subject } = mail([newsOf('<img src=x onerror=alert(1)>\r\nBcc: x@y')]);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('has the path of the page where the address of the server is unknown', () => {
    const { text, html } = mail([newsOf()], null);
    expect(text).toContain('Page: /regressions/mysql-8.0.43');
    expect(html).not.toContain('<a ');
  });
});

describe('an issue', () => {
  it('has counts as its title, and sentence, tests and links in its body', () => {
    expect(
      issueText(makeEvent(), { url: 'https://bench.example/regressions/mysql-8.0.43', suspects: null }),
    ).toEqual({
      title: 'MySQL 8.0.43 on mybox8: 7 of 32 tests slower',
      body: `MySQL 8.0.43 on mybox8: 7 of 32 tests slower, median −19% (−4% to −32%).

Sure. Compared against 5.7.44.

- [insert](https://bench.example/r/insert-8.0.43-aaaaa) on mybox8: 0.68 of the previous level
- 6 more

[Open in Basecase](https://bench.example/regressions/mysql-8.0.43)
`,
    });
  });

  it('of 300 servers fits GitHub, and counts the tests that it does not name', () => {
    const places = Array.from({ length: 300 }, (_, index) => makePlace({ server: `server-${index}` }));
    const { body } = issueText(makeEvent({ places }), { url: 'https://bench.example/r/x', suspects: null });
    expect(body.match(/ of the previous level/g)).toHaveLength(50);
    expect(body).toContain('\n- 2\u202f050 more\n');
    expect(body.length).toBeLessThan(65_536);
  });

  it.each(['@everyone', 'x#1', '/close', '![x](http://e)', '<script>', '```'])(
    'has a server called %s as text that notifies and does nothing',
    (server) => {
      const { body } = issueText(makeEvent({ product: server, places: [makePlace({ server })] }), {
        url: '/regressions/x',
        suspects: null,
      });
      expect(body.replaceAll('<!-- -->', '')).not.toMatch(/(?<!\\)<script|^\/close/m);
      expect(body).not.toMatch(/@everyone|x#1|(?<!\\)```|!\[x\]\(/);
    },
  );
});
