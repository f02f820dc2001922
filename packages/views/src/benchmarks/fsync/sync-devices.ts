import type { CompareView } from '@basecase/db/types';
import { type MetricId, naturalOrder } from '@basecase/ingest/model';
import type { Measured } from '../report-cells';
import type { ReportState } from '../report-model';
import { shownValue } from '../report-view';

/** What is done after each write. */
export const SYNC_MODES = ['no-sync', 'fsync', 'fdatasync'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

/** A result of a sync study: what was written, and what followed each write. */
interface SyncTest {
  /** `16 KB`. */
  block: string;
  kib: number;
  mode: SyncMode;
  /**
   * Studies measure without sync twice, as `fsync=0` and as `fdatasync=0`; published tables print the first. The
   * second counts where the first is missing.
   */
  isSpare: boolean;
}

const KIB: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 * 1024 };

/**
 * Reads a test and its column. In a study the test says both (`fsync=1_16K`) and the column is the filesystem; in a
 * published table the test is the block size (`16 KB`) and the column is the mode.
 *
 * @returns null for other jobs of fio
 */
export function syncTest(test: string, column: string): SyncTest | null {
  const published = /^(\d+) ([KMG])B$/.exec(test);
  const mode = SYNC_MODES.find((known) => known === column);
  if (published && mode) return { ...blockOf(published[1], published[2]), mode, isSpare: false };
  const study = /^(fsync|fdatasync)=([01])_(\d+)([KMG])(?:i?B)?$/.exec(test);
  if (!study) return null;
  const [, call, isOn, digits, letter] = study;
  const called: SyncMode = call === 'fdatasync' ? 'fdatasync' : 'fsync';
  return {
    ...blockOf(digits, letter),
    mode: isOn === '1' ? called : 'no-sync',
    isSpare: isOn === '0' && called === 'fdatasync',
  };
}

/** True where the column of a published table is a way to sync and not a filesystem. */
function isSyncMode(column: string): boolean {
  return SYNC_MODES.some((known) => known === column);
}

function blockOf(digits = '', letter = ''): Pick<SyncTest, 'block' | 'kib'> {
  return { block: `${digits} ${letter}B`, kib: Number(digits) * (KIB[letter] ?? 1) };
}

/** A row of the report: a server, and its filesystem where the study names it. */
export interface SyncDevice {
  /** Unique and stable in URLs: slug of the server, with that of the column where it is a filesystem. */
  key: string;
  server: string;
  /** Null: not specified. */
  filesystem: string | null;
  read(metric: MetricId, block: string, mode: SyncMode): Measured;
  /** The values that `read` gives the median of. */
  each(metric: MetricId, block: string, mode: SyncMode): readonly number[];
}

export type SyncStudy = ReturnType<typeof toSyncStudy>;

interface SyncCell {
  row: number;
  column: number;
  isSpare: boolean;
}

/** The sync tests of one workload on all its servers; other jobs of fio are left out. */
export function toSyncStudy(views: readonly CompareView[]) {
  const blocks = new Map<string, number>();
  const found = views.flatMap((view) => devicesOf(view, blocks));
  const cells = views.flatMap(({ matrix }) => ({
    repeats: matrix.repeats.flat(),
    spread: matrix.spread.flat(),
  }));
  const spreads = cells.flatMap(({ spread }) => spread.filter((value) => value !== null));
  return {
    /** Smallest first. */
    blocks: [...blocks].sort((a, b) => a[1] - b[1]).map(([block]) => block),
    /** In the order of their names. */
    devices: found.sort((a, b) => naturalOrder(a.server, b.server)),
    /** Most measurements of one cell. */
    repeats: Math.max(0, ...cells.flatMap(({ repeats }) => repeats)),
    /** Largest (max - min) / median of the writes per second over repeats; null with one each. */
    spread: spreads.length > 0 ? Math.max(...spreads) : null,
  };
}

function devicesOf(view: CompareView, blocks: Map<string, number>): SyncDevice[] {
  const { matrix, server } = view;
  const devices = new Map<string, { filesystem: string | null; at: Map<string, SyncCell> }>();
  for (const [column, { version, slug }] of matrix.columns.entries()) {
    const filesystem = isSyncMode(version) ? null : version;
    const key = filesystem === null ? server.slug : `${server.slug}@${slug}`;
    for (const [row, { key: name }] of matrix.rows.entries()) {
      const test = syncTest(name, version);
      if (!test || matrix.status[row]?.[column] === 'missing') continue;
      blocks.set(test.block, test.kib);
      const device = devices.get(key) ?? { filesystem, at: new Map<string, SyncCell>() };
      devices.set(key, device);
      const cell = cellKey(test.block, test.mode);
      const before = device.at.get(cell);
      if (!before || before.isSpare) device.at.set(cell, { row, column, isSpare: test.isSpare });
    }
  }
  return [...devices].map(([key, { filesystem, at }]) => ({
    key,
    server: server.name,
    filesystem: devices.size === 1 && namesServer(filesystem, server.slug) ? null : filesystem,
    read(metric, block, mode) {
      const cell = at.get(cellKey(block, mode));
      if (!cell) return { value: null, status: 'missing' };
      return shownValue(matrix, metric, [cell.row, cell.column]);
    },
    each(metric, block, mode) {
      const cell = at.get(cellKey(block, mode));
      return (cell && matrix.each?.[metric]?.[cell.row]?.[cell.column]) ?? [];
    },
  }));
}

/** A study without a filesystem is named after its log: `o.fio_sync.hetz` on `hetz` adds nothing. */
function namesServer(filesystem: string | null, server: string): boolean {
  return filesystem?.toLowerCase().split(/[._]/).includes(server) ?? false;
}

function cellKey(block: string, mode: SyncMode): string {
  return `${block} ${mode}`;
}

/** Orders that may be asked for, as the `sort` of the URL has them: by the latency of a sync after a block. */
export function sortKeys({ blocks }: Pick<SyncStudy, 'blocks'>): string[] {
  return blocks.flatMap((block) => [`fsync ${block}`, `fdatasync ${block}`]);
}

/** Devices by name, or the shortest sync first; devices without a measurement are last. */
export function sortDevices(study: SyncStudy, sort: string): SyncDevice[] {
  if (!sortKeys(study).includes(sort)) return [...study.devices];
  const mode = sort.startsWith('fdatasync') ? 'fdatasync' : 'fsync';
  const block = sort.slice(mode.length + 1);
  const latency = (device: SyncDevice) => device.read('sync_latency_avg', block, mode).value ?? Infinity;
  return study.devices.toSorted((a, b) => (latency(a) === latency(b) ? 0 : latency(a) - latency(b)));
}

/** The wanted device; else one of the server that was asked for; else the first. */
export function baseDevice(
  devices: readonly SyncDevice[],
  { base, server }: Pick<ReportState, 'base' | 'server'>,
): SyncDevice | null {
  const wanted = devices.find(({ key }) => key === base);
  const onServer = devices.find(({ key }) => server !== '' && key.split('@')[0] === server);
  return wanted ?? onServer ?? devices[0] ?? null;
}
