import type { ReactNode } from 'react';

interface Group {
  id: string;
  label: string;
  open: boolean;
  rows: readonly unknown[];
}

interface Props<G extends Group> {
  groups: readonly G[];
  /** Cells next to the name of a group: they sum up its rows. */
  summary: (group: G) => ReactNode;
  /** A `tr` with a key; index: within its group. */
  row: (row: G['rows'][number], index: number) => ReactNode;
  /** Empty-state text across the columns of the table. */
  empty: string;
  columns: number;
}

/**
 * The body of a grid: rows in groups that fold. The button is part of the view's form, for browsers without scripts.
 */
export function GridGroups<G extends Group>({ groups, summary, row, empty, columns }: Props<G>) {
  if (groups.length === 0) {
    return (
      <tbody>
        <tr>
          <td className="empty" colSpan={columns}>
            <span>{empty}</span>
          </td>
        </tr>
      </tbody>
    );
  }
  return groups.map((group) => (
    <tbody key={group.id}>
      <tr className="g">
        <th className="t" scope="rowgroup">
          <button type="submit" form="view" name="fold" value={group.id} aria-expanded={group.open}>
            {group.label}
          </button>
        </th>
        {summary(group)}
      </tr>
      {group.open ? group.rows.map((each, index) => row(each, index)) : null}
    </tbody>
  ));
}

/** The folded groups after a click on the name of one. */
export function toggleFold(folded: readonly string[], group: string): string[] {
  return folded.includes(group) ? folded.filter((id) => id !== group) : [...folded, group];
}
