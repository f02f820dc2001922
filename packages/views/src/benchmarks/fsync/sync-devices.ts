import type { CompareView } from '@basecase/db/types';
import { type MetricId, naturalOrder } from '@basecase/ingest/model';
import type { Measured } from '../report-cells';
import { shownValue } from '../report-view';
import { isSyncMode, type SyncMode, syncTest } from './sync-test';

/** A row of the report: a server, and its filesystem where the study says it. */
export interface SyncDevice {
  /** Unique and stable in URLs: slug of the server, with that of the column where it is a filesystem. */
  key: string;
  server: string;
  /** Null where nobody said. */
  filesystem: string | null;
  read(metric: MetricId, block: string, mode: SyncMode): Measured;
  /** The values that `read` gives the median of. */
  each(metric: MetricId, block: string, mode: SyncMode): readonly number[];
}

export interface SyncStudy {
  /** Smallest first. */
  blocks: string[];
  /** In the order of their names. */
  devices: SyncDevice[];
  /** Most measurements of one cell. */
  repeats: number;
  /** Largest (max - min) / median of the writes per second over repeats; null with one each. */
  spread: number | null;
}

interface SyncCell {
  row: number;
  column: number;
  isSpare: boolean;
}

/** The sync tests of one workload on all its servers; other jobs of fio are left out. */
export function toSyncStudy(views: readonly CompareView[]): SyncStudy {
  const blocks = new Map<string, number>();
  const found = views.flatMap((view) => devicesOf(view, blocks));
  const cells = views.flatMap(({ matrix }) => ({
    repeats: matrix.repeats.flat(),
    spread: matrix.spread.flat(),
  }));
  const spreads = cells.flatMap(({ spread }) => spread.filter((value) => value !== null));
  return {
    blocks: [...blocks].sort((a, b) => a[1] - b[1]).map(([block]) => block),
    devices: found.sort((a, b) => naturalOrder(a.server, b.server)),
    repeats: Math.max(0, ...cells.flatMap(({ repeats }) => repeats)),
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

/** A study that does not say its filesystem is called as its log: `o.fio_sync.hetz` on `hetz` says nothing new. */
function namesServer(filesystem: string | null, server: string): boolean {
  return filesystem?.toLowerCase().split(/[._]/).includes(server) ?? false;
}

function cellKey(block: string, mode: SyncMode): string {
  return `${block} ${mode}`;
}
