import type { ReportState } from '../report-state';
import type { SyncDevice, SyncStudy } from './sync-devices';

/** Orders that may be asked for, as the `sort` of the URL has them: by the latency of a sync after a block. */
export function sortKeys({ blocks }: Pick<SyncStudy, 'blocks'>): string[] {
  return blocks.flatMap((block) => [`fsync ${block}`, `fdatasync ${block}`]);
}

/** Devices by name, or the shortest sync first; what was not measured comes last. */
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
