import { describe, expect, it } from 'vitest';
import type { IostatLog } from '../parsers/host/iostat/iostat-log';
import { chooseDevice } from './beside';

/** One log with these devices: name → KB/s, of which half is read, or KB/s read and written. */
function log(devices: Record<string, number | readonly [read: number, written: number]>): IostatLog {
  return {
    type: 'iostat',
    kernel: null,
    host: null,
    date: null,
    cores: null,
    reports: 10,
    sinceBoot: 0,
    counts: { tables: 10, cpuBlocks: 0, names: 1, firstRow: null },
    devices: Object.entries(devices).map(([name, kb]) => ({
      name,
      samples: 10,
      readsPerS: 0,
      readKbPerS: typeof kb === 'number' ? kb / 2 : kb[0],
      writesPerS: 0,
      writeKbPerS: typeof kb === 'number' ? kb / 2 : kb[1],
      firstLine: 1,
      lastLine: 2,
    })),
  };
}

describe('chooseDevice', () => {
  it.each<[string, Record<string, number>, string | null]>([
    ['the array that carries its members', { md2: 100, md3: 5, nvme0n1: 110, nvme1n1: 105 }, 'md2'],
    ['not an array of other disks', { md0: 10, sda: 10, nvme0n1: 500 }, 'nvme0n1'],
    ['not an idle array', { md0: 0, sda: 1 }, 'sda'],
    ['the whole disk, not its partition', { nvme0n1: 100, nvme0n1p1: 100, nvme1n1: 3 }, 'nvme0n1'],
    ['not a partition of sd disks', { sda: 100, sda1: 100, sdb: 99 }, 'sda'],
    ['a disk named like a partition that has no parent', { sda1: 5, sdb: 1 }, 'sda1'],
    ['the disk below a mapped device', { 'dm-0': 100, sda: 100 }, 'sda'],
    ['a mapped device when there is nothing else', { 'dm-0': 1, 'dm-1': 2 }, 'dm-1'],
    ['the disk below its devices', { 'vg0-data': 100, drbd0: 99, zd16: 98, nvme0n1: 97 }, 'nvme0n1'],
    ['a mapped device on disks of another host', { vda: 0, 'dm-0': 5 }, 'dm-0'],
    ['an array, not its partition', { md2: 100, md2p1: 100, sda: 60 }, 'md2'],
    [
      'the array of four disks, that writes what two of them do',
      { md0: 100, sda: 50, sdb: 50, sdc: 50 },
      'md0',
    ],
    ['the first of idle disks', { vda: 0, vdb: 0 }, 'vda'],
    ['nothing of nothing', {}, null],
  ])('%s', (_, devices, expected) => {
    expect(chooseDevice([log(devices)])?.name ?? null).toBe(expected);
  });

  it('takes the array of members that only an array check keeps busy', () => {
    const members = { nvme0n1: [950, 6], nvme1n1: [948, 6] } as const;
    const checked = log({ md2: [0.5, 4], md3: [0, 2], ...members });
    expect(chooseDevice([checked])).toMatchObject({
      name: 'md2',
      reason: expect.stringContaining('nvme0n1, nvme1n1 read unrequested data: an array check'),
    });
    // The database did nothing all the while.
    expect(chooseDevice([log({ md2: [0, 0], nvme0n1: [950, 0], nvme1n1: [948, 0] })])?.name).toBe('md2');
  });

  it.each<[string, Record<string, number | readonly [number, number]>, string]>([
    ['one busy disk has no twin', { md0: [1, 5], sda: [1, 5], nvme0n1: [500, 5] }, 'nvme0n1'],
    [
      'disks that write what no array wrote',
      { md0: [1, 5], nvme0n1: [500, 300], nvme1n1: [490, 290] },
      'nvme0n1',
    ],
    [
      'a volume over them carries their reads',
      { md0: [0, 5], nvme0n1: [500, 5], nvme1n1: [500, 5], 'dm-0': [1000, 8] },
      'nvme0n1',
    ],
    ['disks that do not read alike', { md0: [0, 5], nvme0n1: [500, 5], nvme1n1: [200, 5] }, 'nvme0n1'],
  ])('is not an array check: %s', (_, devices, expected) => {
    expect(chooseDevice([log(devices)])?.name).toBe(expected);
  });

  it('takes the array of the busiest disk when files name its members', () => {
    const members = new Map([
      ['md0', new Set(['sda'])],
      ['md2', new Set(['nvme0n1', 'nvme1n1'])],
    ]);
    const chosen = chooseDevice([log({ md0: 9, md2: 8, sda: 9, nvme0n1: 500 })], { data: null, members });
    expect(chosen).toMatchObject({ name: 'md2', reason: expect.stringContaining('nvme0n1 is a member of') });
  });

  it('counts all tests of a run: an idle one does not switch', () => {
    const logs = [log({ md2: 1, md3: 2 }), log({ md2: 900, md3: 2 })];
    expect(chooseDevice(logs)?.name).toBe('md2');
  });

  it('takes a group (-g) only when no device is listed', () => {
    const withGroup = log({ sda: 1, all: 2 });
    for (const device of withGroup.devices) if (device.name === 'all') device.isGroup = true;
    expect(chooseDevice([withGroup])?.name).toBe('sda');
    const alone = { ...withGroup, devices: withGroup.devices.filter(({ isGroup }) => isGroup) };
    expect(chooseDevice([alone])?.name).toBe('all');
  });
});
