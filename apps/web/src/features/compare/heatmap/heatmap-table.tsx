import { MISSING } from '@basecase/analysis';
import {
  type CompareState,
  cellText,
  columnShown,
  type GroupModel,
  type HeatmapModel,
  isBase,
  mainBand,
  metricLabel,
  type OpenCell,
  type RowModel,
  rowSummaryCosts,
  SPARK_HEIGHT,
} from '@basecase/views/compare';
import { escapeHtml, lazy } from '@basecase/views/text';
import { emphasisOf } from '@basecase/views/verdict';
import { memo, useDeferredValue, useMemo } from 'react';
import { type DrawnCell, nameCell } from '../../../ui/grid/draw-row';
import { GridGroups, GridRow } from '../../../ui/grid/grid-row';
import { NEAR_ROWS, type Near, type VisibleRange } from '../../../ui/grid/visible-range';
import { useComparePage } from '../use-compare-state';
import { HeatmapHead, nameParts } from './heatmap-head';

/** What the cells of a row depend on besides the row itself. */
export interface RowMarks {
  /** Bases: they stick, so they are in sight wherever they are. */
  bases: readonly number[];
  /** Column whose panel is open. */
  open: number | null;
  /** Slug of the column that the name of the test opens. */
  judged: string;
  /** Whether the row summary is next to the ratios. */
  hasSummary: boolean;
}

/** A box that the browser lays out without the table: a new text in it moves nothing else, see heatmap.css. */
const BOX: NonNullable<DrawnCell['holder']> = { tag: 'span', attributes: {} };

/** The cells of a test: its name, the columns, the row summary. */
export function rowCells(row: RowModel, { bases, open, judged, hasSummary }: RowMarks): DrawnCell[] {
  const value = cellText({ test: row.key, column: judged });
  const cells = row.cells.map((cell, column): DrawnCell => {
    const { text, className } = cell;
    const word = wordOf(className);
    if (column === open)
      return { text, className: `${className} selected`, word, holder: BOX, isPinned: true };
    return { text, className, word, holder: BOX, isPinned: bases.includes(column) };
  });
  const opens = { type: 'submit', form: 'view', name: 'cell', value };
  return [
    nameCell(row, { tag: 'button', attributes: opens }),
    ...cells,
    ...(hasSummary ? readingCells(row) : []),
  ];
}

/** By the fill, which follows `c `, without its strength; `sm`: a small one. See heatmap-verdicts.css. */
const WORDS: Readonly<Record<string, string>> = {
  r: 'wr',
  'r sm': 'wrs',
  b: 'wb',
  'b sm': 'wbs',
  pr: 'wpr',
  pb: 'wpb',
  un: 'wu',
  uc: 'wu',
};

/** Class of what a screen reader says of the fill and of the step of a cell. */
function wordOf(className: string): string {
  const fill = className.slice(2, 4);
  const isLevel = fill[1] !== undefined && fill[1] >= '1' && fill[1] <= '5';
  const size = className.startsWith(' sm', 4) ? ' sm' : '';
  const word = WORDS[isLevel ? `${fill[0]}${size}` : fill] ?? '';
  if (!className.includes(' step')) return word;
  return word === '' ? 'ws' : `${word} ws`;
}

/** Since when, and why. */
function readingCells({ firstBad, record, largestStep, spark, costs, explained }: RowModel): DrawnCell[] {
  return [
    {
      className: 'why first',
      html: `${firstBad ? `<strong>${escapeHtml(firstBad)}</strong>` : '<span class="dim">none</span>'}${
        record
          ? ` <a class="dim" href="${escapeHtml(record.href)}" title="${escapeHtml(record.title)}">${escapeHtml(record.text)}</a>`
          : ''
      }`,
    },
    {
      className: 'why stepcol',
      html: largestStep
        ? `<span class="dim">${escapeHtml(largestStep.version)}</span> <span class="bad arrow dn">${escapeHtml(largestStep.text)}</span>`
        : '<span class="dim">–</span>',
    },
    {
      className: 'why spark',
      html: spark
        ? `<svg viewBox="0 0 ${spark.width} ${SPARK_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path d="${escapeHtml(spark.path)}"></path></svg>`
        : '',
    },
    ...costs.map(({ text, level }) => ({
      className: 'why',
      html: `<span class="${level === MISSING ? 'dim' : (emphasisOf(level) ?? '')}">${escapeHtml(text)}</span>`,
    })),
    { className: 'why explanation', html: costs.length > 0 ? escapeHtml(explained) : '' },
  ];
}

interface GroupMeansProps {
  group: GroupModel;
  model: HeatmapModel;
  visible: VisibleRange;
  shown: number;
  /** Number of columns of the row summary. */
  span: number;
}

/** What sums up the tests of a group: the mean of each column, and how many are slower. */
function GroupMeans({ group, model, visible, shown, span }: GroupMeansProps) {
  const { selection } = model;
  const counts = useMemo(() => <GroupCounts group={group} model={model} span={span} />, [group, model, span]);
  // The state before the last change is shown in rows out of sight until there is time to draw them.
  const late = useDeferredValue(group);
  const lateCounts = useDeferredValue(counts);
  return (
    <>
      {group.means.map((mean, column) => {
        const isOwnBase = isBase(selection, column);
        const { text, level } =
          isOwnBase || visible.hasCell(column + 1) ? mean : (late.means[column] ?? mean);
        return (
          <Mean
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
            key={column}
            text={isOwnBase ? 'geo mean' : text}
            emphasis={isOwnBase ? undefined : emphasisOf(level)}
            className={`group-mean${isOwnBase ? ' base' : ''}${column === shown ? ' show' : ''}`}
          />
        );
      })}
      {visible.hasCell(selection.columns.length + 1) ? counts : lateCounts}
    </>
  );
}

/** Number of slower tests in a group, next to the heatmap of one product. */
function GroupCounts({ group, model, span }: Pick<GroupMeansProps, 'group' | 'model' | 'span'>) {
  const { selection, hasSummary, isCost } = model;
  const { frozen } = useComparePage();
  if (!hasSummary) return null;
  const judged = mainBand(selection);
  // Frozen views have always counted all tests, and keep their words.
  const [stopped, tests] = frozen ? [0, group.rows.length] : [group.stopped, group.tests];
  const worse = selection.metric === 'throughput' ? 'slower' : 'worse';
  return (
    <td className="why first group-summary" colSpan={span}>
      {stopped > 0 && <span className="bad">{stopped} stopped, </span>}
      <span className={group.slower > 0 ? `bad arrow ${isCost ? 'up' : 'dn'}` : ''}>
        {group.slower} of {tests} {worse}
      </span>
      {group.possibly}{' '}
      <span className="dim">
        in {judged.names[judged.judged]?.short}
        {group.span ? `, ${group.span}` : ''}
      </span>
    </td>
  );
}

interface MeanProps {
  text: string;
  emphasis: string | undefined;
  className: string;
}

/** In a separate box, like a ratio. */
const Mean = memo(function Mean({ text, emphasis, className }: MeanProps) {
  return (
    <td className={emphasis ? `${className} ${emphasis}` : className}>
      <span>{text}</span>
    </td>
  );
});

interface HeatmapRowProps extends RowMarks {
  row: RowModel;
  visible: VisibleRange;
  near: Near;
}

/** One test. */
const HeatmapRow = memo(function HeatmapRow({
  row,
  visible,
  near,
  bases,
  open,
  judged,
  hasSummary,
}: HeatmapRowProps) {
  const cells = useMemo(
    () => lazy(() => rowCells(row, { bases, open, judged, hasSummary })),
    [row, bases, open, judged, hasSummary],
  );
  return (
    <GridRow
      data-row={row.row}
      className={open === null ? undefined : 'is-open'}
      cells={cells}
      visible={visible}
      near={near}
    />
  );
});

interface Props {
  model: HeatmapModel;
  visible: VisibleRange;
  show: CompareState['show'];
  /** Only tests with a change are shown. */
  only: boolean;
  /** The cell whose panel is open, in rows of the data and chosen columns. */
  open: OpenCell | null;
}

/** Columns of the row summary other than the costs: first bad, largest step, spark, explained by. */
const SUMMARY_COLUMNS = 4;

/** More columns than this leave no room for the sparkline on usual screens, and are narrower. */
const FEW_COLUMNS = 5;
const SOME_COLUMNS = 9;

/** How much room the columns leave. */
function roomOf({ selection }: HeatmapModel): 'few' | 'some' | 'many' {
  const { length } = selection.columns;
  if (length <= FEW_COLUMNS) return 'few';
  return length <= SOME_COLUMNS ? 'some' : 'many';
}

/** Lines of a head, and the width of a letter and of the marks next to them, in rem. */
const HEAD_LINES = 2.5;
const LETTER = 0.5;
const PADDING = 1;
/** All columns are as wide as one, so that of very long names the head takes more lines. */
const WIDEST = 6.4;

/** What the longest name needs, over a few lines: one odd name must not make the head as high as the table. */
function nameWidth({ selection }: HeatmapModel): string {
  const names = selection.names.flatMap(({ version, detail }) => [version, detail]);
  const longest = Math.max(0, ...names.map((name) => Math.ceil(name.length / HEAD_LINES)));
  const part = Math.max(0, ...names.flatMap(nameParts).map((each) => each.length));
  const needed = Math.max(longest, part) * LETTER + PADDING;
  return `${Math.min(WIDEST, needed).toFixed(2)}rem`;
}

/** What rows hold back for the first paint; in a browser none is drawn for it. */
function nearOf(groups: HeatmapModel['groups']): (row: RowModel) => Near {
  if (typeof window !== 'undefined') return () => '';
  const rows = groups.flatMap((group) => [null, ...(group.open ? group.rows : [])]);
  const below = new Set(rows.slice(NEAR_ROWS.rows));
  return (row) => (below.has(row) ? 'below' : '');
}

/** The table alone; everything that happens in it is handled on the box around it, see use-heatmap-grid.ts. */
export const HeatmapTable = memo(function HeatmapTable({ model, visible, show, only, open }: Props) {
  const { selection, groups, hasSummary } = model;
  const judged = mainBand(selection);
  const shown = columnShown(selection, show);
  const names = selection.names;
  const near = nearOf(groups);
  const summaryColumns = hasSummary ? SUMMARY_COLUMNS + rowSummaryCosts(judged).length : 0;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={selection.source.join()}
      className={['heat', roomOf(model), ...(hasSummary ? [] : ['no-summary'])].join(' ')}
      style={{ '--n': selection.columns.length, '--name': nameWidth(model) } as React.CSSProperties}
    >
      <caption className="sr-only">
        Relative {metricLabel(selection.data, selection.metric)} on {selection.data.server.name}, base{' '}
        {selection.bases.map((base) => names[base]?.short).join(', ')}. Rows are tests in groups, columns are
        versions. Use the arrow keys to move, Enter to open the details.
      </caption>
      <HeatmapHead model={model} shown={shown} openColumn={open?.column ?? null} />
      <GridGroups
        groups={groups}
        summary={(group) => (
          <GroupMeans group={group} model={model} visible={visible} shown={shown} span={summaryColumns} />
        )}
        row={(row, index) => (
          <HeatmapRow
            // After sorting, rows stay and show other tests: if they moved, a browser would lay out all of their cells.
            key={selection.sort ? index : row.key}
            row={row}
            visible={visible}
            near={near(row)}
            bases={selection.bases}
            hasSummary={hasSummary}
            open={open?.row === row.row ? open.column : null}
            judged={judged.columns[judged.judged]?.slug ?? ''}
          />
        )}
        empty={
          only
            ? 'No test that matches has changed. Show all tests, or remove a word from the filter.'
            : 'No test matches. Remove a word from the filter, or clear it with Esc.'
        }
        columns={selection.columns.length + 1 + summaryColumns}
      />
    </table>
  );
});
