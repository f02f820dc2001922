import type { RunFacts } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { findBreaks } from './find-breaks';

/** One night a day from 1 May on; `null` for a night of unknown time. */
function nights(facts: readonly RunFacts[], days: readonly (number | null)[] = facts.map((_, day) => day)) {
  const atOf = (day: number) => new Date(Date.UTC(2026, 4, 1 + day, 2)).toISOString();
  return facts.map((own, index) => {
    const day = days[index] ?? null;
    return { at: day === null ? null : atOf(day), facts: own };
  });
}

const plain = (count: number): RunFacts[] => Array.from({ length: count }, () => ({}));

it('finds what changed from one run to the next, all of it in one break', () => {
  const found = nights([
    { kernel: '6.8', cpu: 'EPYC' },
    { kernel: '6.8', cpu: 'EPYC' },
    { kernel: '6.14', governor: 'performance', cpu: 'Xeon' },
    { kernel: '6.14', governor: 'performance', cpu: 'Xeon' },
    { kernel: '6.8', governor: 'powersave', cpu: 'Xeon' },
  ]);
  expect(findBreaks(found, [])).toEqual([
    { night: 2, label: 'kernel 6.8 → 6.14, CPU EPYC → Xeon', said: null },
    { night: 4, label: 'kernel 6.14 → 6.8, CPU governor performance → powersave', said: null },
  ]);
});

it('a run without the fact changes nothing: the run before it that has it is looked at', () => {
  const same = nights([{}, { kernel: '6.8' }, {}, { kernel: '6.8' }]);
  expect(findBreaks(same, [])).toEqual([]);
  const other = nights([{}, { kernel: '6.8' }, {}, {}, { kernel: '6.14' }]);
  expect(findBreaks(other, [])).toEqual([{ night: 4, label: 'kernel 6.8 → 6.14', said: null }]);
});

it('makes no event of how much others used: it is another every night', () => {
  const busy = nights(['0.10', '1.90', '0.10', '1.60'].map((otherCpus) => ({ kernel: '6.8', otherCpus })));
  expect(findBreaks(busy, [])).toEqual([]);
});

it('finds the first night that was measured at or after a recorded event', () => {
  const event = { at: '2026-05-04T02:00:00.000Z', label: 'new disk', by: 'mark' };
  expect(findBreaks(nights(plain(6)), [event])).toEqual([{ night: 3, label: 'new disk', said: event }]);
  const atNoon = { ...event, at: '2026-05-04T14:00:00+02:00' };
  expect(findBreaks(nights(plain(6)), [atNoon])).toMatchObject([{ night: 4 }]);
});

it('skips nights of unknown time', () => {
  const event = { at: '2026-05-03T12:00:00Z', label: 'new disk' };
  expect(findBreaks(nights(plain(6), [0, 1, 2, null, 4, 5]), [event])).toMatchObject([{ night: 4 }]);
});

it('an event before or after all nights is not a break', () => {
  const events = ['2026-04-30T00:00:00Z', '2026-05-20T00:00:00Z'].map((at) => ({ at, label: 'moved' }));
  expect(findBreaks(nights(plain(6)), events)).toEqual([]);
  expect(findBreaks([], events)).toEqual([]);
});

it('a commit that was measured late lies behind what happened meanwhile, on both of its sides', () => {
  const days = [0, 1, 9, 3, 4, 8, 9];
  const event = { at: '2026-05-07T00:00:00Z', label: 'new disk' };
  expect(findBreaks(nights(plain(7), days), [event]).map(({ night }) => night)).toEqual([2, 3, 5]);
  const kernels = days.map((day) => ({ kernel: day < 6 ? '6.8' : '6.14' }));
  expect(findBreaks(nights(kernels, days), []).map(({ night, label }) => [night, label])).toEqual([
    [2, 'kernel 6.8 → 6.14'],
    [3, 'kernel 6.14 → 6.8'],
    [5, 'kernel 6.8 → 6.14'],
  ]);
});

it('gives breaks in the order of nights, at one night facts first', () => {
  const kernels = [1, 1, 1, 2, 2, 2].map((version) => ({ kernel: `${version}` }));
  const events = [
    { at: '2026-05-05T00:00:00Z', label: 'later' },
    { at: '2026-05-03T12:00:00Z', label: 'kernel, said' },
    { at: '2026-05-02T00:00:00Z', label: 'first' },
  ];
  expect(findBreaks(nights(kernels), events).map(({ night, label }) => [night, label])).toEqual([
    [1, 'first'],
    [3, 'kernel 1 → 2'],
    [3, 'kernel, said'],
    [4, 'later'],
  ]);
});

describe('a config that the line continues in', () => {
  it('is a break with the settings that it changed, and none where a config is not known', () => {
    const night = (config: string | null, seam?: string) => ({ at: null, facts: {}, config, seam });
    const nights = [
      ...[night('x10a'), night('x10a'), night('x10b', 'io_workers 3 → 8'), night('x10b', 'io_workers 3 → 8')],
      ...[night(null), night('x11a')],
    ];
    expect(findBreaks(nights, [])).toEqual([
      { night: 2, label: 'config x10a → x10b (io_workers 3 → 8)', said: null },
      { night: 5, label: 'config x10b → x11a', said: null },
    ]);
    expect(findBreaks([{ at: null, facts: {} }, night('x10a')], [])).toEqual([]);
  });
});
