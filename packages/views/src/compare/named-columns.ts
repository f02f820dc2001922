import type { CompareState } from './compare-state';

/** Slugs of columns that a state names: as columns, bases, a cell or an order. They are in the view however old they are. */
export function namedColumns({ cols, base, cell, show, sort }: CompareState): string[] {
  const named = [...cols, ...base.split(','), cell?.column ?? '', show, sort.replace(/^-/, '')];
  return [...new Set(named.filter((slug) => slug !== ''))];
}
