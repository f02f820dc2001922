import { describe, expect, it } from 'vitest';
import { readFixture } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';

const vmstat = readFixture('sb.vm.read-write.range100.pk1.dop2');
const asLatin1 = (bytes: Buffer) => bytes.toString('latin1');

describe('line ends', () => {
  it('of an old Mac are lines, whole and byte by byte', async () => {
    const whole = await parseBytes('x', vmstat);
    const mac = Buffer.from(asLatin1(vmstat).replaceAll('\n', '\r'), 'latin1');
    expect(await parseBytes('x', mac)).toEqual(whole);
    expect(await parseBytes('x', mac, { chunkBytes: 1 })).toEqual(whole);
  });

  it('of an old Mac do not hide secrets', async () => {
    const mac = Buffer.from('sysbench --mysql-password=one run\r--mysql-password=two\r');
    const { artifact } = await parseBytes('x', mac);
    const masked = 'sysbench --mysql-password=*** run\n--mysql-password=***\n';
    expect(artifact.sizeBytes).toBe(masked.length);
  });

  it('leave a bare \\r inside a line as it is', async () => {
    const text = asLatin1(vmstat);
    const { artifact, log } = await parseBytes('x', Buffer.from(text.replace('\n', '\n\r\n')));
    expect(log).toMatchObject({ samples: 3 });
    expect(artifact.sizeBytes).toBe(vmstat.length + 2);
  });

  it('are not searched for in binary files', async () => {
    const bytes = Buffer.from([0x89, 0x50, 13, 0, 13, 7]);
    const same = await parseBytes('x', Buffer.from(bytes));
    const changed = await parseBytes('x', Buffer.from([0x89, 0x50, 10, 0, 10, 7]));
    expect(same.artifact.sha256).not.toBe(changed.artifact.sha256);
  });
});
