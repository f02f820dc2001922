import { describe, expect, it } from 'vitest';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';

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
});
