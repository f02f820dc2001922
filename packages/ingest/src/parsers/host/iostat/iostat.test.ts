import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { DeviceMeans, IostatLog } from './iostat-log';

async function parse(source: string | Buffer) {
  const bytes = typeof source === 'string' ? readFixture(source) : source;
  const { log, diagnostics } = await parseBytes<IostatLog>('x', bytes);
  if (log?.type !== 'iostat') throw new Error(`read as ${log?.type}`);
  return { log, device: (name: string) => log.devices.find((device) => device.name === name), diagnostics };
}

/** Samples, r/s, rkB/s, w/s, wkB/s. */
function means(device: DeviceMeans | undefined): (number | null)[] {
  const values = [device?.readsPerS, device?.readKbPerS, device?.writesPerS, device?.writeKbPerS];
  const rounded = values.map((value) => (typeof value === 'number' ? Number(value.toFixed(3)) : null));
  return [device?.samples ?? null, ...rounded];
}

describe('iostat', () => {
  it('means each device by the names of its columns, without loop devices', async () => {
    const { log, device, diagnostics } = await parse('sb.io.read-write.range100.pk1.dop2');
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ cores: 16, host: 'bench1', date: '03/19/2025', reports: 2, sinceBoot: 0 });
    expect(log.devices.map(({ name }) => name)).toEqual(['md2', 'md3', 'nvme0n1', 'nvme0n1p1']);
    // r/s (10 + 30) / 2, rkB/s (80 + 240.5) / 2, w/s (200 + 400) / 2, wkB/s (1600 + 2400) / 2
    expect(device('md2')).toEqual({
      name: 'md2',
      samples: 2,
      readsPerS: 20,
      readKbPerS: 160.25,
      writesPerS: 300,
      writeKbPerS: 2000,
      // No read had a wait above 0; writes (200 × 1 ... + 400 × ...) / 600, in seconds.
      writeWaitS: 0.00645,
      readSizeKb: 160.25 / 20,
      writeSizeKb: 2000 / 300,
      queueSize: 0.2,
      firstLine: 9,
      lastLine: 20,
    });
  });

  it.each(['sb.io.read-write.range100.pk1.dop2', 'y-x-human.txt', 'y-x-pretty.txt'])(
    'reads rows of %s with tabs and spaces at their end',
    async (name) => {
      const text = readFixture(name).toString();
      const { log, diagnostics } = await parse(Buffer.from(text.replaceAll(/$/gm, ' \t')));
      expect(diagnostics).toEqual([]);
      expect(log).toEqual((await parse(name)).log);
    },
  );

  it.each<[string, string, (number | null)[]]>([
    // (1615 + 1830) / 2, (25836 + 29280) / 2, (1684 + 1316) / 2, (53888 + 42112) / 2
    ['a log without -y: not the report since boot', 'kx-since-boot.txt', [2, 1722.5, 27_558, 1500, 48_000]],
    // rMB/s (25.26 + 28.75) / 2 × 1024, wMB/s (53.25 + 40.50) / 2 × 1024
    ['-m -t', 'y-mxt.txt', [2, 1731.5, 27_653.12, 1500, 48_000]],
    ['-t in ISO, without -y', 'kxt-iso.txt', [2, 1732.5, 27_676, 1500, 48_000]],
    // (1623 + 1832 + 1871) / 3, (25868 + 29312 + 29936) / 3, (1691 + 1309 + 1200) / 3, (54112 + 41888 + 38400) / 3
    ['-o JSON', 'y-x.json', [3, 1775.333, 28_372, 1400, 44_800]],
    ['-o JSON without -y', 'xt.json', [2, 1732.5, 27_676, 1500, 48_000]],
    // 25.2M and 29.0M, 54.4M and 39.3M
    ['--human', 'y-x-human.txt', [2, 1732.5, 27_750.4, 1500, 47_974.4]],
    // (232 + 16) / 2, (3908 + 1508) / 2, (1789 + 48) / 2, (57248 + 852) / 2
    ['--pretty --compact: the name is last', 'y-x-pretty-compact.txt', [2, 124, 2708, 918.5, 29_050]],
    // (1623 + 1832 + 1882) / 3, (25868 + 29312 + 30112) / 3, (1699 + 1301 + 1200) / 3, (54368 + 41632 + 38400) / 3
    ['--pretty: four tables a report', 'y-x-pretty.txt', [3, 1779, 28_430.667, 1400, 44_800]],
    // Blk_read/s (51472 + 60096) / 2 × 0.5, Blk_wrtn/s (114112 + 77760) / 2 × 0.5
    ['blocks of 512 bytes', 'y-d-blocks.txt', [2, null, 27_892, null, 47_968]],
    ['-s: no separate reads and writes', 'y-x-s.txt', [2, null, null, null, null]],
  ])('reads %s', async (_, fixture, expected) => {
    const { device, diagnostics } = await parse(fixture);
    expect(diagnostics).toEqual([]);
    expect(means(device('vda'))).toEqual(expected);
  });

  it('has reads and writes together of -s', async () => {
    const { device } = await parse('y-x-s.txt');
    expect(device('vda')?.totalKbPerS).toBe((120_492 + 107_904) / 2);
  });

  it('knows a group of devices from a device', async () => {
    const { log } = await parse('y-d-g.txt');
    expect(log.devices.map(({ name, isGroup }) => [name, isGroup])).toEqual([
      ['vda', undefined],
      ['all', true],
    ]);
  });

  it('reads the layout of sysstat 10 with MB and a decimal comma, and reports that its first report does not count', async () => {
    const { device, diagnostics } = await parse('made-old-layout-mb.txt');
    // Of two reports the second one: rMB/s 1,50, wMB/s 3,00
    expect(means(device('sda'))).toEqual([1, 3.5, 1536, 6, 3072]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['SINCE_BOOT', 3]]);
  });

  it('counts a device that -z left out as idle', async () => {
    const { log, device } = await parse('made-y-kxz-idle-left-out.txt');
    expect(log.reports).toBe(4);
    // (10 + 20 + 0 + 30) / 4 ...
    expect(means(device('sda'))).toEqual([4, 15, 60, 3, 30]);
    expect(means(device('sdb'))).toEqual([4, 0.5, 2, 1, 4]);
  });

  it('counts a device that came later only where it is listed: idle rows show that nothing is left out', async () => {
    const text = readFixture('made-y-kxz-idle-left-out.txt').toString();
    const withIdle = text.replace(/^sda {13}20.*$/m, (row) => row.replaceAll(/[1-9]/g, '0'));
    const { device } = await parse(Buffer.from(withIdle));
    expect(means(device('sda'))).toEqual([3, 13.333, 53.333, 4, 40]);
    expect(means(device('sdb'))).toEqual([2, 1, 4, 2, 8]);
  });

  it('takes what a cut off report lacks for cut off, not for idle', async () => {
    const text = readFixture('made-y-kxz-idle-left-out.txt').toString();
    const { device } = await parse(Buffer.from(text.slice(0, text.lastIndexOf('sdb'))));
    expect(means(device('sda'))).toEqual([4, 15, 60, 3, 30]);
    expect(means(device('sdb'))).toEqual([3, 0.667, 2.667, 0, 0]);
  });

  it('reads rows of one device grepped out of a log, each as a report', async () => {
    const { log, device, diagnostics } = await parse('made-grep-of-one-device.txt');
    expect(log).toMatchObject({ reports: 2, sinceBoot: 1, cores: null });
    expect(means(device('sda'))).toEqual([2, 25, 100, 3, 30]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['SINCE_BOOT']);
  });

  it('leaves out the report since boot of each of two logs that were appended', async () => {
    const one = readFixture('kx-since-boot.txt').toString();
    const { log, device } = await parse(Buffer.from(one + one));
    expect(log).toMatchObject({ reports: 4, sinceBoot: 2 });
    expect(means(device('vda'))).toEqual([4, 1722.5, 27_558, 1500, 48_000]);
  });

  it('reads a log without its empty lines', async () => {
    const text = readFixture('y-x-pretty-compact.txt').toString().replaceAll(/\n+/g, '\n');
    const { log, device } = await parse(Buffer.from(text));
    expect(log).toMatchObject({ reports: 1, sinceBoot: 1, counts: { tables: 2, cpuBlocks: 2 } });
    expect(means(device('vda'))).toEqual([1, 16, 1508, 48, 852]);
  });

  it('reads a device whose values are on the next line (-h before sysstat 11.5)', async () => {
    const header = 'Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s  %util\n';
    const report = (reads: string) =>
      `${header}sda\n                  0.00     0.00    ${reads}    2.00    40.00    16.00   1.00\n\n`;
    const log = `Linux 3.10.0 (h) \t01/02/2026 \t_x86_64_\t(4 CPU)\n\n${report('9.00')}${report('5.00')}`;
    const { device, diagnostics } = await parse(Buffer.from(log));
    expect(means(device('sda'))).toEqual([1, 5, 40, 2, 16]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['SINCE_BOOT']);
  });

  it('has no samples of a report since boot', async () => {
    const basic =
      'Linux 6.1 (h) \t06/01/20 \t_x86_64_\t(2 CPU)\n\nDevice             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda               8.59       222.14        57.08    1597749     410544\n';
    const { log, diagnostics } = await parse(Buffer.from(basic));
    expect(log).toMatchObject({ devices: [], reports: 0, sinceBoot: 1 });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['SINCE_BOOT', 'only a report since boot: no samples'],
    ]);
  });

  it('drops a row that is cut inside the columns it needs', async () => {
    const text = readFixture('sb.io.read-write.range100.pk1.dop2').toString();
    const at = text.lastIndexOf('md2') + 'md2             30.00    24'.length;
    const { device, diagnostics } = await parse(Buffer.from(text.slice(0, at)));
    expect(device('md2')).toMatchObject({ samples: 1, readsPerS: 10 });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 20]]);
  });

  it('reads the complete reports of a JSON that was cut', async () => {
    const text = readFixture('y-x.json').toString();
    const { device, diagnostics } = await parse(Buffer.from(text.slice(0, text.lastIndexOf('"rrqm/s"'))));
    expect(means(device('vda'))).toEqual([2, 1727.5, 27_590, 1500, 48_000]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
  });

  it('reads a JSON that another tool printed again, and leaves its first report out', async () => {
    const again = JSON.stringify(JSON.parse(readFixture('y-x.json').toString()), null, 2);
    const { device, diagnostics } = await parse(Buffer.from(again));
    // (1832 + 1871) / 2
    expect(means(device('vda')).slice(0, 2)).toEqual([2, 1851.5]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['SINCE_BOOT']);
  });
});
