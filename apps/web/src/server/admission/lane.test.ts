import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lane, type LaneLimits } from './lanes';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lane, and what became of each visitor in the order in which it happened. */
function open(limits: Partial<LaneLimits> = {}) {
  const lane = new Lane({ atOnce: 1, waiting: 3, maxWaitMs: 2000, maxHoldMs: null, ...limits });
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string) =>
    lane.enter({
      start: (done) => {
        seen.push(`${name} starts`);
        ends.set(name, done);
      },
      refuse: (why) => seen.push(`${name} is refused: ${why}`),
    });
  return { lane, seen, enter, end: (name: string) => ends.get(name)?.() };
}

it('lets wait in the order of arrival while everybody is served soon', () => {
  const { seen, enter, end, lane } = open();
  for (const name of ['a', 'b', 'c']) enter(name);
  expect(seen).toEqual(['a starts']);
  expect([lane.inWork, lane.waiting]).toEqual([1, 2]);
  end('a');
  end('b');
  end('b');
  end('c');
  expect(seen).toEqual(['a starts', 'b starts', 'c starts']);
  expect([lane.inWork, lane.waiting]).toEqual([0, 0]);
});

it('refuses the one that waited longest when no more may wait, and never holds more than it may', () => {
  const { seen, enter, lane } = open();
  for (let i = 0; i < 100; i += 1) {
    enter(String(i));
    expect(lane.waiting).toBeLessThanOrEqual(3);
  }
  expect(seen.slice(0, 3)).toEqual(['0 starts', '1 is refused: full', '2 is refused: full']);
  expect(seen).toHaveLength(1 + 96);
});

it('serves the newest first when the oldest has waited long', () => {
  const { seen, enter, end } = open();
  for (const name of ['a', 'b', 'c']) enter(name);
  vi.advanceTimersByTime(600);
  enter('d');
  end('a');
  end('d');
  expect(seen).toEqual(['a starts', 'd starts', 'c starts']);
});

it('refuses who waited too long although nothing ended, each at its time', () => {
  const { seen, enter, lane } = open();
  enter('a');
  enter('b');
  vi.advanceTimersByTime(1500);
  enter('c');
  vi.advanceTimersByTime(500);
  expect(seen).toEqual(['a starts', 'b is refused: late']);
  vi.advanceTimersByTime(1500);
  expect(seen).toEqual(['a starts', 'b is refused: late', 'c is refused: late']);
  expect(lane.waiting).toBe(0);
});

it('does not begin the work of who left', () => {
  const { seen, enter, end, lane } = open();
  enter('a');
  const leave = enter('b');
  enter('c');
  leave();
  leave();
  end('a');
  expect(seen).toEqual(['a starts', 'c starts']);
  expect(lane.waiting).toBe(0);
});

it('gives the place of one that is held too long to the next, once', () => {
  const { seen, enter, end, lane } = open({ maxHoldMs: 1000, maxWaitMs: 5000 });
  for (const name of ['a', 'b', 'c']) enter(name);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(['a starts', 'c starts']);
  end('a');
  expect(lane.inWork).toBe(1);
});

it('holds a place for as long as it takes where being slow is normal', () => {
  const { seen, enter } = open({ maxWaitMs: 1e9 });
  enter('a');
  enter('b');
  vi.advanceTimersByTime(3600_000);
  expect(seen).toEqual(['a starts']);
});

it('serves all it can of a flood, and everybody again when the flood is over', () => {
  const { seen, enter, end, lane } = open({ waiting: 10 });
  let asked = 0;
  // Each turn of 20 ms one is served and five ask.
  for (let turn = 0; turn < 500; turn += 1) {
    for (let i = 0; i < 5; i += 1) enter(String(asked++));
    vi.advanceTimersByTime(20);
    const running = seen
      .filter((text) => text.endsWith('starts'))
      .at(-1)
      ?.split(' ')[0];
    end(running ?? '');
  }
  const started = seen.filter((text) => text.endsWith('starts')).length;
  expect(started).toBe(501);
  vi.advanceTimersByTime(2000);
  expect(lane.waiting).toBe(0);
  const refused = seen.filter((text) => text.includes('refused')).length;
  expect(started + refused).toBe(asked);
});

it('begins the next round when all of the last has ended and arrivals were let in', () => {
  let goOn = () => {};
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const limits = { atOnce: 2, waiting: 9, maxWaitMs: 2000, maxHoldMs: null };
  const lane = new Lane(limits, (resume) => {
    seen.push('pause');
    goOn = resume;
  });
  const enter = (name: string) =>
    lane.enter({
      start: (done) => {
        seen.push(name);
        ends.push(done);
      },
      refuse: () => seen.push(`${name} is refused`),
    });
  for (const name of ['a', 'b', 'c']) enter(name);
  ends[0]?.();
  expect(seen).toEqual(['a', 'b']);
  ends[1]?.();
  enter('d');
  expect(seen).toEqual(['a', 'b', 'pause']);
  goOn();
  expect(seen).toEqual(['a', 'b', 'pause', 'c', 'd']);
  ends[2]?.();
  ends[3]?.();
  enter('e');
  expect(seen.at(-1)).toBe('e');
  expect([lane.inWork, lane.waiting]).toEqual([1, 0]);

  // One that takes long holds up the next place for a moment only.
  for (const name of ['f', 'g']) enter(name);
  ends[5]?.();
  expect(seen.at(-1)).toBe('f');
  vi.advanceTimersByTime(250);
  goOn();
  expect(seen.slice(-2)).toEqual(['pause', 'g']);
});
