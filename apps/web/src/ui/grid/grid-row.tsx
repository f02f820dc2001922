import {
  type HTMLAttributes,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { drawRow, type LinkLabel, labelLinks, type RowCell, rowHtml } from './draw-row';
import { LABELS, NEAR, type Near, type VisibleRange } from './visible-range';

interface Props extends HTMLAttributes<HTMLTableRowElement> {
  /** The name of the row, then its cells. Asked for when they are drawn; another function is another content. */
  cells: () => readonly RowCell[];
  visible: VisibleRange;
  /** What it holds back as the server draws it. */
  near?: Near;
  /** The links of the row, and what they say; without it the row has none. */
  links?: { selector: string; labels: () => readonly LinkLabel[] };
}

/**
 * A row of a grid. Its content is HTML text that React never looks into; changes are written to the elements, those in
 * sight first. A row keeps its number of cells: a table with other columns is another table.
 */
export function GridRow({ cells, visible, near = '', links, ...attributes }: Props) {
  const element = useRef<HTMLTableRowElement>(null);
  const isFromServer = useIsFromServer();
  // The server's markup is kept: making the same text again would take longer than all the rest.
  const [html] = useState(() => ({ __html: isFromServer ? '' : rowHtml(cells()) }));
  const [first] = useState(() => cells);
  // The mark of a row that the server drew is not known here, and stays all the same.
  const [isNear] = useState(() => typeof window === 'undefined' || (!isFromServer && visible.canHoldBack()));
  const drawn = useRef<readonly RowCell[]>(null);

  useLayoutEffect(() => (element.current ? visible.watch(element.current) : undefined), [visible]);

  // Before the browser paints, as React itself would have written.
  useLayoutEffect(() => {
    const tr = element.current;
    if (!tr) return;
    const label = () => {
      if (links) labelLinks(tr.querySelectorAll<HTMLElement>(links.selector), links.labels());
    };
    if (cells === first && drawn.current === null) {
      visible.later(tr, label);
      return;
    }
    visible.draw(tr, (isWanted) => {
      drawn.current = drawRow(tr, { from: drawn.current ?? first(), to: cells(), isWanted });
      if (isWanted(LABELS)) label();
    });
  }, [cells, visible, links, first]);

  return (
    <tr
      ref={element}
      {...attributes}
      {...(isNear && { [NEAR]: near })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped, see draw-row.ts.
      dangerouslySetInnerHTML={html}
    />
  );
}

const NEVER = () => () => {};

/** True while the browser takes over what the server drew. */
function useIsFromServer(): boolean {
  const isFromServer = useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
  return isFromServer && typeof window !== 'undefined';
}

interface Group {
  id: string;
  label: string;
  open: boolean;
  rows: readonly unknown[];
}

interface GridGroupsProps<G extends Group> {
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
export function GridGroups<G extends Group>({ groups, summary, row, empty, columns }: GridGroupsProps<G>) {
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
