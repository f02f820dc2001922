import { roundHalfEven } from '../model/formulas';

/**
 * What the run scripts' an.sh prints for a test, quirks included: the since-boot row of vmstat is a sample, and so is
 * every repeated `procs ---` line, as zero. iostat: every line that matches the device.
 *
 * @param rate o/s as sb.met prints it
 */
export function metWithQuirks(input: {
  vmstat: string;
  iostat: string;
  device: string;
  rate: string;
}): string {
  const q = Number(input.rate);
  const io = input.iostat
    .split('\n')
    .filter((line) => line.includes(input.device))
    .map((line) => line.trim().split(/\s+/).map(Number));
  const [r, rkb, w, wkb] = [1, 2, 7, 8].map((column) => mean(io.map((cells) => cells[column] ?? 0))) as [
    number,
    number,
    number,
    number,
  ];
  const vm = input.vmstat
    .split('\n')
    .filter((line) => line !== '' && !line.includes('swpd'))
    .slice(1)
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((cell) => (/^\d+$/.test(cell) ? Number(cell) : 0)),
    );
  const cs = mean(vm.map((cells) => cells[11] ?? 0));
  const cpu = mean(vm.map((cells) => (cells[12] ?? 0) + (cells[13] ?? 0)));
  const ioRow = [
    io.length,
    r.toFixed(1),
    (rkb / 1024).toFixed(1),
    w.toFixed(1),
    (wkb / 1024).toFixed(1),
    (r / q).toFixed(3),
    (rkb / q).toFixed(3),
    (wkb / q).toFixed(3),
    input.rate,
  ];
  const vmRow = [vm.length, roundHalfEven(cs), cpu.toFixed(1), (cs / q).toFixed(3), (cpu / q).toFixed(6)];
  return [
    'iostat, vmstat normalized by operation rate',
    'samp\tr/s\trMB/s\tw/s\twMB/s\tr/o\trKB/o\twKB/o\to/s',
    ioRow.join('\t'),
    '',
    'samp\tcs/s\tcpu/s\tcs/o\tcpu/o',
    vmRow.join('\t'),
    '',
  ].join('\n');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
