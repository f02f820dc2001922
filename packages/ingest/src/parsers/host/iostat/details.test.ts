import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { iostat } from './iostat';

function series(fixture: string) {
  const details = readFixtureDetails(iostat, fixture);
  return (id: string, of: string | null = 'vda') =>
    details.series.find((one) => one.id === id && one.of === of);
}

describe('details of iostat', () => {
  it('has each device over time in base units, one report a second without times', () => {
    const of = series('kx-since-boot.txt');
    expect(of('reads_per_s')).toEqual({
      id: 'reads_per_s',
      label: 'r/s',
      unit: 'reads/s',
      of: 'vda',
      seconds: [1, 2],
      values: [1615, 1830],
      lines: [14, 21],
    });
    // r_await 0.05 ms, %util
    expect(of('read_await')).toMatchObject({ unit: 's', values: [0.00005, 0.00005] });
    expect(of('cpu_iowait_percent', null)).toMatchObject({ values: [5.5, 5.97], lines: [11, 18] });
    // Nothing was merged or flushed in these seconds.
    expect(of('flushes_per_s')).toBeUndefined();
  });

  it('takes seconds from the times of the log', () => {
    // 03:01:15 is the report since boot.
    expect(series('kxt-iso.txt')('writes_per_s')).toMatchObject({ seconds: [1, 2], values: [1724, 1276] });
    expect(series('xt.json')('writes_per_s')).toMatchObject({ seconds: [1, 2], values: [1720, 1280] });
    expect(series('y-mxt.txt')('read_kb_per_s')).toMatchObject({
      seconds: [0, 1],
      values: [25_866.24, 29_440],
    });
  });

  it.each([
    ['y-x-human.txt', [25_804.8, 29_696]],
    ['y-x-pretty.txt', [25_868, 29_312, 30_112]],
    ['y-x-pretty-compact.txt', [3908, 1508]],
    ['y-x.json', [25_868, 29_312, 29_936]],
    ['y-d-blocks.txt', [25_736, 30_048]],
  ])('%s', (fixture, expected) => {
    expect(series(fixture)('read_kb_per_s')?.values).toEqual(expected);
  });

  it('has a gap-free series of each grepped row', () => {
    expect(series('made-grep-of-one-device.txt')('reads_per_s', 'sda')).toMatchObject({
      seconds: [1, 2],
      values: [20, 30],
      lines: [3, 4],
    });
  });

  it('has no value of a damaged row whose report is unknown', () => {
    const text = readFixture('made-grep-of-one-device.txt').toString('latin1');
    const damaged = Buffer.from(text.replace('120.00', 'x1y.00'));
    const details = readFixtureDetails(iostat, 'made-grep-of-one-device.txt', damaged);
    expect(details.series.find(({ id }) => id === 'reads_per_s')).toMatchObject({
      seconds: [1],
      values: [20],
    });
  });
});
