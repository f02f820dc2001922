import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { vmstat } from './vmstat';
import type { VmstatLog } from './vmstat-log';

describe('vmstat', () => {
  it('leaves out the since-boot row and repeated headers', async () => {
    const { log, diagnostics } = await parseBytes('x', readFixture('sb.vm.read-write.range100.pk1.dop2'));
    expect(diagnostics).toEqual([]);
    // (5000 + 7000 + 6000) / 3, us (40 + 50 + 30) / 3, sy (20 + 10 + 30) / 3
    expect(log).toMatchObject({
      type: 'vmstat',
      samples: 3,
      cs: 6000,
      us: 40,
      sy: 20,
      sinceBoot: { cs: 9, us: 17, sy: 10, id: 71, wa: 2 },
      firstLine: 4,
      lastLine: 8,
    });
  });

  it('reads rows with tabs and spaces at their end', async () => {
    const text = readFixture('sb.vm.read-write.range100.pk1.dop2').toString();
    const { log, diagnostics } = await parseBytes('x', Buffer.from(text.replaceAll(/$/gm, ' \t')));
    expect(diagnostics).toEqual([]);
    expect(log).toEqual((await parseBytes('x', Buffer.from(text))).log);
  });

  it('tells the median and the largest of stolen time, without the row since boot', async () => {
    const text = readFixture('sb.vm.read-write.range100.pk1.dop2').toString();
    expect((await parseBytes('x', Buffer.from(text))).log).toMatchObject({ steal: { median: 0, max: 0 } });
    const header = text.split('\n').slice(0, 2);
    const rows = [40, 0, 3, 7, 2].map(
      (st) => ` 1  0      0 100 100 100    0    0     0     0 100  100 50 10 40  0  ${st}`,
    );
    const stolen = await parseBytes('x', Buffer.from([...header, ...rows, ''].join('\n')));
    expect(stolen.log).toMatchObject({ samples: 4, steal: { median: 2.5, max: 7 } });
    const without = header.join('\n').replace(/ st$/, '');
    const old = await parseBytes(
      'x',
      Buffer.from(`${without}\n${rows.map((row) => row.replace(/ \d+$/, '')).join('\n')}\n`),
    );
    expect(old.log).toMatchObject({ samples: 4, steal: null });
  });

  it('finds columns by name: wide, with gu and timestamps', async () => {
    const { log, diagnostics } = await parseBytes('x', readFixture('procps4-wide-timestamps.txt'));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ samples: 2, cs: 400, us: 15, sy: 5, id: 80, wa: 0 });
  });

  it('drops a row whose numbers touch or that is cut, and says where', async () => {
    const text = readFixture('sb.vm.read-write.range100.pk1.dop2').toString();
    const touching = text
      .replace('13112 5000', '131125000')
      .replace('11592 6000 30 30 39  1  0\n', '11592 6000');
    const { log, diagnostics } = await parseBytes('x', Buffer.from(touching));
    expect(log).toMatchObject({ samples: 1, cs: 7000 });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['LINE_UNPARSED', 4],
      ['LINE_UNPARSED', 8],
    ]);
  });

  it('has no samples when there is only the since-boot row', async () => {
    const text = readFixture('sb.vm.read-write.range100.pk1.dop2').toString();
    const { log } = await parseBytes('x', Buffer.from(text.split('\n').slice(0, 3).join('\n')));
    expect(log).toMatchObject({ samples: 0, cs: 0, firstLine: 0 });
  });

  it.each([
    // cs (6953 + 6430 + 6467) / 3, us (1 + 0 + 0) / 3, id (89 + 89 + 90) / 3
    ['w-t.txt', { samples: 3, cs: 19_850 / 3, us: 1 / 3, sy: 14 / 3, id: 268 / 3, wa: 6, headers: 1 }],
    // cs (6952 + 6428 + 6477) / 3
    ['n-a-S-M.txt', { samples: 3, cs: 19_857 / 3, us: 1 / 3, sy: 14 / 3, id: 268 / 3, wa: 6, headers: 1 }],
  ])('reads %s', async (fixture, expected) => {
    const { log, diagnostics } = await parseBytes('x', readFixture(fixture));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject(expected);
  });

  it('counts the first row of a log with -y: its first block is a row short', async () => {
    // Rows below the headers: 20, 21, 9.
    const { log } = await parseBytes('x', readFixture('y.txt'));
    expect(log).toMatchObject({ samples: 50, sinceBoot: null, headers: 3, firstLine: 3, lastLine: 56 });
    const twoBlocks = readFixture('y.txt').toString().split('\n').slice(0, 45).join('\n');
    const { log: short } = await parseBytes('x', Buffer.from(twoBlocks));
    expect(short).toMatchObject({ samples: 40, headers: 2, firstLine: 4 });
    expect((short as VmstatLog).sinceBoot).not.toBeNull();
  });

  it('takes a first row that cannot be read for the since-boot row all the same', async () => {
    const text = readFixture('sb.vm.read-write.range100.pk1.dop2')
      .toString()
      .replace('3868    1    9', '3868 1 9x');
    const { log } = await parseBytes('x', Buffer.from(text));
    expect(log).toMatchObject({ samples: 3, cs: 6000, sinceBoot: null });
  });

  it('drops a row with a number more than the header has columns', async () => {
    const text = readFixture('n-a-S-M.txt').toString().replace('6952  1', '6952  1  1');
    const { log, diagnostics } = await parseBytes('x', Buffer.from(text));
    expect(log).toMatchObject({ samples: 2 });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 4]]);
  });

  it('reports an empty log', async () => {
    const { artifact, diagnostics } = await parseBytes('vmstat.ro.16.res', Buffer.alloc(0));
    expect(artifact.kind).toBe('vmstat');
    expect(diagnostics.map(({ code }) => code)).toEqual(['EMPTY_FILE']);
  });

  it.each([
    ['-d', readFixture('d.txt').toString()],
    ['-s', '     24684092 K total memory\n       369604 K used memory\n'],
    ['-D', '           10 disks\n            0 partitions\n        64385 total reads\n'],
    [
      '-m',
      'Cache                       Num  Total   Size  Pages\nAcpi-State      102    102     80     51\n',
    ],
    [
      '-p',
      'vda             reads      read sectors      writes  requested writes\n               848216          13935200      322954          56187920\n',
    ],
  ])('keeps the totals of %s, which are not samples', async (_, text) => {
    const { artifact, log } = await parseBytes('x', Buffer.from(text));
    expect([artifact.kind, artifact.status, log]).toEqual(['vmstat-totals', 'kept', null]);
  });
});

describe('details of vmstat', () => {
  function series(fixture: string) {
    const details = readFixtureDetails(vmstat, fixture);
    return (id: string) => details.series.find((one) => one.id === id);
  }

  it('has a row a second without times, and none of what is 0 throughout', () => {
    const of = series('n-a-S-M.txt');
    expect(of('cs_per_s')).toEqual({
      id: 'cs_per_s',
      label: 'cs/s',
      unit: 'context switches/s',
      of: null,
      seconds: [1, 2, 3],
      values: [6952, 6428, 6477],
      lines: [4, 5, 6],
    });
    expect(of('cpu_percent')?.values).toEqual([6, 4, 5]);
    expect(of('run_queue')?.values).toEqual([1, 1, 3]);
    expect(of('cpu_steal_percent')).toBeUndefined();
  });

  it('takes seconds from the times of the log', () => {
    expect(series('w-t.txt')('blocked')).toMatchObject({ seconds: [1, 2, 3], values: [1, 1, 1] });
  });

  it('begins with the first row of a log with -y', () => {
    const cs = series('y.txt')('cs_per_s');
    expect(cs?.seconds.length).toBe(50);
    expect([cs?.seconds[0], cs?.seconds[49], cs?.lines[0], cs?.lines[49]]).toEqual([1, 50, 3, 56]);
  });
});
