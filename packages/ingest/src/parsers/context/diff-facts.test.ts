import { describe, expect, it } from 'vitest';
import type { Fact } from '../../model/details';
import { readDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';
import { diffFacts } from './diff-facts';

const fact = (name: string, number: number | null, group: string | null = 't'): Fact => ({
  group,
  name,
  value: `${number}`,
  number,
  unit: null,
  line: 9,
});

async function* bytesOf(name: string) {
  yield readFixture(name);
}

describe('diffFacts', () => {
  it('shows the effect of a test on a table', async () => {
    const before = await readDetails(bytesOf('o.pgs.sut1'), 'o.pgs.sut1');
    const after = await readDetails(bytesOf('o.pgs.sut2'), 'o.pgs.sut2');
    // Between the two dumps: update of 300 rows, delete of 10.
    const moved = diffFacts(before.facts, after.facts).filter(({ number }) => number !== 0);
    expect(moved.filter(({ name }) => /^n_(?:tup|dead)/.test(name))).toEqual([
      { group: 'sbtest1', name: 'n_tup_upd', value: '300', number: 300, unit: null, line: 10 },
      { group: 'sbtest1', name: 'n_tup_del', value: '10', number: 10, unit: null, line: 11 },
      { group: 'sbtest1', name: 'n_dead_tup', value: '310', number: 310, unit: null, line: 14 },
    ]);
  });

  it('says 0 for what stayed, and leaves out what is new, text, or was reset', () => {
    const before = [
      fact('same', 5),
      fact('fell', 5),
      fact('text', null),
      fact('grew', 5),
      fact('grew', 1, 'u'),
    ];
    const after = [fact('same', 5), fact('fell', 4), fact('text', null), fact('grew', 7), fact('new', 3)];
    expect(diffFacts(before, after)).toEqual([fact('same', 0), { ...fact('grew', 2), value: '2' }]);
    expect(diffFacts([], [])).toEqual([]);
  });
});
