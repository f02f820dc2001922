import { describe, expect, it } from 'vitest';
import { testLine, testTrends } from '../testing/test-trends';
import { trendLane } from './trends-chart';
import type { TrendLine, TrendRecord } from './trends-data';
import { trendsModel } from './trends-model';
import { type TrendsState, trendsUrl } from './trends-state';
import { trendSentence } from './trends-words';

const VERSIONS = ['15.15', '16.10', '16.11', '17.7', '18.1'];

function testRecord(firstBad: string, record: Partial<TrendRecord> = {}): TrendRecord {
  return {
    slug: `record-${firstBad}`,
    kind: 'regression',
    firstBad,
    column: `postgresql-${firstBad}`,
    levelRatio: 0.8,
    verdict: 'regression',
    ...record,
  };
}

function withRecords(records: TrendRecord[], sketch: { server?: string; cores?: number } = {}): TrendLine {
  return { ...testLine(VERSIONS, [[100, 100, 80, 80, 70]], sketch), records };
}

const prepare = (lines: TrendLine[], state: Partial<TrendsState> = {}) =>
  trendsModel(testTrends(lines), { ...trendsUrl.defaults, x: 'release', ...state });

describe('the records of a line', () => {
  it('are marked at their first bad version, in release order', () => {
    const { series } = prepare([withRecords([testRecord('18.1', { levelRatio: 0.7 }), testRecord('16.11')])]);
    expect(series[0]?.marks).toEqual([
      {
        href: '/r/record-16.11',
        position: 2,
        version: '16.11',
        text: 'slower since 16.11',
        ratio: '0.80',
        direction: 'dn',
      },
      expect.objectContaining({ position: 4, text: 'slower since 18.1' }),
    ]);
  });

  it('are at the major in a drawing of majors, and still name the release', () => {
    const { series } = prepare([withRecords([testRecord('16.10')])], { x: 'major' });
    expect(series[0]?.points[1]?.version).toBe('16.11');
    expect(series[0]?.marks[0]).toMatchObject({ position: 1, text: 'slower since 16.10' });
  });

  it('mark unconfirmed changes and improvements', () => {
    const faster = testRecord('17.7', { kind: 'improvement', verdict: 'improvement', levelRatio: 1.5 });
    const possible = testRecord('16.11', { verdict: 'possible regression' });
    const { series } = prepare([withRecords([faster, possible])]);
    expect(series[0]?.marks.map(({ text, direction }) => [text, direction])).toEqual([
      ['likely slower since 16.11', 'dn'],
      ['faster since 17.7', 'up'],
    ]);
  });

  it('are left out where the line has a gap', () => {
    const line = { ...testLine(VERSIONS, [[100, 100, null, 80, 70]]), records: [testRecord('16.11')] };
    expect(prepare([line]).series[0]?.marks).toEqual([]);
  });
});

describe('the sentence', () => {
  it('says since when which line is slower, the largest change first, instead of the largest step', () => {
    const lines = [
      withRecords([testRecord('16.11')], { server: 'a', cores: 8 }),
      withRecords([testRecord('16.11', { levelRatio: 0.75 }), testRecord('18.1', { levelRatio: 0.6 })], {
        server: 'b',
        cores: 48,
      }),
    ];
    const { rest } = trendSentence(prepare(lines));
    expect(rest).toContain(
      ' Slower since 18.1 on 48-core (0.60); slower since 16.11 on 48-core (0.75) and 8-core (0.80).',
    );
    expect(rest).not.toContain('largest step');
  });

  it('counts further changes, and names the largest step without a record', () => {
    const records = VERSIONS.slice(1).map((version) => testRecord(version));
    expect(trendSentence(prepare([withRecords(records)])).rest).toContain(', and 1 more record.');
    expect(trendSentence(prepare([withRecords([])])).rest).toContain('The largest step is 16.11');
  });
});

describe('the marks above the plot', () => {
  it('have a row for each line with records, and words that stay inside the plot', () => {
    const { drawn, axis } = prepare([
      withRecords([], { server: 'a' }),
      withRecords([testRecord('16.10')], { server: 'b' }),
      withRecords([testRecord('18.1')], { server: 'c' }),
    ]);
    const { rows, height } = trendLane(drawn, axis.positions.length);
    expect(rows.map(({ series, marks }) => [series.index, marks[0]?.left, marks[0]?.isBefore])).toEqual([
      [1, '25%', false],
      [2, '100%', true],
    ]);
    expect(height).toBe(48);
    expect(trendLane([], 1)).toEqual({ rows: [], height: 0 });
  });

  it('lose their words where the next mark is too near, and are one at a position', () => {
    const near = [testRecord('16.10'), testRecord('16.11'), testRecord('16.11', { slug: 'smaller' })];
    const { drawn, axis } = prepare([withRecords(near)]);
    const marks = trendLane(drawn, axis.positions.length).rows[0]?.marks;
    expect(marks?.map(({ mark, room }) => [mark.href, room])).toEqual([
      ['/r/record-16.10', 'medium'],
      ['/r/record-16.11', 'narrow'],
    ]);
  });
});
