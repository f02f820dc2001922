import type { MadeValues } from '../made-values';
import type { PlannedServer } from '../servers';

const DEVICE_HEADER =
  'Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util';
const OF_KIND = [7, 9, 8, 6, 7, 8];
const WIDTHS = [...OF_KIND, ...OF_KIND, ...OF_KIND, 7, 7, 7, 6];
const NOTHING = [0, 0, 0, 0, 0, 0];

export interface IostatHead {
  /** `6.8.0-31` */
  kernel: string;
  /** ISO 8601. */
  startedAt: string;
}

/** What `iostat -y -kx 5` prints (docs/formats.md §9). */
export function iostatLog(
  server: PlannedServer,
  values: MadeValues,
  { kernel, startedAt }: IostatHead,
): string {
  const [year, month, day] = startedAt.slice(0, 10).split('-');
  const banner = `Linux ${kernel}-generic (${server.name}) \t${month}/${day}/${year} \t_x86_64_\t(${server.cores} CPU)\n\n`;
  const reports = values.us.values.map((us, sample) => {
    const sy = values.sy.values[sample] ?? 0;
    const writes = values.writesPerS.values[sample] ?? 0;
    const writeKb = values.writeKbPerS.values[sample] ?? 0;
    const rows = server.devices.map((device, index) => {
      const isData = index === server.devices.length - 1;
      return deviceRow(device, isData && writes > 0 ? { writes, writeKb } : null);
    });
    return `\n${cpuBlock(us, sy)}\n${DEVICE_HEADER}\n${rows.join('\n')}\n`;
  });
  return `${banner}${reports.join('\n')}\n`;
}

function cpuBlock(us: number, sy: number): string {
  const shares = [us, 0, sy, 0, 0, 100 - us - sy].map((share) => share.toFixed(2).padStart(7));
  return `avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n        ${shares.join(' ')}\n`;
}

function deviceRow(device: string, written: { writes: number; writeKb: number } | null): string {
  const ofWrites = written
    ? [written.writes, written.writeKb, 0, 0, 0.04, written.writeKb / written.writes]
    : NOTHING;
  const cells = [...NOTHING, ...ofWrites, ...NOTHING, 0, 0, written ? 0.02 : 0, written ? 1.1 : 0];
  return [
    device.padEnd(13),
    ...cells.map((cell, column) => cell.toFixed(2).padStart(WIDTHS[column] ?? 0)),
  ].join(' ');
}
