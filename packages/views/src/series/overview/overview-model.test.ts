import { describe, expect, it } from 'vitest';
import { madeOverview, type OverviewSketch, type TestSketch } from '../../testing/test-overview';
import { seriesUrl } from '../series-state';
import { MAX_TESTS, type OverviewChoice, overviewModel } from './overview-model';
import { overviewSentence, sentenceText } from './overview-sentence';
import { overviewNotes, overviewTitle, spanEnds } from './overview-words';

const slowerAt = (at: number, factor: number) => (night: number) => (night >= at ? factor : 1);

/** Four tests slower since one night, one faster, one that may have changed, one that is gone, and others. */
const MIXED: TestSketch[] = [
  { name: 'zipf', factor: slowerAt(20, 0.9), group: 'write', cost: 1.11 },
  { name: 'one', factor: slowerAt(20, 0.92), group: 'write', cost: 1.01 },
  { name: 'scan', factor: slowerAt(27, 1.13), range: null, unit: 'Krows/s' },
  { name: 'insert', factor: slowerAt(38, 0.94), group: 'write' },
  { name: 'gone', factor: (night) => (night >= 35 ? null : 1) },
  { name: 'early', factor: slowerAt(0, 0.8) },
  ...Array.from({ length: 8 }, (_, index) => ({ name: `same${index}` })),
];

function modelOf(
  tests: readonly TestSketch[],
  sketch: OverviewSketch = {},
  state: Partial<OverviewChoice> = {},
) {
  return overviewModel(madeOverview(tests, sketch), { ...seriesUrl.defaults, ...state });
}

const namesOf = (model: ReturnType<typeof modelOf>) =>
  model.groups.map(({ label, rows }) => [label, ...rows.map(({ name }) => name)].join(' '));

const says = (...args: Parameters<typeof modelOf>) => {
  const { strong, rest } = sentenceText(overviewSentence(modelOf(...args)));
  return strong + rest;
};

describe('the groups of an overview', () => {
  it('are those that changed, the largest first, then the possible, then the rest; no test stands twice', () => {
    const model = modelOf(MIXED);
    expect(namesOf(model)).toEqual([
      'Changed early scan zipf one',
      'Likely only insert',
      'Not measured gone',
      'Point queries same0 same1 same2 same3 same4 same5 same6 same7',
    ]);
  });

  it('begin with what stopped working, also among only the changed, and the sentence does too', () => {
    const model = modelOf([{ name: 'crashed', stopped: 'failed' }, ...MIXED], {}, { changed: true });
    expect(namesOf(model)[0]).toBe('Stopped working crashed');
    expect(model.groups[0]?.rows[0]).toMatchObject({
      level: { text: 'stopped', ratio: null },
      since: { day: 'failed' },
    });
    const without = says(MIXED);
    expect(says([{ name: 'crashed', stopped: 'failed' }, ...MIXED])).toBe(
      `1 test stopped working. ${without}`,
    );
  });

  it('count what changed, and tests of one night together with their records', () => {
    const { slower, faster, text, link } = modelOf(MIXED).groups[0]?.summary ?? {};
    expect([slower, faster]).toEqual(['3 slower', '1 faster']);
    expect(text).toBe('two of them since the same night, 28 Oct:');
    expect(link?.text).toBe('one suspected cause');
    const { pathname, searchParams } = new URL(link?.href ?? '', 'http://localhost');
    expect(pathname).toBe('/regressions');
    expect(searchParams.get('since')).toMatch(/^19devel 20261028-g1000001\d$/);
    expect(searchParams.get('server')).toBe('pn53');
  });

  it('name possible changes with the reason for the doubt', () => {
    expect(modelOf(MIXED).groups[1]?.summary.text).toBe(
      'in the newest two nights; a third night of the new level decides',
    );
    expect(modelOf(MIXED).groups[3]?.summary.text).toBe('8 without a change');
  });

  it('do not charge the software with what came with another kernel', () => {
    const all = Array.from({ length: 8 }, (_, index) => ({ name: `t${index}`, factor: slowerAt(25, 0.9) }));
    const breaks = [{ at: 25, label: 'kernel 6.8 → 6.14' }];
    const model = modelOf(all, { breaks });
    expect(model.groups.map(({ label }) => label)).toEqual(['Not attributed']);
    expect(model.groups[0]?.summary).toMatchObject({
      slower: '',
      text: 'at kernel 6.8 → 6.14, not counted against PostgreSQL',
      link: null,
    });
    const [row] = model.groups[0]?.rows ?? [];
    expect(row?.since).toMatchObject({ day: '2 Nov', external: 'kernel 6.8 → 6.14' });
    // The number is as measured, without a hue: so says the chart of the series.
    expect(row?.level).toMatchObject({ text: '0.90', look: 'plain', direction: null, word: '' });
    expect(new Set(row?.cells.map(({ verdict }) => verdict))).toEqual(new Set(['no change']));
    const sentence =
      'None of 8 tests is slower than 18.4, the last release. 8 tests shifted on 2 Nov at kernel 6.8 → 6.14, not counted against PostgreSQL.';
    expect(says(all, { breaks })).toBe(sentence);
    expect(says(all, { breaks, nights: 60, shown: 30 })).toContain('shifted on 13 Oct at kernel 6.8 → 6.14');
  });

  it('charge it with what it did itself, before and after another kernel', () => {
    const factor = (night: number) => (night >= 25 ? 0.81 : night >= 15 ? 0.9 : 1);
    const all = Array.from({ length: 8 }, (_, index) => ({ name: `t${index}`, factor }));
    const model = modelOf(all, { breaks: [{ at: 25, label: 'kernel 6.8 → 6.14' }] });
    expect(model.groups.map(({ label, summary }) => [label, summary.slower])).toEqual([
      ['Changed', '8 slower'],
    ]);
    expect(model.groups[0]?.rows[0]?.since).toMatchObject({ night: 15, external: '' });
  });

  it('have no hue next to a number that another kernel restored, with the reason', () => {
    const factor = (night: number) => (night >= 30 ? 1 : 1.06);
    const all = Array.from({ length: 8 }, (_, index) => ({ name: `t${index}`, factor }));
    const [group] = modelOf(all, { breaks: [{ at: 30, label: 'kernel 6.8 → 6.14' }] }).groups;
    expect(group?.summary.faster).toBe('8 faster');
    const [row] = group?.rows ?? [];
    const words = 'improvement, apart from the environment change';
    expect(row?.level).toMatchObject({
      text: '1.00',
      level: 'n',
      look: 'plain',
      direction: null,
      word: words,
    });
    expect(row?.cells.at(-1)).toMatchObject({ className: 'c n', level: 'n', words });
    expect(row?.spark?.levels.map(({ tone }) => tone).toSorted()).toEqual(['faster', 'plain']);
  });

  it('hold what the filter finds, only changes, and fold', () => {
    expect(namesOf(modelOf(MIXED, {}, { q: 'same -same1' }))).toEqual([
      'Point queries same0 same2 same3 same4 same5 same6 same7',
    ]);
    expect(namesOf(modelOf(MIXED, {}, { changed: true }))).toHaveLength(2);
    expect(modelOf(MIXED, {}, { fold: ['changed'] }).groups.map(({ open }) => open)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('are those with something to say where there are too many tests', () => {
    const many = [...MIXED, ...Array.from({ length: MAX_TESTS }, (_, index) => ({ name: `more${index}` }))];
    const model = modelOf(many);
    expect(namesOf(model)).toHaveLength(3);
    expect(model.hidden).toBe(MAX_TESTS + 8);
    expect(modelOf(many, {}, { all: true })).toMatchObject({ hidden: 0 });
    expect(modelOf(many, {}, { q: 'same' })).toMatchObject({ hidden: 0 });
  });
});

describe('rows of an overview', () => {
  const rows = modelOf(MIXED).groups.flatMap((group) => group.rows);
  const row = (name: string) => rows.find((each) => each.name === name);

  it('have the newest level with its interval, since when, and what it costs', () => {
    expect(row('zipf')).toMatchObject({
      note: 'range=100',
      level: { text: '0.90', level: 'r2', look: 'sure', direction: 'dn', word: 'regression' },
      since: { day: '28 Oct', night: 20, external: '' },
      cost: { text: '1.11', level: 'r1' },
    });
    expect(row('zipf')?.level.size).toMatch(/^± 0\.0\d+$/);
    expect(row('zipf')?.since.build).toMatch(/^g1000001\d$/);
    expect(row('scan')).toMatchObject({
      note: 'Krows/s',
      level: { text: '1.13', level: 'b2', direction: 'up' },
    });
  });

  it('are hollow if unconfirmed, without costs of nights that form no level yet', () => {
    expect(row('insert')).toMatchObject({
      level: { look: 'possible', level: 'n', direction: 'dn', word: 'likely regression' },
      since: { day: '15 Nov' },
      cost: { text: '' },
    });
  });

  it('name tests that are not measured any more, and levels that hold since the first night', () => {
    expect(row('gone')).toMatchObject({ level: { text: '–' }, since: { day: 'last run 11 Nov' } });
    expect(row('early')?.since).toMatchObject({ day: 'all 40 nights', night: null });
  });

  it('have no hue of a cost where nothing changed', () => {
    const [same] = modelOf([{ name: 'a', cost: 1.2 }, ...MIXED.slice(6)]).groups.flatMap(
      (group) => group.rows,
    );
    expect(same?.cost).toMatchObject({ text: '1.20', level: 'n' });
  });

  it('lead to the series', () => {
    expect(row('zipf')?.href).toBe(
      '/series?server=pn53&workload=sysbench-cached&line=PostgreSQL,19devel@master,,x10b_c8r32&test=zipf_range=100',
    );
  });
});

describe('the sentence of an overview', () => {
  it('counts against the last release, names what changed lately, and what may have', () => {
    expect(says(MIXED)).toBe(
      '3 of 13 tests are slower than 18.4, the last release, 1 is faster. In the last 30 nights 3 of them changed: zipf and one since 28 Oct, scan since 4 Nov. insert may have changed: a third night decides. 1 test has no value in the newest nights.',
    );
  });

  it('states that nothing is slower, and that nothing changed lately', () => {
    expect(says(MIXED.slice(6))).toBe('None of 8 tests is slower than 18.4, the last release.');
    expect(says([...MIXED.slice(5)])).toBe(
      '1 of 9 tests is slower than 18.4, the last release. In the last 30 nights none of them changed.',
    );
  });

  it('counts where names would be a list', () => {
    const five = Array.from({ length: 5 }, (_, index) => ({ name: `t${index}`, factor: slowerAt(25, 0.9) }));
    expect(says([...five, ...MIXED.slice(6)])).toContain('5 of them changed, all since 2 Nov.');
  });

  it('is against the first level without a release, as the page states', () => {
    const model = modelOf(MIXED, { release: null });
    expect(says(MIXED, { release: null })).toMatch(
      /^2 of 13 tests are slower than its first level, 1 is faster\./,
    );
    expect(overviewNotes(model)).toEqual([
      'No release of PostgreSQL was measured here with this build and config: levels are against the first level of each test.',
    ]);
    const partly = modelOf([{ name: 'new', hasRelease: false }, ...MIXED.slice(6)]);
    expect(overviewNotes(partly)).toEqual(['18.4 has no value of new: against the first level.']);
    expect(overviewNotes(modelOf(MIXED))).toEqual([]);
  });

  it('says how many nights are missing until there are levels', () => {
    expect(says(MIXED.slice(6), { nights: 7 })).toBe(
      '7 nights so far. Levels come after 12 nights, 5 more; until then there are points only.',
    );
    const model = modelOf(MIXED.slice(6), { nights: 7 });
    expect(model.groups[0]?.rows[0]).toMatchObject({
      level: { text: '–' },
      since: { day: '7 of 12 nights' },
    });
    expect(model.groups[0]?.rows[0]?.spark?.nights.split('M')).toHaveLength(8);
    expect(model.groups[0]?.rows[0]?.spark?.levels).toEqual([]);
  });

  it('starts with what is unclear where that is most of the table', () => {
    const noisy = Array.from({ length: 6 }, (_, index) => ({
      name: `t${index}`,
      factor: (night: number) => 0.985 * (1 + 0.05 * Math.sin(night * 2.4 + index)),
    }));
    expect(says(noisy, { releaseRuns: 1 })).toMatch(
      /^6 of 6 tests are within noise against 18\.4, which was run once: with this noise a change of 5% cannot be detected, so run it again\. None of 6/,
    );
  });

  it('mentions that newer runs are being judged', () => {
    expect(says(MIXED, { isStale: true })).toMatch(/ Newer runs are being judged\.$/);
  });
});

describe('the head of an overview', () => {
  it('names the line, the nights and what they are of', () => {
    expect(overviewTitle(madeOverview(MIXED))).toEqual({
      title: 'PostgreSQL 19devel, last 30 nights',
      on: 'on 8-core PN53',
      meta: [
        '18 Oct to 16 Nov 2026, 30 of 40 nights',
        'sysbench, cached',
        '1 table × 50M rows, 1 client, pk',
        'branch master',
        'config x10b_c8r32',
      ],
    });
    expect(overviewTitle(madeOverview(MIXED, { nights: 20 })).title).toBe('PostgreSQL 19devel, 20 nights');
    expect(spanEnds(madeOverview(MIXED))).toEqual({ first: '18 Oct', last: '16 Nov' });
  });
});
