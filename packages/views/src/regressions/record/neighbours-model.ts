import type { NeighbourTest } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';

export interface NeighboursModel {
  /** Versions that are shown. */
  heads: string[];
  rows: NeighbourTest[];
  sentence: string;
}

const MOST_COLUMNS = 5;

/**
 * Other tests of the group at the same versions: from the first bad one on, and when there are many, the newest.
 *
 * @param versions names of the columns
 */
export function neighboursModel(
  neighbours: readonly NeighbourTest[],
  { firstBad, versions }: { firstBad: string; versions: ReadonlyMap<string, string> },
): NeighboursModel | null {
  const [first] = neighbours;
  if (!first || neighbours.every(({ isSelf }) => isSelf)) return null;
  const columns = first.cells.map(({ column }) => column);
  const from = Math.max(0, columns.indexOf(firstBad));
  const later = columns.slice(from);
  const shown =
    later.length <= MOST_COLUMNS ? later : [...later.slice(0, 2), ...later.slice(2 - MOST_COLUMNS)];
  const rows = neighbours.map((test) => ({
    ...test,
    cells: shown.flatMap((column) => test.cells.find((cell) => cell.column === column) ?? []),
  }));
  const others = neighbours.filter(({ isSelf }) => !isSelf);
  const moved = others.filter(({ slug }) => slug !== null).length;
  return {
    heads: shown.map((column) => versionLabel(versions.get(column) ?? column)),
    rows,
    sentence: `${moved} of ${others.length} others changed at the same version`,
  };
}
