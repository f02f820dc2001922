import { describe, expect, it } from 'vitest';
import { testHeatmap } from '../testing/test-servers';
import { chooseServers, serversMenu } from './servers-page';

const menuOf = (all: ReturnType<typeof testHeatmap>[], on: string[] = []) => {
  const choice = chooseServers(all, { product: '', benchmark: '', on });
  if (!choice) throw new Error('nothing to choose');
  return serversMenu(choice);
};

describe('the menu of servers', () => {
  it('offers the workloads of each server and marks the shown one', () => {
    const menu = menuOf([
      testHeatmap('small', 8, { workload: 'x' }),
      testHeatmap('small', 8, { workload: 'y' }),
      testHeatmap('large', null, {}),
    ]);
    expect(menu.servers.map(({ name, chosen, workloads }) => [name, chosen, workloads.length])).toEqual([
      ['small, 8-core', 'small@x', 2],
      ['large', 'large@w', 1],
    ]);
    expect(menu).toMatchObject({ shown: 2, total: 2, hidden: 0 });
  });

  it('stays short, keeps what is shown, and counts what it leaves out', () => {
    const many = Array.from({ length: 30 }, (_, server) =>
      Array.from({ length: 20 }, (_each, workload) =>
        testHeatmap(`s${server}`, 8, { workload: `w${workload}` }),
      ),
    ).flat();
    const menu = menuOf(many, ['s29@w19', 's28@w18']);
    expect(menu.servers).toHaveLength(24);
    expect(
      menu.servers
        .map(({ chosen }) => chosen)
        .filter(Boolean)
        .sort(),
    ).toEqual(['s28@w18', 's29@w19']);
    expect(menu.servers.every(({ workloads }) => workloads.length === 12)).toBe(true);
    expect(menu).toMatchObject({ shown: 2, total: 30, hidden: 600 - 24 * 12 });
  });
});
