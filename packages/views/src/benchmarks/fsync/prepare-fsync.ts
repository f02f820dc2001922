import { formatValue, NO_VALUE, ratio, toPrintfFixed } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { formatMicroseconds } from '../../text/microseconds';
import { absoluteCell, plainCell, ratioCell, ratioText } from '../report-cells';
import type { ReportModel } from '../report-source';
import type { ReportState } from '../report-state';
import type { ReportCell, ReportTable } from '../report-table-model';
import type { LinkTo } from '../report-view';
import { type DeviceColumn, type DeviceTableInput, drawn } from './device-table';
import { fsyncSentence } from './fsync-sentence';
import { barOf } from './latency-bar';
import { repeatTable } from './repeat-table';
import { baseDevice, sortDevices } from './sort-devices';
import { type SyncDevice, type SyncStudy, toSyncStudy } from './sync-devices';
import { SYNC_MODES, type SyncMode } from './sync-test';

/**
 * One table per block size, then relative to the base device, then percentiles: those that are known. Null when none
 * of the jobs syncs.
 */
export function prepareFsync(
  views: readonly CompareView[],
  state: ReportState,
  linkTo: LinkTo,
): ReportModel | null {
  const study = toSyncStudy(views);
  const base = baseDevice(study.devices, state);
  if (!base) return null;
  const input = { study, devices: sortDevices(study, state.sort), base, threshold: state.t, linkTo };
  return {
    sentence: fsyncSentence(study),
    tables: [
      ...study.blocks.map((block, index) => blockTable(input, { block, id: `block-${index}` })),
      ...(study.devices.length > 1 ? [relativeTable(input)] : []),
      ...study.blocks.flatMap((block, index) =>
        percentileTable(input, { block, id: `percentiles-${index}` }),
      ),
      ...study.blocks.flatMap((block, index) => repeatTable(input, { block, id: `each-${index}` })),
    ],
    detail: null,
  };
}

function blockTable(input: DeviceTableInput, { block, id }: { block: string; id: string }): ReportTable {
  const { devices } = input;
  const latencies = devices.flatMap((device) =>
    SYNC_MODES.map((mode) => device.read('sync_latency_avg', block, mode).value),
  );
  const columns = SYNC_MODES.flatMap((mode): DeviceColumn[] => [
    numberColumn({ block, mode, metric: 'throughput', label: 'w/s', unit: 'writes/s' }),
    numberColumn({ block, mode, metric: 'bandwidth', label: 'MB/s', unit: '' }),
    ...(mode === 'no-sync'
      ? []
      : [
          {
            group: mode,
            label: 'sync',
            unit: 'µs',
            cell: (device: SyncDevice) =>
              latencyCell(device.read('sync_latency_avg', block, mode).value, latencies),
          },
          {
            group: mode,
            label: 'of no-sync',
            unit: 'w/s ratio',
            cell: (device: SyncDevice) => shareCell(device, block, mode),
          },
        ]),
  ]);
  return {
    ...drawn(input, columns),
    id,
    title: `${block} writes`,
    hint: 'writes per second, bandwidth and average latency of one sync; bars are logarithmic, shorter is better',
    notes: [
      ...(block === input.study.blocks[0] ? repeatNotes(input.study) : []),
      ...bandwidthNotes(devices, block),
    ],
  };
}

/** Published tables that convert the wrong way round: their MB/s stay as printed, marked. */
function bandwidthNotes(devices: readonly SyncDevice[], block: string): string[] {
  const isDoubtful = (device: SyncDevice) =>
    SYNC_MODES.some((mode) => device.read('bandwidth', block, mode).status === 'doubtful');
  if (!devices.some(isDoubtful)) return [];
  return [
    'MB/s marked doubtful is not w/s × block size, which is right. Published tables of this study divided MiB/s by 1.048576 where they should have multiplied: their MB/s is 7 to 9% low.',
  ];
}

function relativeTable(input: DeviceTableInput): ReportTable {
  const { study, base, threshold } = input;
  const column = (block: string, mode: SyncMode, metric: MetricId): DeviceColumn => ({
    group: block,
    label: mode,
    unit: metric === 'throughput' ? 'w/s' : 'sync µs',
    cell: (device) =>
      ratioCell(device.read(metric, block, mode), base.read(metric, block, mode), {
        metric,
        threshold,
        isBase: device === base,
      }),
  });
  const columns = study.blocks.flatMap((block) => [
    ...SYNC_MODES.map((mode) => column(block, mode, 'throughput')),
    ...SYNCED.map((mode) => column(block, mode, 'sync_latency_avg')),
  ]);
  return {
    ...drawn(input, columns),
    id: 'relative',
    title: 'Relative to one device',
    hint: `each device divided by ${deviceName(base)}; lower latency is better; click a name in the first column to make it the base`,
    notes: [],
  };
}

const SYNCED = ['fsync', 'fdatasync'] as const;
const PERCENTILES: readonly MetricId[] = [
  'sync_latency_avg',
  'sync_latency_p50',
  'sync_latency_p95',
  'sync_latency_p99',
  'sync_latency_p999',
  'sync_latency_max',
];

/** Distribution of the latency of one sync, where the logs hold it. */
function percentileTable(
  input: DeviceTableInput,
  { block, id }: { block: string; id: string },
): ReportTable[] {
  const isKnown = (mode: SyncMode) =>
    input.devices.some((device) => device.read('sync_latency_p99', block, mode).value !== null);
  const columns = SYNCED.filter(isKnown).flatMap((mode) =>
    PERCENTILES.map(
      (metric): DeviceColumn => ({
        group: mode,
        label: metricOf(metric).label.replace(/^sync ?/, '') || 'avg',
        unit: 'µs',
        cell: (device) => {
          const own = device.read(metric, block, mode);
          return absoluteCell(own, own.value === null ? NO_VALUE : formatMicroseconds(own.value));
        },
      }),
    ),
  );
  if (columns.length === 0) return [];
  return [
    {
      ...drawn(input, columns),
      id,
      title: `Latency of one sync, ${block} writes`,
      hint: 'average, percentiles and the longest',
      notes: [],
    },
  ];
}

function numberColumn({
  block,
  mode,
  metric,
  label,
  unit,
}: {
  block: string;
  mode: SyncMode;
  metric: MetricId;
  label: string;
  unit: string;
}): DeviceColumn {
  return {
    group: mode,
    label,
    unit,
    cell: (device) => {
      const own = device.read(metric, block, mode);
      return absoluteCell(own, formatValue(own.value, metric));
    },
  };
}

function latencyCell(value: number | null, all: readonly (number | null)[]): ReportCell {
  if (value === null) return plainCell(NO_VALUE, 'v');
  return { ...plainCell(formatMicroseconds(value)), bar: barOf(value, all), value };
}

/** What syncing leaves of the writes per second: the price of being durable, so no verdict. */
function shareCell(device: SyncDevice, block: string, mode: SyncMode): ReportCell {
  const [own, without] = [
    device.read('throughput', block, mode),
    device.read('throughput', block, 'no-sync'),
  ];
  const share = own.status === 'ok' && without.status === 'ok' ? ratio(own.value, without.value) : null;
  return { ...plainCell(ratioText(share), share === null ? 'v' : null), value: share };
}

function repeatNotes({ repeats, spread }: SyncStudy): string[] {
  if (repeats < 2 || spread === null) return [];
  return [
    `Each number is the median of up to ${repeats} measurements. The largest spread in a cell is ${toPrintfFixed(spread * 100, 0)}% of its median.`,
  ];
}

function deviceName({ server, filesystem }: SyncDevice): string {
  return [server, filesystem].filter(Boolean).join(' ');
}
