import { expect, it } from 'vitest';
import { slimIostat } from './pack-recording';

const CPU =
  'avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          29.63    0.00   23.28    0.00    0.00   47.09';
const HEAD = 'Device            r/s     rkB/s     w/s     wkB/s  %util';
const row = (name: string, ...numbers: string[]) => `${name}              ${numbers.join('      ')}`;
const log = (...reports: string[][]) =>
  [
    'Linux 6.1.0 (host) \t11/23/26 \t_x86_64_\t(2 CPU)',
    '',
    ...reports.flatMap((rows) => [CPU, '', HEAD, ...rows, '', '']),
  ].join('\n');
const idle = (name: string) => row(name, '0.00', '0.00', '0.00', '0.00', '0.00');
const busy = (name: string) => row(name, '0.00', '0.00', '3.00', '12.00', '0.10');

it('keeps every row of a device that was active in any report, and all other lines', () => {
  const whole = log([idle('loop0'), idle('vda'), idle('vdb')], [idle('loop0'), busy('vda'), idle('vdb')]);
  expect(slimIostat(whole)).toBe(log([idle('vda')], [busy('vda')]));
});

it('keeps one where none did anything: nothing is a result', () => {
  const whole = log([idle('vda'), idle('vdb')], [idle('vda'), idle('vdb')]);
  expect(slimIostat(whole)).toBe(log([idle('vda')], [idle('vda')]));
});

it('leaves other tables unchanged', () => {
  expect(slimIostat('cut off')).toBe('cut off');
  expect(slimIostat('')).toBe('');
});
