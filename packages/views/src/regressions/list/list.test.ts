import type { RegressionEntry } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { makeNightEntry } from '../../testing/test-night-record';
import { makeEntry, makeList, makeWorkload } from '../../testing/test-record';
import { type ListState, regressionsUrl } from '../regressions-state';
import {
  groupFolding,
  listSentence,
  listTabsView,
  notMeasuredRows,
  regressionGroups,
  regressionRow,
} from './list';

const other = makeEntry({
  slug: 'scan-17.0',
  cause: { ...makeEntry().cause, key: 'other', since: '17.0', reason: 'waits differently', records: 1 },
});

const GROUPED = { isFlat: false };

describe('the list of regressions', () => {
  it('groups by suspected cause, in the order of the list, and says how many are on other pages', () => {
    const groups = regressionGroups(makeList({ regressions: [makeEntry(), other] }), regressionsUrl.defaults);
    expect(groups.map(({ head }) => head)).toEqual([
      {
        title: 'Slower since PostgreSQL 16.10: more CPU and IO per operation',
        range: '0.84',
        count: '1 of 5 records here, the rest on other pages',
        href: '/regressions?cause=PostgreSQL+16.10+slower+CPU%2BIO',
        isOpen: true,
      },
      {
        title: 'Slower since PostgreSQL 17.0: not in these metrics',
        range: '0.84',
        count: '1 record',
        href: '/regressions?cause=other',
        isOpen: true,
      },
    ]);
  });

  it.each<[page: number, first: number, last: number, words: string]>([
    [1, 1, 2, 'page 2'],
    [2, 1, 3, 'pages 1 and 3'],
    [1, 1, 4, 'pages 2 to 4'],
    [3, 1, 5, 'pages 1 to 2 and 4 to 5'],
  ])('says where the rest of a cause is that page %i splits, from %i to %i', (page, first, last, words) => {
    const { key } = makeEntry().cause;
    const list = makeList({ page, pages: 5, causePages: { [key]: [first, last] } });
    expect(regressionGroups(list, regressionsUrl.defaults)[0]?.head?.count).toBe(
      `1 of 5 records here, the rest on ${words}`,
    );
  });

  it('folds larger groups to their cause, unless the reader says otherwise or there is one only', () => {
    const many = [0.9, 0.62, 0.8, 0.83].map((ratio, index) => makeEntry({ slug: `r${index}`, ratio }));
    const list = makeList({ regressions: [...many, other] });
    const heads = (fold: ListState['fold'], of = list) =>
      regressionGroups(of, { ...regressionsUrl.defaults, fold }).map(({ head }) => head?.isOpen);
    expect(heads('')).toEqual([false, true]);
    expect(heads('none')).toEqual([true, true]);
    expect(heads('all')).toEqual([false, false]);
    expect(heads('', makeList({ regressions: many }))).toEqual([true]);
    const groups = regressionGroups(list, regressionsUrl.defaults);
    expect(groups[0]?.head?.range).toBe('0.62 to 0.90');
    expect(groupFolding(groups, regressionsUrl.defaults)).toEqual([
      { label: 'Unfold all', href: '/regressions?fold=none' },
      { label: 'Fold all', href: '/regressions?fold=all' },
    ]);
    expect(groupFolding(groups.slice(1), regressionsUrl.defaults)).toEqual([]);
  });

  it('is flat when the reader wants that', () => {
    const list = makeList({ regressions: [makeEntry(), other] });
    const groups = regressionGroups(list, { ...regressionsUrl.defaults, flat: true });
    expect(groups.map(({ head, rows }) => [head, rows.length])).toEqual([[null, 2]]);
  });

  it('says of a record how far, since when, how sure, where and why', () => {
    expect(regressionRow(makeEntry({ owner: 'ann', triageVersion: 4 }), GROUPED)).toEqual({
      slug: 'update-zipf-16.10',
      value: 'update-zipf-16.10@4',
      href: '/r/update-zipf-16.10',
      test: 'update-zipf',
      note: '100',
      ratio: '0.84',
      level: 'r2',
      depth: null,
      direction: 'dn',
      base: 'of 15.15',
      since: 'PostgreSQL 16.10',
      line: '',
      notMeasured: '',
      band: '±5.5%',
      verdict: 'Likely real',
      topic: 'likely-real',
      server: '48-core',
      workload: 'sysbench, IO-bound, 40 clients',
      why: 'CPU per operation 1.19x (accounts for all of it)',
      state: 'New',
      more: 'ann',
      changedAt: '2026-01-15T10:00:00.000Z',
      changed: '15 Jan 2026',
    });
  });

  it('tints small changes that are believed, and not those that are only possible', () => {
    expect(regressionRow(makeEntry({ ratio: 0.962, verdict: 'small regression' }), GROUPED).level).toBe('r1');
    expect(regressionRow(makeEntry({ ratio: 0.93, verdict: 'possible regression' }), GROUPED)).toMatchObject({
      level: 'n',
      depth: 1,
    });
    expect(regressionRow(makeEntry({ ratio: 1.3, verdict: 'improvement' }), GROUPED)).toMatchObject({
      level: 'b3',
      direction: 'up',
    });
  });

  it('names the build when the main line has not got it', () => {
    const build = { flavour: null, config: 'x10cw8_c32r128' };
    const entry = makeEntry({ build, workload: makeWorkload({ clients: null }) });
    expect(regressionRow(entry, GROUPED).workload).toBe('sysbench, IO-bound, only x10cw8_c32r128');
  });

  it('begins with the open records', () => {
    const counts = { new: 9, investigating: 2, confirmed: 3, noise: 4, wont_fix: 0, fixed: 1, withdrawn: 7 };
    const list = makeList({ regressions: [makeEntry(), other], total: 14, counts });
    expect(listSentence(list, regressionsUrl.defaults)).toEqual({
      strong: '14 regressions are open',
      rest: ': 9 new, 2 investigating, 3 confirmed, of 2 suspected causes.',
    });
    expect(listSentence(makeList({ total: 4 }), { ...regressionsUrl.defaults, state: 'noise' })).toEqual({
      strong: '4 regressions',
      rest: ': noise.',
    });
    expect(listTabsView(list, regressionsUrl.defaults).map(({ name, count }) => `${name} ${count}`)).toEqual([
      'open 14',
      'new 9',
      'investigating 2',
      'confirmed 3',
      'noise 4',
      'wont_fix 0',
      'fixed 1',
      'withdrawn 7',
      'all 19',
    ]);
  });

  it('names the build of a night by its day and commit, and its size by an interval', () => {
    const entry = makeNightEntry({}, { notMeasuredSince: '2026-06-10T02:00:00.000Z' });
    expect(regressionRow(entry, { isFlat: true })).toMatchObject({
      since: expect.stringMatching(/^31 May 2026 g\w{8}$/),
      line: 'PostgreSQL 19devel@master',
      base: 'of previous level',
      band: '0.88–0.92',
      verdict: 'Sure',
      topic: 'series',
      notMeasured: 'not measured since 10 Jun 2026',
    });
    expect(regressionRow(makeNightEntry(), GROUPED)).toMatchObject({ notMeasured: '', line: '' });
  });

  it('counts the tests of one night as one suspected cause', () => {
    const { cause, test } = makeNightEntry();
    const tests = ['a', 'b', 'c'].map((key) =>
      makeNightEntry({ slug: key, test: { ...test, key }, cause: { ...cause, records: 3 } }),
    );
    const titleOf = (regressions: RegressionEntry[]) =>
      regressionGroups(makeList({ regressions }), regressionsUrl.defaults)[0]?.head?.title;
    const since = /^Slower since 31 May 2026 g\w{8}, PostgreSQL 19devel@master: /;
    expect(titleOf(tests)).toMatch(since);
    expect(titleOf(tests)?.replace(since, '')).toBe('3 tests, one suspected cause');
    expect(titleOf(tests.slice(1))?.replace(since, '')).toBe('several tests, one suspected cause');
    expect(titleOf([makeNightEntry()])?.replace(since, '')).toBe('1 test');
  });

  it('says how many are not measured any more, and links to them', () => {
    const list = makeList({
      regressions: [makeNightEntry({}, { notMeasuredSince: '2026-06-10T02:00:00.000Z' }), makeEntry()],
    });
    expect(notMeasuredRows(list, { ...regressionsUrl.defaults, page: 2 })).toEqual({
      text: '1 is not measured any more.',
      href: '/regressions?measured=no',
    });
    expect(notMeasuredRows(list, { ...regressionsUrl.defaults, measured: 'no' })).toBeNull();
    expect(notMeasuredRows(makeList(), regressionsUrl.defaults)).toBeNull();
  });
});
