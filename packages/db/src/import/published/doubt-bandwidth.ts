import type { Doubt } from '@basecase/ingest/model';
import type { ResultToStore } from '../run-to-store';

const BYTES: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 * 1024 };
/** Of the right value, for IO/s that are printed with three digits. */
const TOLERANCE = 0.02;
/** MB/s have one decimal: half of the last digit, bytes per second. */
const ROUNDING = 0.05e6;

/**
 * Marks a bandwidth that contradicts IO/s × block size of the same row: a report that divides MiB/s by 1.048576, where
 * it should multiply, is 9% low (7% where fio printed KiB/s). It is shown and counts nowhere.
 */
export function doubtBandwidth(result: ResultToStore): ResultToStore {
  const [, size, unit = ''] = /^(\d{1,6}) (KB|MB)$/.exec(result.test.name) ?? [];
  const rate = result.measurements.find(({ metric }) => metric === 'throughput')?.value;
  if (size === undefined || rate === undefined) return result;
  const right = rate * Number(size) * (BYTES[unit] ?? 0);
  return {
    ...result,
    measurements: result.measurements.map((found) => {
      if (found.metric !== 'bandwidth') return found;
      if (right - found.value <= right * TOLERANCE + ROUNDING) return found;
      const message = `${megabytes(found.value)} MB/s is not ${rate} IO/s × ${result.test.name} = ${megabytes(right)} MB/s: the report divided MiB/s by 1.048576 where it should have multiplied`;
      const doubt: Doubt = { code: 'VALUES_DISAGREE', message, file: null, line: null };
      return { ...found, doubt };
    }),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
