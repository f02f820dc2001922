import { describe, expect, it } from 'vitest';
import { formatFixed, formatRatio, formatRatioRow, formatValue } from './format';

describe('formatRatio', () => {
  it.each([
    [0.8449, '0.84'],
    [1, '1.00'],
    [0, '0.00'],
    [0.0049, '0.0049'],
    [-0.0049, '-0.0049'],
    [0.00994, '0.0099'],
    [0.01, '0.01'],
    [1e-9, '1.0e-9'],
    [12.345678, '12.35'],
    [Infinity, 'inf'],
    [null, '–'],
  ])('%s is %s', (ratio, text) => {
    expect(formatRatio(ratio)).toBe(text);
  });
});

describe('formatFixed', () => {
  it.each([
    [0, 2, '0.00'],
    [0.0049, 2, '0.0049'],
    [-0.0049, 2, '-0.0049'],
    [0.005, 2, '0.01'],
    [0.04, 1, '0.040'],
    [1e-9, 4, '1.0e-9'],
    [12.345, 1, '12.3'],
    [Infinity, 2, 'Infinity'],
  ])('%s with %s decimals is %s', (value, decimals, text) => {
    expect(formatFixed(value, decimals)).toBe(text);
  });
});

describe('formatRatioRow', () => {
  const SLOWER = 'regression';
  it.each([
    ['two verdicts get one digit more', [0.947, 0.952], [SLOWER, 'unclear'], ['0.947', '0.952']],
    ['one verdict keeps two decimals', [0.947, 0.952], [SLOWER, SLOWER], ['0.95', '0.95']],
    ['numbers that differ keep two decimals', [0.94, 0.96], [SLOWER, 'unclear'], ['0.94', '0.96']],
    ['a digit that tells nothing is left out', [0.95, 0.9502], [SLOWER, 'unclear'], ['0.95', '0.95']],
    ['small ratios have three digits', [0.00491, 0.00493], [SLOWER, 'unclear'], ['0.00491', '0.00493']],
    [
      'what nothing judged stays',
      [0.947, 0.952, 0.951],
      [SLOWER, 'unclear', null],
      ['0.947', '0.952', '0.95'],
    ],
    [
      'a missing or infinite ratio stays',
      [null, Infinity, Infinity],
      ['missing', SLOWER, 'unclear'],
      ['–', 'inf', 'inf'],
    ],
    ['an empty row is empty', [], [], []],
  ])('%s', (_, ratios, verdicts, texts) => {
    expect(formatRatioRow(ratios, verdicts)).toEqual(texts);
  });
});

describe('formatValue', () => {
  it('prints QPS as an integer with narrow spaces', () => {
    expect(formatValue(1009530.2, 'throughput')).toBe('1\u202f009\u202f530');
    expect(formatValue(999.4, 'throughput')).toBe('999');
  });

  it('prints cpu/o with six decimals and other costs with three', () => {
    expect(formatValue(0.000082, 'cpu_per_op')).toBe('0.000082');
    expect(formatValue(2.411, 'cs_per_op')).toBe('2.411');
    expect(formatValue(0, 'read_kb_per_op')).toBe('0.000');
  });

  it('prints CPU µs per operation with three significant digits', () => {
    expect(formatValue(39.3612, 'cpu_us_per_op')).toBe('39.4');
    expect(formatValue(0.98765, 'cpu_us_per_op')).toBe('0.988');
    expect(formatValue(12345.6, 'cpu_us_per_op')).toBe('12\u202f346');
    expect(formatValue(99.96, 'cpu_us_per_op')).toBe('100');
  });

  it('prints a missing value as a dash, never as zero', () => {
    expect(formatValue(null, 'throughput')).toBe('–');
  });
});
