import { describe, expect, it } from 'vitest';
import { testLevels, testRelease, testSeries } from '../testing/test-series';
import { metricBase, nightKinds, seriesBase, toneLevels } from './series-levels';

function tones(values: number[], release = testRelease('18.4', 45)) {
  const data = testSeries({ throughput: values }, { releases: [release] });
  const verdict = data.verdicts.throughput;
  const base = metricBase(data, seriesBase(data, ''), 'throughput');
  if (!verdict) throw new Error('not judged');
  const levels = toneLevels(verdict, base);
  return { levels, kinds: nightKinds(values.length, { verdict, levels }), verdict };
}

describe('toneLevels', () => {
  it('gives hue to a level that is slower than the base', () => {
    const { levels } = tones(
      testLevels([
        [40, 960],
        [40, 1003],
        [40, 903],
      ]),
    );
    expect(levels.map(({ tone }) => tone)).toEqual(['plain', 'plain', 'slower']);
    expect(levels.at(-1)?.isSure).toBe(true);
  });

  it('says of the first level what the overview says: slower than the base is slower', () => {
    const { levels } = tones(testLevels([[60, 800]]), testRelease('18.4', 1));
    expect(levels.map(({ tone, isSure }) => [tone, isSure])).toEqual([['slower', true]]);
  });

  it('keeps the hue of a level that is half back', () => {
    const { levels } = tones(
      testLevels([
        [40, 1000],
        [40, 850],
        [40, 930],
      ]),
    );
    expect(levels.map(({ tone }) => tone)).toEqual(['plain', 'slower', 'slower']);
  });

  it('takes out changes of the environment', () => {
    const values = testLevels([
      [40, 1000],
      [40, 900],
    ]);
    const data = testSeries(
      { throughput: values },
      { breaks: [{ at: 40, label: 'kernel' }], releases: [testRelease('18.4', 10)] },
    );
    const verdict = data.verdicts.throughput;
    expect(verdict?.changes[0]?.brokenBy?.label).toBe('kernel');
    const base = metricBase(data, seriesBase(data, ''), 'throughput');
    expect(verdict && toneLevels(verdict, base).map(({ tone }) => tone)).toEqual(['plain', 'plain']);
  });

  it('gives no hue to a number that does not show what the software did', () => {
    // The software wins 8%, and a kernel takes it back: 1.00 does not count as a gain, nor does a further loss.
    const tonesOf = (last: number) => {
      const throughput = testLevels([
        [40, 1000],
        [40, 1080],
        [40, last],
      ]);
      const data = testSeries(
        { throughput },
        { breaks: [{ at: 80, label: 'kernel' }], releases: [testRelease('18.4', 10)] },
      );
      const base = metricBase(data, seriesBase(data, ''), 'throughput');
      const verdict = data.verdicts.throughput;
      return verdict && toneLevels(verdict, base).map(({ tone }) => tone);
    };
    expect(tonesOf(1000)).toEqual(['plain', 'faster', 'plain']);
    expect(tonesOf(930)).toEqual(['plain', 'faster', 'plain']);
    expect(tonesOf(1160)).toEqual(['plain', 'faster', 'faster']);
  });

  it('leaves a metric without a better and a worse alone', () => {
    const data = testSeries({
      cpu_percent: testLevels([
        [40, 50],
        [40, 60],
      ]),
    });
    const verdict = data.verdicts.cpu_percent;
    const base = metricBase(data, seriesBase(data, ''), 'cpu_percent');
    expect(verdict && toneLevels(verdict, base).map(({ tone }) => tone)).toEqual(['plain', 'plain']);
  });
});

describe('nightKinds', () => {
  it('draws the newest two nights as possible, and outliers as such', () => {
    const values = testLevels([
      [60, 1000],
      [2, 900],
    ]);
    values[20] = 700;
    const { kinds } = tones(values);
    expect(kinds.slice(-3)).toEqual(['night', 'maybe-slower', 'maybe-slower']);
    expect(kinds[20]).toBe('outlier');
  });

  it('draws all nights of a slower level as slower, whatever their own value', () => {
    const { kinds, verdict } = tones(
      testLevels([
        [40, 1000],
        [40, 900],
      ]),
    );
    const start = verdict.levels[1]?.start ?? 0;
    expect(new Set(kinds.slice(start))).toEqual(new Set(['slower']));
    expect(new Set(kinds.slice(0, start))).toEqual(new Set(['night']));
  });
});
