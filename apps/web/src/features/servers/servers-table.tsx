import { isChange, type Level, verdictName } from '@basecase/analysis';
import {
  AXIS_WIDTH,
  type Axis,
  type AxisMark,
  columnsOf,
  type GroupModel,
  type RatioCell,
  type RowModel,
  type ServerShape,
  type ServersModel,
  shapeOf,
  versionLabel,
} from '@basecase/views/servers';
import { escapeHtml, lazy } from '@basecase/views/text';
import { emphasisOf, levelWord } from '@basecase/views/verdict';
import { Fragment, memo, useDeferredValue, useMemo } from 'react';
import { contentHtml, type DrawnCell, type LinkLabel, nameCell, type RowCell } from '../../ui/grid/draw-row';
import { GridGroups, GridRow } from '../../ui/grid/grid-row';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { Marker } from '../../ui/table/marker';
import { ServersHead } from './servers-head';

/** Height of the drawing of the ratios, in its own units. */
const MARKS_HEIGHT = 16;
/** Ids of what is drawn in every row and defined once, in the head. */
const TICKS_ID = 'ax';
const shapeId = (shape: number) => `ax${shape}`;

/** The cells of a test: its name, each server's, then all servers on one axis and in words. */
export function rowCells(row: RowModel, model: ServersModel): RowCell[] {
  const { selection } = model;
  const servers = selection.servers.flatMap((server, index): RowCell[] => {
    const own = row.servers[index];
    const { hasAbsolute, hasCosts } = shapeOf(server, model);
    if (!own) return [];
    return [
      ...(hasAbsolute ? [{ className: 'num mid m gap', text: own.absolute }] : []),
      ...own.ratios.map((ratio, key) =>
        lazy(() => {
          const cell = ratio();
          // On the cell and not on the table: a class of the table restyles all cells, in sight or not.
          const cost = model.isCost && isChange(cell.level) ? ' cost' : '';
          return ratioCell(
            cell,
            `${cost}${key === 0 && !hasAbsolute ? ' gap' : ''}${key === selection.judged ? '' : ' m'}`,
          );
        }),
      ),
      ...(hasCosts
        ? [
            { className: 'num mid m', text: own.costs[0] },
            { className: 'num', text: own.costs[1] },
          ]
        : []),
    ];
  });
  return [
    nameCell(row),
    ...servers,
    { className: 'gap m', html: marksHtml(row.marks) },
    { className: 'servers-summary', html: summaryHtml(row) },
  ];
}

/** Label of each link of a row for screen readers, in the order of its cells. */
export function rowLabels(row: RowModel, model: ServersModel): LinkLabel[] {
  const { selection } = model;
  const test = [row.name, row.note].filter(Boolean).join(' ');
  return selection.servers.flatMap((server, index) =>
    (row.servers[index]?.ratios ?? []).flatMap((ratio, key) => {
      const { href, text, verdict, level, reason } = ratio();
      if (href === null) return [];
      const name = verdict ? verdictName(verdict) : '';
      const word = name ? `, ${name}` : levelWord(level);
      return [
        {
          label: `${test}, ${versionLabel(selection, server, key)} on ${server.label}: ${text}${word}`,
          title: reason || name,
        },
      ];
    }),
  );
}

function ratioCell({ className, href, text, reason }: RatioCell, classes: string): DrawnCell {
  const why = reason ? `<span class="sr-only"> ${escapeHtml(reason)}</span>` : '';
  if (href === null) {
    const title = reason ? ` title="${escapeHtml(reason)}"` : '';
    return {
      className: `c ratio-cell ${className}${classes}`,
      html: `<span${title}>${escapeHtml(text)}</span>${why}`,
    };
  }
  const link: DrawnCell = {
    className: `c ${className}${classes}`,
    text,
    holder: { tag: 'a', attributes: { href } },
  };
  return why ? { className: link.className, html: contentHtml(link) + why } : link;
}

/** The ratios of one test on all servers; hidden from screen readers, which read the numbers in the cells. */
function marksHtml(marks: readonly AxisMark[]): string {
  const middle = MARKS_HEIGHT / 2;
  const xs = marks.map(({ x }) => x);
  const line =
    xs.length > 1
      ? `<path d="M${Math.min(...xs)} ${middle}H${Math.max(...xs)}" stroke="var(--series-2)"></path>`
      : '';
  const shapes = marks.map(
    ({ shape, x, isBeyond }) =>
      `<use href="#${shapeId(shape)}" x="${x}" y="${middle}"${isBeyond ? ' opacity="0.5"' : ''}></use>`,
  );
  return `<svg class="axis" width="${AXIS_WIDTH}" height="${MARKS_HEIGHT}" aria-hidden="true"><use href="#${TICKS_ID}"></use>${line}${shapes.join('')}</svg>`;
}

/** Patterns in which servers surely changed; their word is bold. */
const STRONG: readonly string[] = ['same', 'only', 'opposite'];

function summaryHtml({ summary: { pattern, word, detail } }: RowModel): string {
  const text = escapeHtml(word);
  const rest = detail === '' ? '' : `<span class="dim rest">; ${escapeHtml(detail)}</span>`;
  const dim = pattern === 'none' || pattern === 'not measured' ? `<span class="dim">${text}</span>` : text;
  return `${STRONG.includes(pattern) ? `<strong>${text}</strong>` : dim}${rest}`;
}

/** What the arrow keys move between. */
export const LINKS = 'td.c a';

interface LINKSProps {
  row: RowModel;
  model: ServersModel;
  visible: VisibleRange;
}

/** One test. */
const TestRow = memo(function TestRow({ row, model, visible }: LINKSProps) {
  const cells = useMemo(() => lazy(() => rowCells(row, model)), [row, model]);
  const links = useMemo(() => ({ selector: LINKS, labels: () => rowLabels(row, model) }), [row, model]);
  return <GridRow data-test={row.key} cells={cells} visible={visible} links={links} />;
});

interface Props {
  model: ServersModel;
  visible: VisibleRange;
}

/** Tests in groups, one part of columns for each server, then all servers on one axis and in words. */
export const ServersTable = memo(function ServersTable({ model, visible }: Props) {
  const { selection, groups } = model;
  const shapes = selection.servers.map((server) => shapeOf(server, model));
  const width = 1 + shapes.reduce((sum, shape) => sum + columnsOf(shape, selection.keys.length), 0) + 2;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={shapes.map((shape) => columnsOf(shape, selection.keys.length)).join()}
      className="servers-grid"
    >
      <caption className="sr-only">
        Ratios of {selection.data.product} versions to their base on each server, test by test. A cell opens
        the heatmap of its server.
      </caption>
      <ServersHead
        model={model}
        shapes={shapes}
        axis={<AxisHead axis={model.axis} servers={selection.servers.length} />}
      />
      <GridGroups
        groups={groups}
        summary={(group) => <GroupMeans group={group} model={model} shapes={shapes} visible={visible} />}
        row={(row) => <TestRow key={row.key} row={row} model={model} visible={visible} />}
        empty="No test matches. Remove a word from the filter, clear it with Esc, or show all tests again."
        columns={width}
      />
    </table>
  );
});

interface MeansProps {
  group: GroupModel;
  model: ServersModel;
  shapes: ServerShape[];
  visible: VisibleRange;
}

/** What sums up the tests of a group: the means of each server, and what they say together. */
function GroupMeans({ group, model: { selection }, shapes, visible }: MeansProps) {
  // The previous group: drawn out of sight until there is time.
  const late = useDeferredValue(group);
  let before = 1;
  return (
    <>
      {group.means.map((means, server) => {
        const { hasAbsolute, hasCosts } = shapes[server] ?? { hasAbsolute: true, hasCosts: true };
        const first = before + (hasAbsolute ? 1 : 0);
        before = first + means.length + (hasCosts ? 2 : 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is its place in the table.
          <Fragment key={server}>
            {hasAbsolute ? <td className="num dim m gap">geo mean</td> : null}
            {means.map((mean, key) => (
              <Mean
                // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place in the table.
                key={key}
                {...(visible.hasCell(first + key) ? mean : (late.means[server]?.[key] ?? mean))}
                className={`num${key === 0 && !hasAbsolute ? ' gap' : ''}${key === selection.judged ? '' : ' m'}`}
              />
            ))}
            {hasCosts ? (
              <>
                <td className="m" />
                <td />
              </>
            ) : null}
          </Fragment>
        );
      })}
      <td className="gap m" />
      <td className="servers-summary">{group.summary}</td>
    </>
  );
}

interface MeanProps {
  text: string;
  level: Level;
  className: string;
}

const Mean = memo(function Mean({ text, level, className }: MeanProps) {
  return (
    <td className={className}>
      <strong className={emphasisOf(level)}>
        {text}
        <span className="sr-only">{levelWord(level)}</span>
      </strong>
    </td>
  );
});

interface AxisHeadProps {
  axis: Axis;
  /** Each has a shape. */
  servers: number;
}

/** The scale over the marks of all rows, and what the rows draw theirs with. */
function AxisHead({ axis, servers }: AxisHeadProps) {
  return (
    <svg className="axis" width={AXIS_WIDTH} height="12" aria-hidden="true">
      <defs>
        <g id={TICKS_ID}>
          {axis.ticks.map(({ x, text, isOne }) => (
            <path
              key={text}
              d={isOne ? `M${x} 0V${MARKS_HEIGHT}` : `M${x} 5V11`}
              stroke={isOne ? 'var(--border-control)' : 'var(--border-strong)'}
            />
          ))}
        </g>
        {Array.from({ length: servers }, (_, shape) => (
          <g key={shapeId(shape)} id={shapeId(shape)}>
            <Marker shape={shape} />
          </g>
        ))}
      </defs>
      {axis.ticks.map(({ x, text, isOne }) => (
        <text key={text} x={x} y="10" textAnchor="middle" className={isOne ? 'highlighted' : undefined}>
          {text}
        </text>
      ))}
    </svg>
  );
}
