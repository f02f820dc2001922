import { formatValue, NO_VALUE, toPrintfFixed } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { absoluteCell } from '../report-cells';
import type { ReportTable } from '../report-table-model';
import { type DeviceColumn, type DeviceTableInput, drawn } from './device-table';
import type { SyncDevice } from './sync-devices';
import { SYNC_MODES } from './sync-test';

/** Microseconds. */
const PER_SECOND = 1e6;

interface EachColumn {
  metric: MetricId;
  label: string;
  unit: string;
  text: (value: number) => string;
}

const EACH: readonly EachColumn[] = [
  { metric: 'throughput', label: 'w/s', unit: 'writes/s', text: (value) => formatValue(value, 'throughput') },
  { metric: 'bandwidth', label: 'MB/s', unit: '', text: (value) => formatValue(value, 'bandwidth') },
  {
    metric: 'sync_latency_avg',
    label: 'sync',
    unit: 'µs',
    text: (value) => toPrintfFixed(value * PER_SECOND, 1),
  },
];

/** Every number behind the medians, as a report of several runs prints them; none where nothing was repeated. */
export function repeatTable(
  input: DeviceTableInput,
  { block, id }: { block: string; id: string },
): ReportTable[] {
  if (input.study.repeats < 2) return [];
  const isKnown = input.devices.some((device) =>
    SYNC_MODES.some((mode) => device.each('throughput', block, mode).length > 0),
  );
  if (!isKnown) return [];
  const columns = SYNC_MODES.flatMap((mode) => {
    const metrics = mode === 'no-sync' ? EACH.filter(({ metric }) => metric !== 'sync_latency_avg') : EACH;
    return metrics.map(({ metric, label, unit, text }): DeviceColumn => {
      const cell = (device: SyncDevice) => {
        const values = device.each(metric, block, mode);
        const own = device.read(metric, block, mode);
        return { ...absoluteCell(own, values.map(text).join(', ') || NO_VALUE), value: null };
      };
      return { group: mode, label, unit, cell };
    });
  });
  return [
    {
      ...drawn(input, columns),
      id,
      title: `Each measurement, ${block} writes`,
      hint: 'the values that the medians above are of',
      notes: [],
    },
  ];
}
