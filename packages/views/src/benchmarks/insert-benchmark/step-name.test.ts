import { describe, expect, it } from 'vitest';
import { stepName } from './insert-benchmark';

describe('name of a step', () => {
  it('has a rate where inserts run in the background', () => {
    expect(stepName('qr100.L1')).toEqual({ label: 'qr100', place: 'L1', rate: 100 });
    expect(stepName('qp1000')).toEqual({ label: 'qp1000', place: '', rate: 1000 });
    expect(stepName('q400.2')).toEqual({ label: 'q400', place: '2', rate: 400 });
  });

  it('has none in the load', () => {
    expect(stepName('l.i0')).toEqual({ label: 'l.i0', place: '', rate: null });
    expect(stepName('l.x')).toEqual({ label: 'l.x', place: '', rate: null });
  });
});
