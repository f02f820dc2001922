import { describe, expect, it } from 'vitest';
import { metricInUnits, unitConversion } from './same-unit';

describe('a number in another unit', () => {
  it.each([
    [1800, 'µs', 'ms', 1.8],
    [1830.7, 'us', 'ms', 1.8307],
    [0.1, 's', 'ms', 100],
    [1.5, 'h', 'min', 90],
    [3, 'KiB', 'B', 3072],
    [600, 'ops/min', 'ops/s', 10],
    [2, 'MiB/s', 'KiB/min', 122_880],
    [0.5, '1/KiB', '1/MiB', 512],
    [0.5, '1/KiB by rss', '1/MiB by rss', 512],
    [12, 'percent', '%', 12],
    [0.12, 'ratio', '%', 12],
    [7, 'points', 'points', 7],
  ])('%d %s in %s is %d', (value, from, to, expected) => {
    expect(unitConversion(from, to)?.(value)).toBe(expected);
  });

  it.each([0.1, 0.3, 1.7, 123.456, 1e-7, 99_999.999])('survives a round trip: %d', (value) => {
    const there = unitConversion('ms', 'µs')?.(value) ?? Number.NaN;
    expect(unitConversion('µs', 'ms')?.(there)).toBe(value);
  });

  it.each([
    ['ms', 'rows'],
    ['ops/s', 'rows/s'],
    ['ops/s', 'B/s'],
    ['1/KiB', 'KiB'],
    ['s', '1/s'],
    ['%', 'points'],
    ['operations/s', 'operations/s by mean'],
    ['operations/s by p99', 'operations/s by mean'],
    ['1/KiB by rss', '1/KiB by heap'],
  ])('is not made of %s for %s', (from, to) => {
    expect(unitConversion(from, to)).toBeNull();
  });
});

describe('a metric in every unit', () => {
  it('has the units of its kind, its own first', () => {
    expect(metricInUnits('open:lower:ms:p99')).toEqual(
      ['ms', 'ns', 'µs', 's', 'min', 'h'].map((unit) => `open:lower:${unit}:p99`),
    );
    expect(metricInUnits('open:higher:rows/min:x')).toEqual([
      'open:higher:rows/min:x',
      'open:higher:rows/s:x',
      'open:higher:rows/h:x',
    ]);
    expect(metricInUnits('latency_p99')).toEqual(['latency_p99']);
  });
});
