import { sweepGroupOf, sweepGroups } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { makeView, toEntry } from '../../testing/test-view';

const entryOf = (slug: string, clients: number, label: string, details: string[] = []) =>
  toEntry(
    makeView({
      benchmark: 'pgbench',
      workload: { slug, clients, label: `pgbench, ${label}`, details: [`${clients} clients`, ...details] },
      columns: ['PostgreSQL 18.1'],
      tests: { 'select-only': [1] },
    }),
  );
const slugsOf = (entries: ReturnType<typeof entryOf>[]) =>
  sweepGroups(entries).map(({ slug, label, entries: members }) => [
    slug,
    label,
    members.map(({ workload }) => workload.slug),
  ]);

describe('sweepGroups', () => {
  it('has what differs in clients only, by rising clients', () => {
    expect(
      slugsOf([
        entryOf('c64', 64, 'scale 50, 4 threads, prepared'),
        entryOf('c16', 16, 'scale 50, 4 threads, prepared'),
        entryOf('other', 16, 'scale 100, 4 threads, prepared'),
      ]),
    ).toEqual([
      ['c64', 'scale 50, 4 threads, prepared', ['c16', 'c64']],
      ['other', 'scale 100, 4 threads, prepared', ['other']],
    ]);
  });

  it('never mixes limited runs with others, nor those of another limit', () => {
    const label = 'scale 50, 4 threads';
    expect(
      slugsOf([
        entryOf('free', 16, label),
        entryOf('slow', 16, `${label}, limited to 500/s`),
        entryOf('fast', 64, `${label}, limited to 900/s`),
      ]).map(([slug]) => slug),
    ).toEqual(['free', 'slow', 'fast']);
  });

  it('takes a run with fewer clients than threads for what -j 4 gives, and keeps other thread counts apart', () => {
    const groups = [
      entryOf('c1', 1, 'scale 50, 1 thread'),
      entryOf('c4', 4, 'scale 50, 4 threads'),
      entryOf('c16', 16, 'scale 50, 4 threads'),
      entryOf('c16j1', 16, 'scale 50, 1 thread'),
    ];
    expect(slugsOf(groups)).toEqual([
      ['c16j1', 'scale 50, 1 thread', ['c1', 'c16j1']],
      ['c16', 'scale 50, 4 threads', ['c1', 'c4', 'c16']],
    ]);
    expect(sweepGroupOf(sweepGroups(groups), 'c1')?.slug).toBe('c16');
    expect(sweepGroupOf(sweepGroups(groups), 'c16j1')?.slug).toBe('c16j1');
    expect(sweepGroupOf(sweepGroups(groups), 'gone')).toBeUndefined();
  });

  it('puts runs with one thread per client into one group, as -j 16 gives them', () => {
    expect(
      slugsOf([entryOf('c1', 1, 'scale 50, 1 thread'), entryOf('c16', 16, 'scale 50, 16 threads')]),
    ).toEqual([['c16', 'scale 50, 16 threads', ['c1', 'c16']]]);
  });
});
