import type { Fact } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { sumChanges } from './counter-changes';
import { type CounterSet, counterUnit, rankCounters } from './rank-counters';

const fact = (name: string, number: number | null, group: string | null = null): Fact => ({
  group,
  name,
  value: `${number}`,
  number,
  unit: null,
  line: 1,
});

describe('sumChanges', () => {
  it('adds up tables of one kind, and keeps other kinds and catalogs apart', () => {
    const changes = [
      fact('n_tup_upd', 10, 'sbtest1'),
      fact('n_tup_upd', 12, 'sbtest2'),
      fact('n_tup_upd', 1, 'history'),
      fact('n_tup_upd', 3, 'pg_catalog pg_class'),
      fact('n_tup_upd', 4, 'pg_catalog pg_index'),
    ];
    expect(sumChanges('pg_stat_all_tables', changes).map(({ group, change }) => [group, change])).toEqual([
      ['sbtest#', 22],
      ['history', 1],
      ['catalogs', 7],
    ]);
  });

  it('adds up databases, and keeps what pg_stat_io tells apart', () => {
    expect(
      sumChanges('pg_stat_database', [fact('blks_read', 5, 'ib'), fact('blks_read', 1, 'postgres')]),
    ).toEqual([{ view: 'pg_stat_database', group: null, name: 'blks_read', change: 6 }]);
    expect(
      sumChanges('pg_stat_io', [
        fact('reads', 5, 'client backend relation normal'),
        fact('reads', 1, 'autovacuum worker relation vacuum'),
      ]),
    ).toHaveLength(2);
  });

  it('leaves out everything but counters: ids, states, sizes, text, and ratios of the parser', () => {
    const none = [
      fact('relid', 5),
      fact('n_live_tup', 5),
      fact('Threads_running', 5),
      fact('Innodb_page_size', 5),
      fact('Uptime', 5),
      fact('stats_reset', null),
      fact('fsyncs_per_write', 5, 'computed'),
    ];
    expect(sumChanges('SHOW GLOBAL STATUS', none)).toEqual([]);
  });
});

describe('rankCounters', () => {
  const set = (counters: Record<string, number>, operations = 1e6): CounterSet => ({
    operations,
    counters: Object.entries(counters).map(([name, change]) => ({ view: 'v', group: null, name, change })),
  });
  const names = (base: CounterSet, own: CounterSet) => rankCounters(base, own).map(({ name }) => name);

  it('divides by the operations of each side, and puts the farthest first, up or down', () => {
    const ranked = rankCounters(set({ a: 1e6, b: 1e6, c: 1e6 }), set({ a: 4e6, b: 5e5, c: 2.2e6 }, 2e6));
    expect(ranked.map(({ name, base, own, ratio }) => [name, base, own, ratio])).toEqual([
      ['b', 1, 0.25, 0.25],
      ['a', 1, 2, 2],
      ['c', 1, 1.1, 1.1],
    ]);
  });

  it('puts ratios of nearly nothing last', () => {
    // Three events against thirty of a million operations; 0.3 bytes of an operation against 0.9.
    const base = set({ rare: 3, few_bytes: 3e5, common: 1e6 });
    const own = set({ rare: 30, few_bytes: 9e5, common: 1.6e6 });
    expect(names(base, own)).toEqual(['common', 'few_bytes', 'rare']);
  });

  it('gives no ratio to what only one server counts, and Infinity from none', () => {
    const ranked = rankCounters(
      set({ gone: 1e6, zero: 0, still: 0 }),
      set({ fresh: 1e6, zero: 1e6, still: 0 }),
    );
    expect(Object.fromEntries(ranked.map(({ name, base, ratio }) => [name, [base, ratio]]))).toEqual({
      zero: [0, Number.POSITIVE_INFINITY],
      fresh: [null, null],
      gone: [1, null],
      still: [0, null],
    });
    expect(ranked[0]?.name).toBe('zero');
  });

  // Ratios of reads, KB read and KB written per operation as the report of 2026-01-14 printed them for update-zipf,
  // 18.1 against 15.15; among 400 counters that moved by 2% at most and some that hardly count.
  it('finds what a report named among the first ten of hundreds', () => {
    const operations = { base: 41_531 * 900, own: 29_289 * 900 };
    const named: Record<string, [base: number, own: number]> = {
      blks_read: [0.716, 0.838],
      wal_fpi: [0.9, 1.38],
      wal_bytes: [7200, 11_050],
      buffers_checkpoint: [0.8, 1.25],
      n_dead_tup: [0.21, 0.34],
    };
    const base: Record<string, number> = {};
    const own: Record<string, number> = {};
    for (let index = 0; index < 400; index += 1) {
      base[`steady_${index}`] = operations.base * (1 + index);
      own[`steady_${index}`] = operations.own * (1 + index) * (1 + ((index % 5) - 2) / 100);
    }
    for (let index = 0; index < 30; index += 1) {
      base[`rare_${index}`] = 1;
      own[`rare_${index}`] = 1 + index;
    }
    for (const [name, [before, after]] of Object.entries(named)) {
      base[name] = before * operations.base;
      own[name] = after * operations.own;
    }
    const first = names(set(base, operations.base), set(own, operations.own)).slice(0, 10);
    expect(first).toEqual(expect.arrayContaining(Object.keys(named)));
  });
});

describe('counterUnit', () => {
  it.each([
    ['wal_bytes', 'bytes'],
    ['Bytes_sent', 'bytes'],
    ['Innodb_os_log_written', 'bytes'],
    ['checkpoint_write_time', 'milliseconds'],
    ['Innodb_log_writes', 'events'],
    ['wal_write', 'events'],
  ])('%s counts %s', (name, unit) => {
    expect(counterUnit(name)).toBe(unit);
  });
});
