import { describe, expect, it } from 'vitest';
import { absoluteCell, markOf, ratioCell, ratioText } from './report-cells';

const ok = (value: number | null) => ({ value, status: 'ok' as const });
const rules = { metric: 'throughput' as const, threshold: 0.95, isBase: false };

describe('absolute cells', () => {
  it('show the number, and an en dash on hatching for one that is missing', () => {
    expect(absoluteCell(ok(12), '12')).toMatchObject({ text: '12', level: null, note: '' });
    expect(absoluteCell({ value: null, status: 'missing' }, '')).toMatchObject({ text: '–', level: 'v' });
  });

  it('are grey with the reason when the number must not be compared', () => {
    expect(absoluteCell({ value: 9, status: 'sla_failed' }, '9')).toMatchObject({
      text: '9',
      level: 'v',
      note: 'SLA failed',
    });
    expect(absoluteCell({ value: null, status: 'failed' }, '')).toMatchObject({ text: '–', note: 'failed' });
  });
});

describe('ratio cells', () => {
  it('are coloured from the threshold on, and point where the number went', () => {
    expect(ratioCell(ok(90), ok(100), rules)).toMatchObject({ text: '0.90', level: 'r2', mark: 'dn' });
    expect(ratioCell(ok(96), ok(100), rules)).toMatchObject({ text: '0.96', level: 'n', mark: null });
    expect(ratioCell(ok(170), ok(100), rules)).toMatchObject({ text: '1.70', level: 'b5', mark: 'up' });
  });

  it('are worse upwards for a latency', () => {
    const latency = { ...rules, metric: 'sync_latency_avg' as const };
    expect(ratioCell(ok(0.002), ok(0.001), latency)).toMatchObject({ text: '2.00', level: 'r5', mark: 'up' });
    expect(ratioCell(ok(0.0001), ok(0.001), latency)).toMatchObject({
      text: '0.10',
      level: 'b5',
      mark: 'dn',
    });
  });

  it('divide nothing that failed, and nothing by what failed', () => {
    const failed = { value: 50, status: 'sla_failed' as const };
    expect(ratioCell(failed, ok(100), rules)).toMatchObject({ text: 'SLA failed', level: 'v', mark: null });
    expect(ratioCell(ok(100), failed, rules)).toMatchObject({ text: '–', level: 'v' });
    expect(ratioCell(ok(null), ok(100), rules)).toMatchObject({ text: '–', level: 'v' });
  });

  it('are 1.00 without a colour for the base, and inf without one for x / 0', () => {
    expect(ratioCell(ok(7), ok(7), { ...rules, isBase: true })).toMatchObject({ text: '1.00', level: null });
    expect(ratioCell(ok(7), ok(0), { ...rules, metric: 'rss' })).toMatchObject({ text: 'inf', level: 'n' });
  });

  it('leave out costs that are too small to compare', () => {
    expect(ratioCell(ok(0.02), ok(0.01), { ...rules, metric: 'reads_per_op' })).toMatchObject({ text: '–' });
  });
});

describe('text of a ratio', () => {
  it('keeps two digits of a small one', () => {
    expect([1.234, 0.1, 0.0966, 0.0017, 0, null, Infinity].map(ratioText)).toEqual([
      '1.23',
      '0.10',
      '0.097',
      '0.0017',
      '0.00',
      '–',
      'inf',
    ]);
  });
});

describe('direction of a mark', () => {
  it('is none where there is nothing to see', () => {
    expect([markOf('n', 'higher-is-better'), markOf('v', 'lower-is-better')]).toEqual([null, null]);
  });
});
