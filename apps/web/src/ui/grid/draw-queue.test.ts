import { describe, expect, it } from 'vitest';
import { DrawQueue } from './visible-range';

/** A queue whose idle time the test controls, and the rows it painted. */
function testQueue() {
  const idle: (() => void)[] = [];
  const painted: string[] = [];
  const queue = new DrawQueue<string>((work) => {
    idle.push(work);
    return () => {};
  });
  const paint = (name: string) => (isWanted: (column: number) => boolean) => {
    painted.push(`${name} ${[0, 1].filter(isWanted).join()}`);
  };
  return { queue, painted, paint, idle };
}

describe('drawing rows in parts', () => {
  it('draws everything when there is time', () => {
    const { queue, painted, paint, idle } = testQueue();
    queue.later('a', paint('a'));
    queue.later('b', paint('b'));
    expect(painted).toEqual([]);
    expect(idle).toHaveLength(1);
    idle.shift()?.();
    expect(painted).toEqual(['a 0,1', 'b 0,1']);
    expect(idle).toHaveLength(0);
  });

  it('draws a few rows at a time', () => {
    const { queue, painted, paint, idle } = testQueue();
    const names = Array.from({ length: 15 }, (_, index) => String(index));
    for (const name of names) queue.later(name, paint(name));
    idle.shift()?.();
    expect(painted.length).toBeGreaterThan(0);
    expect(painted.length).toBeLessThan(names.length);
    while (idle.length > 0) idle.shift()?.();
    expect(painted).toEqual(names.map((name) => `${name} 0,1`));
  });

  it('draws the newest change of a row only', () => {
    const { queue, painted, paint, idle } = testQueue();
    queue.later('a', paint('old'));
    queue.later('a', paint('new'));
    idle.shift()?.();
    expect(painted).toEqual(['new 0,1']);
  });

  it('draws a row as soon as it comes into sight, and forgets one that is gone', () => {
    const { queue, painted, paint, idle } = testQueue();
    for (const name of ['a', 'b', 'c']) queue.later(name, paint(name));
    queue.catchUp(['b', 'other']);
    queue.forget('c');
    expect(painted).toEqual(['b 0,1']);
    idle.shift()?.();
    expect(painted).toEqual(['b 0,1', 'a 0,1']);
  });
});
