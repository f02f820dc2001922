import { describe, expect, it } from 'vitest';
import { stepNote } from '../lines';
import { testLine, testTrends } from '../testing/test-trends';
import { trendChart } from './trends-chart';
import type { TrendsData } from './trends-data';
import { MAX_DRAWN, trendsModel } from './trends-model';
import { type TrendsState, trendsUrl } from './trends-state';
import { notesOf, trendReadout, trendSentence } from './trends-words';

const prepare = (data: TrendsData, state: Partial<TrendsState> = {}) =>
  trendsModel(data, { ...trendsUrl.defaults, ...state });
const texts = (model: ReturnType<typeof prepare>, line = 0) =>
  model.series[line]?.points.map((point) => point?.text ?? null);

describe('lines over versions', () => {
  const versions = ['16.0', '17.0', '18.0'];

  it('are relative to the first version, or to the chosen one', () => {
    const data = testTrends([testLine(versions, [[100, 80, 60]])]);
    expect(texts(prepare(data))).toEqual(['1.00', '0.80', '0.60']);
    expect(texts(prepare(data, { base: '17.0' }))).toEqual(['1.25', '1.00', '0.75']);
    expect(prepare(data).series[0]?.points.map((point) => point?.level)).toEqual(['n', 'r3', 'r5']);
  });

  it('that were recorded in turns are what the rounds say in pairs, as in the heatmap', () => {
    const slices = (middle: number) => Array.from({ length: 8 }, (_, round) => middle + (round % 4) * middle);
    const rounds = [{ id: 'a', restartEvery: 6, values: [[slices(100), slices(90), []]] }];
    const data = testTrends([{ ...testLine(versions, [[100, 105, 60]]), rounds }]);
    expect(texts(prepare(data))).toEqual(['1.00', '0.90', '0.60']);
    expect(texts(prepare(data, { base: '17.0' }))).toEqual(['1.11', '1.00', '0.57']);
  });

  it('are absolute from zero, with the levels of their ratios', () => {
    const model = prepare(testTrends([testLine(versions, [[100, 80, 50]])]), { mode: 'abs' });
    expect(texts(model)).toEqual(['100', '80', '50']);
    expect(model.series[0]?.points[2]?.level).toBe('r5');
    expect(model.scale.from).toBe(0);
    expect(model.unit).toBe('QPS in queries/s');
  });

  it('keep a gap where a version has no value, and where another line has a version', () => {
    const model = prepare(
      testTrends([
        testLine(versions, [[100, null, 50]]),
        testLine(['16.0', '18.0'], [[1, 1]], { server: 'b' }),
      ]),
      { x: 'release' },
    );
    expect(texts(model, 0)).toEqual(['1.00', null, '0.50']);
    expect(texts(model, 1)).toEqual(['1.00', null, '1.00']);
  });

  it('take the newest release of a major that has a value', () => {
    const data = testTrends([testLine(['17.0', '17.5', '18beta1', '18beta2'], [[100, 90, 80, null]])]);
    const model = prepare(data, { x: 'major' });
    expect(model.axis.positions).toEqual(['17', '18']);
    expect(model.series[0]?.points.map((point) => [point?.version, point?.text])).toEqual([
      ['17.5', '1.00'],
      ['18beta1', '0.89'],
    ]);
  });

  it('of a table of ratios stay relative to its own base, and have no absolute values', () => {
    const ratios = testLine(versions, [[1, 0.9, 0.8]], { ownBase: '16.0', server: 'published' });
    const data = testTrends([testLine(versions, [[100, 80, 50]]), ratios]);
    const model = prepare(data, { base: '17.0' });
    expect(texts(model, 1)).toEqual(['1.00', '0.90', '0.80']);
    expect(model.series.map(({ base }) => base)).toEqual(['17.0', '16.0, as published']);
    const absolute = prepare(data, { mode: 'abs' });
    expect(absolute.series).toHaveLength(1);
    expect(absolute.leftOut).toEqual([
      { label: 'published', reason: 'published as ratios, absolute values were not' },
    ]);
    expect(prepare(testTrends([ratios]), { mode: 'abs' })).toMatchObject({ mode: 'rel' });
  });

  it('of another config in a table of ratios are relative to the base of the table', () => {
    const lone = testLine(['18beta1'], [[0.9]], { ownBase: '17.5 x10a', config: 'x10c' });
    const model = prepare(testTrends([lone]));
    expect(texts(model)).toEqual(['0.90']);
    expect(model.series[0]).toMatchObject({ base: '17.5, as published' });
    expect(model.series[0]?.points[0]).toMatchObject({ isBase: false, level: 'r2' });
  });

  it('of one version are left out next to longer ones, except for absolute values', () => {
    const lone = testLine(['18.0'], [[70]], { config: 'x10d' });
    const data = testTrends([testLine(versions, [[100, 80, 50]], { config: 'x10a' }), lone]);
    const model = prepare(data);
    expect(model.series).toHaveLength(1);
    expect(model.leftOut).toEqual([
      { label: '8-core, x10d', reason: 'only 18.0 was run with this config and build' },
    ]);
    expect(texts(prepare(data, { mode: 'abs' }), 1)).toEqual([null, null, '70']);
    expect(prepare(testTrends([lone])).series).toHaveLength(1);
  });

  it('without the chosen base are left out, with the reason', () => {
    const data = testTrends([testLine(versions, [[1, 1, 1]]), testLine(['18.0'], [[1]], { server: 'late' })]);
    expect(prepare(data, { base: '16.0', x: 'release' }).leftOut).toEqual([
      { label: 'late', reason: '16.0 was not run' },
    ]);
  });

  it('are one across a seam, which is marked at the first version of the other config', () => {
    const line = testLine(versions, [[100, 90, 86]], { config: 'z12a' });
    const columns = line.columns.map((column, index) => ({ ...column, config: index < 2 ? 'z12a' : 'z12b' }));
    const model = prepare(testTrends([{ ...line, columns }]));
    expect(texts(model)).toEqual(['1.00', '0.90', '0.86']);
    expect(model.series[0]?.points.map((point) => point?.seamAfter)).toEqual([undefined, undefined, 'z12a']);
    expect(trendReadout(model, { line: 0, position: 2 })?.notes).toContain(
      'config z12b, which continues z12a',
    );
    expect(trendChart(model, 100).lines[0]?.seams).toEqual(['100%']);
  });

  it('begin again after a config step, whatever base was chosen, and name it', () => {
    const shared = { version: '17.0', moved: 3, tests: 4, ratio: 0.5 };
    const before = testLine(['16.0', '17.0'], [[100, 100]], { config: 'z12a' });
    const after = testLine(['17.0', '18.0'], [[50, 45]], { config: 'z13a' });
    const data = testTrends([before, { ...after, step: { from: 'z12a', to: 'z13a', shared } }]);
    const model = prepare(data, { base: '16.0', x: 'release' });
    expect(model.leftOut).toEqual([]);
    expect(model.series.map(({ points }) => points.map((point) => point?.text))).toEqual([
      ['1.00', '1.00', undefined],
      [undefined, '1.00', '0.90'],
    ]);
    expect(model.series.map(({ base }) => base)).toEqual(['16.0', '17.0']);
    expect(model.series[1]?.points[1]).toMatchObject({ seamAfter: 'z12a', config: 'z13a' });
    expect(trendReadout(model, { line: 1, position: 1 })?.notes).toContain(
      'config z13a, after a config step of −50% measured on 17.0 from z12a',
    );
    expect(notesOf(model)).toEqual([stepNote({ from: 'z12a', to: 'z13a', shared })]);
  });

  it('of several tests are geometric means of the ratios that both versions have', () => {
    const data = testTrends([
      testLine(
        ['17.0', '18.0'],
        [
          [100, 50],
          [10, 20],
          [5, null],
        ],
      ),
    ]);
    const model = prepare(data, { x: 'release' });
    // (0.5 × 2)^(1/2)
    expect(texts(model)).toEqual(['1.00', '1.00']);
    expect(model.series[0]?.points.map((point) => point?.tests)).toEqual([3, 2]);
    // (100 × 10)^(1/2): the third test is not in every version
    expect(texts(prepare(data, { mode: 'abs', x: 'release' }))).toEqual(['32', '32']);
  });

  it('have no absolute mean over different units', () => {
    const data = testTrends([testLine(['17.0'], [[1], [2]])], {
      tests: [
        { key: 'a', unit: 'queries/s' },
        { key: 'b', unit: 'Krows/s per client' },
      ],
    });
    expect(prepare(data, { mode: 'abs' })).toMatchObject({ mode: 'rel' });
    expect(prepare(data).noAbsolute).toContain('different units');
  });

  it('lead to the cell, and of a mean to the heatmap', () => {
    const line = testLine(['17.0', '18.0'], [[2, 1]]);
    expect(prepare(testTrends([line])).series[0]?.points[1]?.href).toBe(
      '/compare?server=pn53&workload=w&base=postgresql-17.0&cell=t0@postgresql-18.0',
    );
    const mean = testTrends([testLine(['17.0'], [[1], [2]])]);
    expect(prepare(mean).series[0]?.points[0]?.href).toBe(
      '/compare?server=pn53&workload=w&base=postgresql-17.0',
    );
  });

  it('are drawn up to a number, the longest; the table has all', () => {
    const many = Array.from({ length: MAX_DRAWN + 2 }, (_, index) =>
      testLine(['16.0', '17.0', '18.0'], [[1, index === 0 ? null : 1, 1]], { server: `s${index}` }),
    );
    const model = prepare(testTrends(many), { x: 'release' });
    expect(model.drawn).toHaveLength(MAX_DRAWN);
    expect(model.drawn.map(({ label }) => label)).not.toContain('s0');
    expect(model.series).toHaveLength(MAX_DRAWN + 2);
    expect(trendSentence(model).rest).toContain('The 8 longest lines are drawn; 2 more are in the table.');
  });
});

describe('the sentence on the lines', () => {
  const data = testTrends([
    testLine(['16.0', '17.0', '18.0'], [[100, 98, 80]], { config: 'x10a_c8r32' }),
    testLine(['16.0', '17.0', '18.0'], [[10, 10, 12]], { server: 'large', cores: 48 }),
  ]);

  it('where they end and where the largest step is', () => {
    expect(trendSentence(prepare(data))).toEqual({
      strong: '1 of 2 lines is worse in the newest version than in the base',
      rest: ', 1 better. The largest step is 18.0 on 8-core: 0.82 of the version before.',
    });
  });

  it('of a point: version, ratio, base and config', () => {
    expect(trendReadout(prepare(data), { line: 0, position: 2 })).toMatchObject({
      line: '8-core',
      version: '18.0',
      text: '0.80',
      direction: 'dn',
      notes: ['base 16.0', 'config x10a_c8r32'],
    });
    expect(trendReadout(prepare(data), { line: 7, position: 2 })).toBeNull();
  });
});
