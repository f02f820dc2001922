import { describe, expect, it } from 'vitest';
import type { LocatedLog } from '../parsers/family';
import { PackedLogs } from './packed-logs';

const SIZE = 10;

/** Paths of the logs of each part. */
function partsOf(logs: readonly LocatedLog[]): string[][] {
  const packed = new PackedLogs(SIZE);
  for (const log of logs) packed.push(log);
  return [...packed.parts()].map((part) => part.map(({ path }) => path));
}

const logsOf = (paths: readonly string[], type = 'sysbench'): LocatedLog[] =>
  paths.map((path) => ({ path, log: { type } }));

describe('packed logs', () => {
  it.each([0, 1, 2, 20, 5000])('of %d directories are all there, in their order', (count) => {
    const paths = Array.from({ length: count }, (_, at) => `d${at}/x.log`);
    const parts = partsOf(logsOf(paths));
    expect(parts.flat()).toEqual(paths);
    expect(parts).toHaveLength(Math.max(1, Math.ceil(count / SIZE)));
  });

  it('keep a directory and those below it together, however many logs they have', () => {
    const below = Array.from({ length: 3 * SIZE }, (_, at) => `a/${at}.log`);
    expect(partsOf(logsOf([...below, 'a/b/x.log', 'c/x.log']))).toEqual([
      [...below, 'a/b/x.log'],
      ['c/x.log'],
    ]);
  });

  it('keep what is of a class as it is', () => {
    const packed = new PackedLogs(1);
    const seconds = new (class Seconds {
      all = () => [1, 2];
    })();
    for (const directory of ['a', 'b'])
      packed.push({ path: `${directory}/x`, log: { type: 'ycsb', seconds } as never });
    expect([...packed.parts()].map(([log]) => log?.log)).toEqual([
      { type: 'ycsb', seconds },
      { type: 'ycsb', seconds },
    ]);
  });

  it('have the settings and versions of directories above in each part, and no notes', () => {
    const many = (directory: string) =>
      logsOf(Array.from({ length: SIZE }, (_, at) => `${directory}/${at}/x.log`));
    const logs = [
      ...logsOf(['basecase.json'], 'manifest'),
      ...logsOf(['a/version.txt', 'b/version.txt'], 'server-version'),
      ...many('a'),
      ...many('b'),
      { path: 'c/README', log: { type: 'sysbench' }, isNotes: true },
    ];
    const parts = partsOf(logs);
    expect(parts.flat().filter((path) => path === 'basecase.json')).toHaveLength(parts.length);
    for (const part of parts) {
      if (part.includes('b/9/x.log')) expect(part).toContain('b/version.txt');
      if (part.includes('a/0/x.log')) expect(part).toContain('a/version.txt');
    }
    expect(parts.flat()).not.toContain('c/README');
  });
});
