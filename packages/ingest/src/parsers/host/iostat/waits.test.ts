import { expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory } from '../../../testing/fixtures';

type Row = Readonly<Record<string, string>>;

const COLUMNS =
  'r/s rkB/s rrqm/s %rrqm r_await rareq-sz w/s wkB/s wrqm/s %wrqm w_await wareq-sz aqu-sz %util';

function logOf(rows: readonly Row[], columns = COLUMNS): string {
  const names = columns.split(' ');
  const reports = rows.map((row) => {
    const cells = names.map((name) => row[name] ?? '0.00').join(' ');
    return `Device ${names.join(' ')}\nnvme0n1 ${cells}\n`;
  });
  return `Linux 6.8.0 (host) \t03/19/2025 \t_x86_64_\t(16 CPU)\n\n${reports.join('\n')}`;
}

async function meansOf(text: string): Promise<Map<string, number>> {
  using directory = makeDirectory({ 'x/iostat.txt': text });
  const { runs } = await readUpload(directory.path);
  return new Map(runs[0]?.results[0]?.measurements.map(({ metric, value }) => [metric, value]));
}

/** The first report of a log without -y is since boot. */
const BOOT: Row = { 'r/s': '1.00', 'w/s': '1.00' };

it('weights the wait of each report by its requests', async () => {
  const means = await meansOf(
    logOf([
      BOOT,
      { 'r/s': '10.00', 'rkB/s': '160.00', r_await: '1.00', 'w/s': '0.00', 'aqu-sz': '0.50' },
      { 'r/s': '90.00', 'rkB/s': '840.00', r_await: '0.20', 'w/s': '0.00', 'aqu-sz': '1.50' },
    ]),
  );
  // (10 × 1 + 90 × 0.2) / 100 ms
  expect(means.get('read_await')).toBeCloseTo(0.000_28, 12);
  expect(means.get('read_size')).toBe(10);
  expect(means.get('queue_size')).toBe(1);
  expect([means.has('write_await'), means.has('write_size')]).toEqual([false, false]);
});

it('gives no wait where requests have a time of 0, as old kernels report for software arrays', async () => {
  const means = await meansOf(logOf([BOOT, { 'r/s': '50.00', 'rkB/s': '400.00', 'w/s': '5.00' }]));
  expect([means.get('reads_per_s'), means.get('read_size')]).toEqual([50, 8]);
  for (const metric of ['read_await', 'write_await', 'queue_size']) expect(means.has(metric)).toBe(false);
});

it('gives an idle device a queue of 0, and no wait', async () => {
  const means = await meansOf(logOf([BOOT, {}]));
  expect([means.get('queue_size'), means.get('reads_per_s')]).toEqual([0, 0]);
  expect([means.has('read_await'), means.has('read_size')]).toEqual([false, false]);
});

it('keeps a row whose wait is damaged, without a mean of waits', async () => {
  const rows = [BOOT, { 'r/s': '10.00', r_await: '0.20' }, { 'r/s': '30.00', r_await: '0.2x' }];
  const means = await meansOf(logOf(rows));
  expect([means.get('reads_per_s'), means.has('read_await')]).toEqual([20, false]);
});

it('reads the waits of layouts that have them in another order, and of those with a decimal comma', async () => {
  const old = 'rrqm/s wrqm/s r/s w/s rkB/s wkB/s avgrq-sz avgqu-sz await r_await w_await svctm %util';
  const row = { 'r/s': '4,00', 'w/s': '2,00', r_await: '0,50', w_await: '3,00', 'avgqu-sz': '0,25' };
  const means = await meansOf(logOf([BOOT, row], old));
  expect(means.get('read_await')).toBeCloseTo(0.0005, 12);
  expect(means.get('write_await')).toBeCloseTo(0.003, 12);
  expect(means.get('queue_size')).toBe(0.25);
});

it('has no wait in a layout without its column', async () => {
  const means = await meansOf(logOf([BOOT, { 'r/s': '4.00' }], 'r/s w/s rkB/s wkB/s await svctm %util'));
  expect([means.get('reads_per_s'), means.has('read_await'), means.has('queue_size')]).toEqual([
    4,
    false,
    false,
  ]);
});
