import { type HTMLAttributes, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { drawRow, type LinkLabel, labelLinks } from './draw-row';
import { type RowCell, rowHtml } from './drawn-cell';
import { NEAR, type Near } from './near';
import { LABELS, type VisibleRange } from './visible-range';

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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped, see drawn-cell.ts.
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
