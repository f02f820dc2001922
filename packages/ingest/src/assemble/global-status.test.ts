import { describe, expect, it } from 'vitest';
import { addGlobalStatus } from './global-status';
import { Measurements } from './measurements';

const status = (writes: number) => ({
  path: 'sb.gs.insert.range100.pk1',
  log: {
    type: 'mysql_status' as const,
    dataFsyncs: { value: 1200, line: 4 },
    dataWrites: { value: writes, line: 6 },
  },
});

describe('addGlobalStatus', () => {
  it('says how many writes of data went with one fsync', () => {
    const measurements = new Measurements();
    addGlobalStatus(measurements, status(4800));
    expect(measurements.list).toEqual([
      {
        metric: 'fsyncs_per_write',
        // 1200 / 4800
        value: 0.25,
        unit: 'fsyncs per data write',
        source: 'computed',
        formula: 'fsyncs_per_write',
        file: 'sb.gs.insert.range100.pk1',
        line: 4,
        lineEnd: 6,
      },
    ]);
  });

  it('divides by no zero', () => {
    const measurements = new Measurements();
    addGlobalStatus(measurements, status(0));
    expect(measurements.list).toEqual([]);
  });
});
