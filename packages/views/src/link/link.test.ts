import { describe, expect, it } from 'vitest';
import { compareUrl } from '../compare/compare-state';
import { toHeatmapData } from '../compare/heatmap-data';
import { makeView } from '../testing/test-view';
import { heatmapLink } from './heatmap-link';
import { comparedSentence, frozenText, linkMeta } from './link-card';
import { drawLinkChart, type LinkChart } from './link-chart';
import { linkChartSvg } from './link-chart-svg';
import { benchmarkDoes, countedNoun, testDoes } from './test-glossary';

const COLUMNS = ['MySQL 5.7.44 - -', 'MySQL 8.0.43 - -', 'MySQL 9.4.0 - -'];
const NOISE = { benchmark: 'sysbench', kind: 'cached', server: 'dedicated', pairs: [], refused: [] };

/** The card of a heatmap with these values of each test. */
function cardOf(tests: Record<string, (number | null)[]>, query = '', server: string | null = 'dedicated') {
  const view = makeView({ benchmark: 'sysbench', columns: COLUMNS, tests });
  const noise = { ...NOISE, server } as unknown as NonNullable<Parameters<typeof toHeatmapData>[1]>['noise'];
  return heatmapLink(
    toHeatmapData(view, { noise: noise ?? null }),
    compareUrl.parse(new URLSearchParams(query)),
  );
}

describe('the sentence on two versions', () => {
  const compared = {
    verdict: 'regression',
    x: Math.log(0.68),
    own: 'MySQL 9.4.0',
    base: '5.7.44',
    noun: 'inserts per second',
    test: 'insert',
    where: 'on this 8-core machine',
  } as const;

  it('names what is counted, the size and the machine', () => {
    expect(comparedSentence(compared)).toBe(
      'MySQL 9.4.0 handles 32% fewer inserts per second than 5.7.44 on this 8-core machine.',
    );
  });

  it('says "likely" where the change is not confirmed, and a factor from 2 on', () => {
    const likely = { ...compared, verdict: 'possible improvement', x: Math.log(2.6) } as const;
    expect(comparedSentence(likely)).toBe(
      'MySQL 9.4.0 likely handles 2.6 times as many inserts per second as 5.7.44 on this 8-core machine.',
    );
  });

  it('claims no equality within the noise', () => {
    expect(comparedSentence({ ...compared, verdict: 'unclear' })).toContain(
      "can't be distinguished in insert",
    );
    expect(comparedSentence({ ...compared, verdict: 'no change' })).toContain(
      'handles as many inserts per second as',
    );
  });

  it('has words for a test that stopped, that has no value, and that counts nothing', () => {
    expect(comparedSentence({ ...compared, verdict: 'stopped working', x: null })).toBe(
      'insert stopped working in MySQL 9.4.0 on this 8-core machine.',
    );
    expect(comparedSentence({ ...compared, verdict: 'missing', x: null })).toContain('was not compared with');
    expect(comparedSentence({ ...compared, noun: null })).toContain('is 32% slower than 5.7.44 in insert');
  });
});

describe('the card of a heatmap', () => {
  const tests = { insert: [100, 80, 68], 'update-index': [200, 150, 140], delete: [50, 40, 35] };

  it('is about the open cell, with its level, one reason and what the test does', () => {
    const card = cardOf(tests, 'cell=insert@mysql-9.4.0');
    expect(card.sentence).toContain('MySQL 9.4.0 handles 32% fewer inserts per second than 5.7.44');
    expect(card.certainty).toMatchObject({ bars: 3, word: 'Sure' });
    expect(card.certainty?.text).toMatch(/^−32% against a noise of similar servers of ±\d+\.\d%; /);
    expect(card.facts.what).toMatch(/^Adds one row per transaction\./);
    expect(card.chart?.lines[0]).toEqual([1, 0.8, 0.68]);
  });

  it('is about all tests of the newest version where no cell is open', () => {
    const card = cardOf(tests);
    expect(card.sentence).toContain('handles 30% fewer queries per second than 5.7.44');
    expect(card.more).toBe('All 3 tests got slower, by 30% to 32%.');
    expect(card.certainty?.text).toMatch(/^median −30% against/);
    expect(card.chart).toMatchObject({ mainName: 'mean', own: 2, isWorse: true });
  });

  it('hedges a large change on a machine of unknown kind', () => {
    const card = cardOf(tests, '', null);
    expect(card.sentence).toContain('likely handles 30% fewer');
    expect(card.certainty).toMatchObject({ bars: 2, word: 'Likely: large, unconfirmed' });
    expect(card.certainty?.text).toContain('no run was repeated yet');
    expect(card.more).toContain('None is confirmed yet.');
  });

  it('has the same words for the window and for chats', () => {
    const card = cardOf(tests);
    const { title, description } = linkMeta(card);
    expect(`${title}.`).toBe(card.sentence);
    expect(description).toContain(`${card.certainty?.word}: ${card.certainty?.text}.`);
  });

  it('has no level while plain thresholds judge', () => {
    expect(cardOf(tests, 'rule=thresholds').certainty).toBeNull();
  });
});

describe('the chart of a link', () => {
  const chart: LinkChart = {
    description: '',
    caption: '',
    places: ['5.7.44', '8.0.43', '9.4.0'],
    base: 0,
    own: 1,
    mainName: '',
    isWorse: true,
    lines: [
      [1, 0.8, null],
      [1, null, 1.2],
    ],
  };

  it('breaks a line where a value is missing, and ends it with its change', () => {
    const { main, thin, end } = drawLinkChart(chart, { width: 600, height: 300, text: 12 });
    expect(main.match(/[ML]/g)).toEqual(['M', 'L']);
    expect(thin[0]?.match(/[ML]/g)).toEqual(['M', 'M']);
    expect(end?.text).toBe('−20%');
  });

  it('keeps names and ticks apart, with 5,000 places as with one', () => {
    for (const count of [1, 2, 20, 5000]) {
      const places = Array.from({ length: count }, (_, place) => `9.${place}.0`);
      const lines = [places.map((_, place) => (place === 0 ? 1 : 0.5))];
      const size = { width: 360, height: 190, text: 11 };
      const drawn = drawLinkChart({ ...chart, places, lines, base: 0, own: count - 1 }, size);
      const xs = drawn.places.map(({ x }) => x);
      expect(drawn.places.some(({ isOwn }) => isOwn)).toBe(true);
      expect(xs.slice(1).every((x, index) => x - (xs[index] ?? 0) > 20)).toBe(true);
      const ys = drawn.ticks.map(({ y }) => y).sort((a, b) => a - b);
      expect(ys.slice(1).every((y, index) => y - (ys[index] ?? 0) >= 11)).toBe(true);
    }
  });
});

describe('the glossary of tests', () => {
  it('begins with a verb, is one line, and is silent on an unknown test', () => {
    expect(testDoes('sysbench', 'insert')).toBe('Adds one row per transaction.');
    expect(testDoes('insert-benchmark', 'qp1000.L6')).toMatch(/^Reads single rows while/);
    expect(testDoes('db_bench', 'readwhilewriting.t8')).toMatch(/^Reads random keys while one thread writes/);
    expect(testDoes('sysbench', 'my-own-test')).toBeNull();
    expect(benchmarkDoes('fio')).toBe('Reads and writes files, without a database.');
  });

  it.each([
    ['queries/s', 'update-index', 'updates per second'],
    ['queries/s', 'point-query', 'queries per second'],
    ['inserts/s', 'l.i0', 'inserts per second'],
    ['NOPM', 'vu8.w100', 'new orders per minute'],
    ['operations/s by p99', 'q1', null],
  ])('counts %s of %s as %s', (unit, test, noun) => {
    expect(countedNoun(unit, test)).toBe(noun);
  });
});

it('says when and by whom a link was frozen, in UTC', () => {
  const createdAt = '2026-11-27T18:03:00.000Z';
  expect(frozenText({ createdAt, author: 'mk' })).toBe(
    'Frozen 27 Nov 2026, 18:03 UTC by mk: this page keeps these numbers.',
  );
  expect(frozenText({ createdAt, author: 'local' })).not.toContain(' by ');
});

it('a chart is an SVG file with its words as text', () => {
  const chart: LinkChart = {
    description: '<b>t1</b> & others',
    caption: 'On <script>.',
    places: ['16', '17'],
    base: 0,
    own: 1,
    mainName: '',
    lines: [
      [1, 0.8],
      [1, null],
    ],
    isWorse: true,
  };
  const svg = linkChartSvg(chart);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain('<title>&lt;b&gt;t1&lt;/b&gt; &amp; others</title>');
  expect(svg).not.toContain('<script>');
  expect(svg).not.toMatch(/NaN|undefined|null/);
});
