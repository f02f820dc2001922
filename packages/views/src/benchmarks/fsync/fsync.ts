import { formatFixed, formatValue, NO_VALUE, ratio, toPrintfFixed } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { formatMicroseconds } from '../../text/words';
import { absoluteCell, plainCell, ratioCell, ratioText } from '../report-cells';
import type {
  LinkTo,
  ReportCell,
  ReportModel,
  ReportSentence,
  ReportState,
  ReportTable,
} from '../report-model';
import { gridTable } from '../report-tables';
import {
  baseDevice,
  SYNC_MODES,
  type SyncDevice,
  type SyncMode,
  type SyncStudy,
  sortDevices,
  toSyncStudy,
} from './sync-devices';

interface Input {
  study: SyncStudy;
  /** In the order they are shown. */
  devices: readonly SyncDevice[];
  base: SyncDevice;
  threshold: number;
  linkTo: LinkTo;
}

interface DeviceColumn {
  group: string;
  label: string;
  unit: string;
  cell: (device: SyncDevice) => ReportCell;
}

/** A printed metric: its heading, and its text for a device. */
interface Printed {
  metric: MetricId;
  label: string;
  unit: string;
  text: (value: number) => string;
}

const SYNCED = ['fsync', 'fdatasync'] as const;
const MICROSECONDS_PER_SECOND = 1e6;

const RATES: readonly Printed[] = [
  { metric: 'throughput', label: 'w/s', unit: 'writes/s', text: (value) => formatValue(value, 'throughput') },
  { metric: 'bandwidth', label: 'MB/s', unit: '', text: (value) => formatValue(value, 'bandwidth') },
];
const EACH_LATENCY: Printed = {
  metric: 'sync_latency_avg',
  label: 'sync',
  unit: 'µs',
  text: (value) => formatFixed(value * MICROSECONDS_PER_SECOND, 1),
};
const PERCENTILES = (
  [
    'sync_latency_avg',
    'sync_latency_p50',
    'sync_latency_p95',
    'sync_latency_p99',
    'sync_latency_p999',
    'sync_latency_max',
  ] as const
).map(
  (metric): Printed => ({
    metric,
    label: metricOf(metric).label.replace(/^sync ?/, '') || 'avg',
    unit: 'µs',
    text: formatMicroseconds,
  }),
);

/**
 * One table per block size, then relative to the base device, then percentiles: those that are known. Null when none
 * of the jobs syncs.
 */
export function fsyncReport(
  views: readonly CompareView[],
  state: ReportState,
  linkTo: LinkTo,
): ReportModel | null {
  const study = toSyncStudy(views);
  const base = baseDevice(study.devices, state);
  if (!base) return null;
  const input = { study, devices: sortDevices(study, state.sort), base, threshold: state.t, linkTo };
  return {
    sentence: sentenceOf(study),
    tables: [
      ...study.blocks.map((block, index) => blockTable(input, block, `block-${index}`)),
      ...(study.devices.length > 1 ? [relativeTable(input)] : []),
      ...study.blocks.flatMap((block, index) => percentileTable(input, block, `percentiles-${index}`)),
      ...study.blocks.flatMap((block, index) => repeatTable(input, block, `each-${index}`)),
    ],
    detail: null,
  };
}

/** A row for each device; a click on its name makes it the base. */
function deviceTable(
  { study, devices, base, linkTo }: Input,
  naming: Pick<ReportTable, 'id' | 'title' | 'hint'> & { notes?: string[] },
  columns: readonly DeviceColumn[],
): ReportTable {
  const hasBase = study.devices.length > 1;
  return gridTable(
    {
      corner: 'Server',
      rows: devices.map((device) => {
        const { key, server, filesystem } = device;
        const isBase = hasBase && device === base;
        const href = `${linkTo({ base: key })}#relative`;
        return {
          ...{ key, name: server, note: filesystem ?? '', isBase },
          link: hasBase && !isBase ? { href, label: 'make it the base' } : null,
        };
      }),
      columns: columns.map(({ group, label, unit }) => ({
        ...{ key: `${group} ${label} ${unit}`, name: label, note: unit, link: null, isBase: false, group },
      })),
    },
    naming,
    (row, column) => {
      const device = devices[row];
      return (device && columns[column]?.cell(device)) ?? plainCell(NO_VALUE, 'v');
    },
  );
}

function blockTable(input: Input, block: string, id: string): ReportTable {
  const { devices, study } = input;
  const latencies = devices.flatMap((device) =>
    SYNC_MODES.map((mode) => device.read('sync_latency_avg', block, mode).value),
  );
  const columns = SYNC_MODES.flatMap((mode): DeviceColumn[] => [
    ...RATES.map((printed) => printedColumn(printed, block, mode)),
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
  const naming = {
    id,
    title: `${block} writes`,
    hint: 'writes per second, bandwidth and average latency of one sync; bars are logarithmic, shorter is better',
    notes: [...(block === study.blocks[0] ? repeatNotes(study) : []), ...bandwidthNotes(devices, block)],
  };
  return deviceTable(input, naming, columns);
}

/** Published tables that convert the wrong way round: their MB/s stay as printed, marked. */
function bandwidthNotes(devices: readonly SyncDevice[], block: string): string[] {
  const isDoubtful = (device: SyncDevice) =>
    SYNC_MODES.some((mode) => device.read('bandwidth', block, mode).status === 'doubtful');
  if (!devices.some(isDoubtful)) return [];
  return [
    'MB/s marked suspect is not w/s × block size, which is right. Published tables of this study divided MiB/s by 1.048576 where they should have multiplied: their MB/s is 7 to 9% low.',
  ];
}

function relativeTable(input: Input): ReportTable {
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
  const naming = {
    id: 'relative',
    title: 'Relative to one device',
    hint: `each device divided by ${[base.server, base.filesystem].filter(Boolean).join(' ')}; lower latency is better; click a name in the first column to make it the base`,
  };
  return deviceTable(
    input,
    naming,
    study.blocks.flatMap((block) => [
      ...SYNC_MODES.map((mode) => column(block, mode, 'throughput')),
      ...SYNCED.map((mode) => column(block, mode, 'sync_latency_avg')),
    ]),
  );
}

/** Distribution of the latency of one sync, where the logs hold it. */
function percentileTable(input: Input, block: string, id: string): ReportTable[] {
  const columns = SYNCED.filter((mode) =>
    input.devices.some((device) => device.read('sync_latency_p99', block, mode).value !== null),
  ).flatMap((mode) => PERCENTILES.map((printed) => printedColumn(printed, block, mode)));
  if (columns.length === 0) return [];
  const title = `Latency of one sync, ${block} writes`;
  return [deviceTable(input, { id, title, hint: 'average, percentiles and the longest' }, columns)];
}

/** Every number behind the medians, as a report of several runs prints them; none where nothing was repeated. */
function repeatTable(input: Input, block: string, id: string): ReportTable[] {
  const isKnown = input.devices.some((device) =>
    SYNC_MODES.some((mode) => device.each('throughput', block, mode).length > 0),
  );
  if (input.study.repeats < 2 || !isKnown) return [];
  const columns = SYNC_MODES.flatMap((mode) =>
    [...RATES, ...(mode === 'no-sync' ? [] : [EACH_LATENCY])].map(
      ({ metric, label, unit, text }): DeviceColumn => ({
        ...{ group: mode, label, unit },
        cell: (device) => {
          const values = device.each(metric, block, mode).map(text).join(', ');
          return { ...absoluteCell(device.read(metric, block, mode), values || NO_VALUE), value: null };
        },
      }),
    ),
  );
  const title = `Each measurement, ${block} writes`;
  return [deviceTable(input, { id, title, hint: 'the values that the medians above are of' }, columns)];
}

function printedColumn({ metric, label, unit, text }: Printed, block: string, mode: SyncMode): DeviceColumn {
  return {
    ...{ group: mode, label, unit },
    cell: (device) => {
      const own = device.read(metric, block, mode);
      return absoluteCell(own, own.value === null ? NO_VALUE : text(own.value));
    },
  };
}

function latencyCell(value: number | null, all: readonly (number | null)[]): ReportCell {
  if (value === null) return plainCell(NO_VALUE, 'v');
  return { ...plainCell(formatMicroseconds(value)), bar: barOf(value, all), value };
}

/** The share of the writes per second that is left with syncing: the price of durability, so it has no verdict. */
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

/** The shortest bar, so that the smallest latency is seen too. */
const SHORTEST = 0.06;

/**
 * Length of a latency's bar: latencies of one table span four orders of magnitude, so it is logarithmic.
 *
 * @returns 0 to 1, 1 for the largest of all
 */
export function barOf(value: number, all: readonly (number | null)[]): number {
  const known = all.filter((each) => each !== null && each > 0) as number[];
  const [min, max] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0 || value <= 0 || min === max) return 1;
  const place = (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min));
  return SHORTEST + (1 - SHORTEST) * place;
}

/** The time that an fsync after a write of the smallest block takes, from the fastest to the slowest device. */
function sentenceOf({ blocks, devices }: SyncStudy): ReportSentence {
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

/** fdatasync can be shorter: it need not write the times of the file. */
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
