import { describe, expect, it } from 'vitest';
import { cardIssue, newIssueHref } from './issue-text';
import type { LinkCard } from './link-card';

const card: LinkCard = {
  crumbs: [],
  sentence: 'MySQL 8.0.43 handles 19% fewer inserts per second than 5.7.44 on this 8-core machine.',
  more: '',
  certainty: { bars: 3, word: 'Sure', text: '−19% against a run-to-run noise of ±3.2%', noise: '' },
  chart: null,
  facts: { what: 'Adds one row per transaction.', where: 'mybox8, 8 cores', why: '' },
};
const url = 'https://bench.example/regressions/mysql-8.0.43';

describe('the form of a new issue', () => {
  it.each([
    ['https://github.com/owner/name', 'https://github.com/owner/name/issues/new', 'title', 'body'],
    [
      'https://gitlab.example/a/b',
      'https://gitlab.example/a/b/-/issues/new',
      'issue[title]',
      'issue[description]',
    ],
  ])('of %s is filled in with title, link and facts', (repository, page, title, body) => {
    const href = new URL(
      newIssueHref(repository, cardIssue(card, { url, suspects: ['4eb13e8a Fix it (Ann)'] })),
    );
    expect(`${href.origin}${href.pathname}`).toBe(page);
    expect(href.searchParams.get(title)).toBe(card.sentence.replace(/\.$/, ''));
    expect(href.searchParams.get(body)).toBe(`${card.sentence}

[Open in Basecase](${url})

- How sure: Sure: −19% against a run-to-run noise of ±3.2%
- Test: Adds one row per transaction.
- Server: mybox8, 8 cores
- Suspect: 4eb13e8a Fix it (Ann)`);
  });

  it.each([0, 1, 20, 5000])(
    'stays short enough for browsers with %s suspects, and keeps the link',
    (count) => {
      const suspects = Array.from({ length: count }, () => 'ö'.repeat(200));
      const href = newIssueHref('https://github.com/owner/name', cardIssue(card, { url, suspects }));
      expect(href.length).toBeLessThanOrEqual(6000);
      expect(new URL(href).searchParams.get('body')).toContain(url);
    },
  );

  it('has hostile subjects as text', () => {
    const { body } = cardIssue(card, { url, suspects: ['@everyone <img> ![x](http://e) closes #1'] });
    expect(body).not.toMatch(/@everyone|(?<!\\)<img|!\[x\]|#1/);
  });
});
