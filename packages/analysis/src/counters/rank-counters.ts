import { costOverBase } from '../ratio/ratio';
import type { CounterChange } from './counter-changes';

/** Counters of one test of one version, and what they are divided by. */
export interface CounterSet {
  /** Operations of the test: throughput × measured time. Above 0. */
  operations: number;
  counters: readonly CounterChange[];
}

/** One counter at the base and at the version. */
export interface RankedCounter extends Omit<CounterChange, 'change'> {
  /** Per operation; null: that server has no such counter, or it was reset. */
  base: number | null;
  own: number | null;
  /** own / base; null when one is missing or both are 0, Infinity from 0. */
  ratio: number | null;
  /** |ln| of the ratio, with what is next to nothing taken as nothing: what the order follows. */
  moved: number;
}

/**
 * Least that a counter must count per operation before its ratio says something, by what it counts. An event
 * in two thousand operations, a byte and a tenth of a microsecond do not make an operation slower.
 */
const FLOORS = { events: 5e-4, bytes: 1, milliseconds: 1e-4 };
/** Fewer events than these differ by more than 10% by chance alone: 1/√100. */
const MIN_EVENTS = 100;

/**
 * Counters of both, by how far they moved per operation, the farthest first; equal ones by name. A floor is added to both
 * values before they are compared, so that ratios of nearly nothing come last.
 */
export function rankCounters(base: CounterSet, own: CounterSet): RankedCounter[] {
  const rows = new Map<string, RankedCounter>();
  const add = (set: CounterSet, side: 'base' | 'own') => {
    for (const { view, group, name, change } of set.counters) {
      const key = JSON.stringify([view, group, name]);
      const row = rows.get(key) ?? { view, group, name, base: null, own: null, ratio: null, moved: 0 };
      row[side] = change / set.operations;
      rows.set(key, row);
    }
  };
  add(base, 'base');
  add(own, 'own');
  const rarest = MIN_EVENTS / Math.min(base.operations, own.operations);
  for (const row of rows.values()) {
    if (row.base === null || row.own === null) continue;
    const unit = counterUnit(row.name);
    const floor = unit === 'events' ? Math.max(FLOORS.events, rarest) : FLOORS[unit];
    row.ratio = ratioOf(row.own, row.base);
    row.moved = Math.abs(Math.log((row.own + floor) / (row.base + floor)));
  }
  return [...rows.values()].sort((a, b) => b.moved - a.moved || compareNames(a, b));
}

/** What a counter counts, by its name: the views do not say. */
export function counterUnit(name: string): keyof typeof FLOORS {
  if (/bytes|_os_log_written$|^Innodb_data_(?:read|written)$/i.test(name)) return 'bytes';
  // `vacuum_count` and `Innodb_row_lock_time_avg` are none.
  if (/(?:^|_)time$|_time_ms$/i.test(name)) return 'milliseconds';
  return 'events';
}

function ratioOf(own: number, base: number): number | null {
  return own === 0 && base === 0 ? null : costOverBase(own, base);
}

function compareNames(a: RankedCounter, b: RankedCounter): number {
  return compare(a.name, b.name) || compare(a.view, b.view) || compare(a.group ?? '', b.group ?? '');
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
