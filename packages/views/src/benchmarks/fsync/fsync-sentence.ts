import { formatValue, ratio } from '@basecase/analysis';
import { formatMicroseconds } from '../../text/microseconds';
import { ratioText } from '../report-cells';
import type { ReportSentence } from '../report-table-model';
import type { SyncDevice, SyncStudy } from './sync-devices';
import type { SyncMode } from './sync-test';

/** What an fsync after a write of the smallest block costs, from the fastest to the slowest device. */
export function fsyncSentence({ blocks, devices }: SyncStudy): ReportSentence {
  const block = blocks.find((each) => latenciesOf(devices, each, 'fsync').length > 0);
  if (block === undefined) {
    return { strong: 'No sync latency', rest: ' was recorded: only writes per second can be compared.' };
  }
  const sorted = latenciesOf(devices, block, 'fsync').sort((a, b) => a.value - b.value);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  if (!fastest || !slowest) return { strong: '', rest: '' };
  const opening = `An fsync after a ${block} write takes`;
  if (sorted.length === 1) {
    const share = ratio(
      fastest.device.read('throughput', block, 'fsync').value,
      fastest.device.read('throughput', block, 'no-sync').value,
    );
    const left = share === null ? '' : ` and leaves ${ratioText(share)} of the writes per second`;
    return {
      strong: `${opening} ${formatMicroseconds(fastest.value)} µs`,
      rest: ` on ${fastest.device.server}${left}.${fdatasyncText(devices, block)}`,
    };
  }
  const times = Math.round(slowest.value / fastest.value);
  return {
    strong: `${opening} from ${formatMicroseconds(fastest.value)} µs to ${formatMicroseconds(slowest.value)} µs`,
    rest: `: ${slowest.device.server} takes ${times > 1 ? `${formatValue(times, 'throughput')} times as long as` : 'as long as'} ${fastest.device.server}.${fdatasyncText(devices, block)}`,
  };
}

/** Where fdatasync is shorter: it need not write what only the file's times say. */
function fdatasyncText(devices: readonly SyncDevice[], block: string): string {
  const shares = devices.flatMap((device) => {
    const share = ratio(
      device.read('sync_latency_avg', block, 'fdatasync').value,
      device.read('sync_latency_avg', block, 'fsync').value,
    );
    return share === null || !Number.isFinite(share) ? [] : [share];
  });
  if (shares.length === 0) return '';
  const [low, high] = [ratioText(Math.min(...shares)), ratioText(Math.max(...shares))];
  return ` An fdatasync takes ${low === high ? low : `${low} to ${high}`} of that.`;
}

function latenciesOf(
  devices: readonly SyncDevice[],
  block: string,
  mode: SyncMode,
): { device: SyncDevice; value: number }[] {
  return devices.flatMap((device) => {
    const { value } = device.read('sync_latency_avg', block, mode);
    return value === null ? [] : [{ device, value }];
  });
}
