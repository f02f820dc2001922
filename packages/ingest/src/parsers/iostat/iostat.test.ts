import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';

async function parse(bytes: Buffer) {
  const { log, diagnostics } = await parseBytes('x', bytes);
  if (log?.type !== 'iostat') throw new Error(`read as ${log?.type}`);
  return { log, device: (name: string) => log.devices.find((device) => device.name === name), diagnostics };
}

describe('iostat', () => {
  it('means each device by the names of its columns, without loop devices', async () => {
    const { log, device, diagnostics } = await parse(readFixture('sb.io.read-write.range100.pk1.dop2'));
    expect(diagnostics).toEqual([]);
    expect(log.cores).toBe(16);
    expect(log.devices.map(({ name }) => name)).toEqual(['md2', 'md3', 'nvme0n1', 'nvme0n1p1']);
    // r/s (10 + 30) / 2, rkB/s (80 + 240.5) / 2, w/s (200 + 400) / 2, wkB/s (1600 + 2400) / 2
    expect(device('md2')).toEqual({
      name: 'md2',
      samples: 2,
      readsPerS: 20,
      readKbPerS: 160.25,
      writesPerS: 300,
      writeKbPerS: 2000,
      firstLine: 9,
      lastLine: 20,
    });
  });

  it('reads the layout of sysstat 10 with MB and a decimal comma', async () => {
    const { device } = await parse(readFixture('old-layout-mb.txt'));
    // rMB/s (0.5 + 1.5) / 2 × 1024, wMB/s (1 + 3) / 2 × 1024
    expect(device('sda')).toMatchObject({
      samples: 2,
      readsPerS: 3,
      readKbPerS: 1024,
      writesPerS: 5,
      writeKbPerS: 2048,
    });
  });

  it('drops a row that is cut inside the columns it needs', async () => {
    const text = readFixture('sb.io.read-write.range100.pk1.dop2').toString();
    const at = text.lastIndexOf('md2') + 'md2             30.00    24'.length;
    const { device, diagnostics } = await parse(Buffer.from(text.slice(0, at)));
    expect(device('md2')).toMatchObject({ samples: 1, readsPerS: 10 });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 20]]);
  });

  it('knows no r/s where the log has only KB', async () => {
    const basic =
      'Linux 6.1 (h) 	06/01/20 	_x86_64_	(2 CPU)\n\nDevice             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda               8.59       222.14        57.08    1597749     410544\n';
    const { device } = await parse(Buffer.from(basic));
    expect(device('sda')).toMatchObject({
      readsPerS: null,
      readKbPerS: 222.14,
      writesPerS: null,
      writeKbPerS: 57.08,
    });
  });
});
