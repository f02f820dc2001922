import { describe, expect, it } from 'vitest';
import {
  BAD,
  makeBuild,
  makeNightPage,
  makeNights,
  makeRecordSeries,
  makeSameNight,
} from '../../testing/test-night-record';
import { makeServer } from '../../testing/test-record';
import { testNight } from '../../testing/test-series';
import { drawRecord } from '../record/record-card';
import { suspectsModel } from '../record/record-lede';
import { nearEventRows, nearNights, nightCosts, nightsChart, sameNightModel } from './record-data';

const commit = (day: number) => testNight(day).commit ?? '';
const label = (day: number, date: string) => `${date} g${commit(day).slice(0, 8)}`;
const SINCE = label(BAD, '31 May 2026');

describe('suspects', () => {
  it('are a git range with links', () => {
    expect(suspectsModel(makeNights())).toEqual({
      range: `${commit(29).slice(0, 8)}..${commit(30).slice(0, 8)}`,
      copyText: `${commit(29)}..${commit(30)}`,
      href: `https://github.com/postgres/postgres/compare/${commit(29)}...${commit(30)}`,
      lastGood: {
        label: label(29, '30 May 2026'),
        href: `https://github.com/postgres/postgres/commit/${commit(29)}`,
      },
      firstBad: { label: SINCE, href: `https://github.com/postgres/postgres/commit/${commit(30)}` },
      note: '',
    });
  });

  it('are two days if no commit is known, with the commits between them', () => {
    const none = { commit: null, repository: null };
    const model = suspectsModel(
      makeNights({
        lastGood: makeBuild(29, none),
        firstBad: makeBuild(30, none),
        suspects: { after: null, upTo: null, href: null, count: 2, tied: [], total: null, commits: [] },
      }),
    );
    expect(model).toMatchObject({ range: null, copyText: null, href: null });
    expect(model.lastGood).toEqual({ label: '30 May 2026', href: null });
    expect(model.note).toBe(
      'The commits of these builds are not known. 2 known builds between them have no value here.',
    );
  });
});

describe('what surrounds a change of nights', () => {
  it('draws the level before at 1, the change and its size', () => {
    const chart = nightsChart(makeRecordSeries());
    const [main, cpu] = chart?.panels ?? [];
    expect(main?.hint).toBe('queries/s, ratio to the level before');
    expect(main?.levels.map(({ value, tone }) => [value.toFixed(2), tone])).toEqual([
      ['1.00', 'plain'],
      ['0.90', 'slower'],
    ]);
    expect(main?.changes).toMatchObject([{ isSure: true, tone: 'slower' }]);
    expect(cpu?.title).toBe('CPU µs/o');
    expect(chart?.releases).toEqual([]);
    expect(chart?.description).toContain('1.00 until 30 May');
  });

  it('has what an operation cost at both levels', () => {
    const costs = nightCosts(makeRecordSeries());
    expect(costs).toMatchObject({ hint: 'medians of 30 nights before and 15 since', hasCosts: true });
    expect(
      costs.rows.map(({ metric, before, after, ratio }) => [
        metric,
        before,
        after,
        ratio.text,
        ratio.direction,
      ]),
    ).toEqual([
      ['QPS', '4\u202f700', '4\u202f230', '0.90', 'dn'],
      ['CPU µs/o', '200', '222', '1.11', 'up'],
      ['cs/o', '2.000', '2.000', '1.00', null],
    ]);
  });

  it('lists ten nights on either side, the oldest first', () => {
    const { rows } = nearNights(makeRecordSeries());
    expect(rows).toHaveLength(20);
    expect(rows.slice(9, 11).map(({ key, role, tone }) => [key, role, tone])).toEqual([
      ['c29', 'last good', 'plain'],
      ['c30', 'first bad', 'slower'],
    ]);
    expect(rows[10]).toMatchObject({ day: '31 May', runHref: '/runs/130' });
    expect(Number(rows[10]?.ratioText)).toBeCloseTo(0.9, 1);
    expect(rows[0]?.key).toBe('c20');
  });

  it('names events near it, and none that is far away', () => {
    const annotations = [
      { id: '1', at: '2026-05-05T00:00:00.000Z', label: 'far', by: 'mdc', night: 4 },
      { id: null, at: '2026-06-02T00:00:00.000Z', label: 'kernel 6.8 → 6.14', by: null, night: 32 },
    ];
    const events = nearEventRows(makeRecordSeries({ view: { annotations } }));
    expect(events.map(({ label: text, note }) => [text, note])).toEqual([
      ['kernel 6.8 → 6.14', 'no change here'],
    ]);
  });

  it('lists the tests of one night as one suspected cause', () => {
    const model = sameNightModel(makeNightPage());
    expect(model).toMatchObject({
      sentence: '2 tests, one suspected cause',
      href: '/regressions?state=all&cause=postgresql-19devel-20260531-slower',
    });
    expect(
      model?.rows.map(({ test, href, where, ratioText, interval }) => [
        test,
        href,
        where,
        ratioText,
        interval,
      ]),
    ).toEqual([
      ['update-zipf', null, '', '0.90', '0.88–0.92'],
      ['update-index', '/r/update-index-19devel', '', '0.94', '0.938–0.951'],
    ]);
    const elsewhere = makeSameNight('update-zipf', {
      server: makeServer({ slug: 'pn53', name: 'PN53', cores: 8 }),
    });
    const two = makeRecordSeries({ sameNight: [makeSameNight('update-zipf', { isSelf: true }), elsewhere] });
    expect(sameNightModel(makeNightPage({ series: two }))).toMatchObject({
      sentence: '1 test on 2 servers, one suspected cause',
      rows: [{ where: '' }, { where: '8-core PN53, sysbench, IO-bound' }],
    });
    const alone = makeRecordSeries({ sameNight: [makeSameNight('update-zipf', { isSelf: true })] });
    expect(sameNightModel(makeNightPage({ series: alone }))).toBeNull();
  });

  it('is drawn as its chart, with a table of the tests of its night', () => {
    const { table, cell } = drawRecord(makeNightPage({}, { notMeasuredSince: '2026-06-10T02:00:00.000Z' }));
    expect(cell).toBeNull();
    expect(table.nights?.panels[0]?.title).toBe('QPS');
    expect(table.sentence).toContain('Last run 10 Jun 2026.');
    expect(table.groups[0]?.rows.map(({ test, cells }) => [test, cells[0]?.text])).toEqual([
      ['update-zipf', '0.90'],
      ['update-index', '0.94'],
    ]);
    const gone = drawRecord(makeNightPage({ series: null }));
    expect(gone.table.nights).toBeUndefined();
    expect(gone.table.groups[0]?.rows).toHaveLength(1);
  });
});
