import { shownUnit } from '@basecase/analysis';
import { METRICS } from '@basecase/ingest/model';
import {
  badRunsText,
  type HeatmapSelection,
  metricLabel,
  rowSummaryCosts,
  verdictsOf,
} from '@basecase/views/compare';
import { shiftText } from '@basecase/views/verdict';
import { memo } from 'react';

interface Props {
  selection: HeatmapSelection;
  shown: number;
  openColumn: number | null;
}

/** Column widths and both head rows. A column head is a button that makes its column the base. */
export function HeatmapHead({ selection, shown, openColumn }: Props) {
  const { columns, names } = selection;
  const judged = names[selection.judged]?.short ?? '';
  const costs = rowSummaryCosts(selection);
  const verdicts = verdictsOf(selection);
  const shiftOf = (index: number) => verdicts?.columns[index]?.shift ?? null;
  return (
    <>
      <colgroup>
        <col className="t" />
        {columns.map(({ slug }) => (
          <col key={slug} className="c" />
        ))}
        <col className="why first" />
        <col className="why stepcol" />
        <col className="why spark" />
        {costs.map((metric) => (
          <col key={metric} className="why" />
        ))}
        <col className="why explanation" />
      </colgroup>
      <thead>
        <tr>
          <td className="t" />
          <th scope="colgroup" colSpan={columns.length}>
            <span>{headline(selection)}</span>
          </th>
          <th className="why first plain" scope="colgroup" colSpan={2}>
            Slower since
          </th>
          <td className="why spark" />
          {costs.length > 0 ? (
            <th className="why plain left" scope="colgroup" colSpan={costs.length + 1}>
              Cost per operation, {judged} / base
            </th>
          ) : (
            <td className="why explanation" />
          )}
        </tr>
        <tr>
          <th className="t" scope="col">
            Test
          </th>
          {columns.map((column, index) => (
            <ColumnHead
              key={column.slug}
              slug={column.slug}
              version={names[index]?.version ?? ''}
              detail={detailOf(selection, index)}
              title={describe(column, { isBase: index === selection.base, shift: shiftOf(index) })}
              sort={sortWord(selection, index)}
              className={headClass(selection, {
                index,
                shown,
                openColumn,
                hasMoved: shiftOf(index) !== null,
              })}
            />
          ))}
          <th className="why first plain" scope="col">
            First bad
          </th>
          <th className="why stepcol plain" scope="col">
            Largest step
          </th>
          <th className="why spark plain" scope="col">
            {metricLabel(selection.data, 'throughput')} by version
          </th>
          {costs.map((metric) => (
            <th key={metric} className="why plain" scope="col">
              {METRICS[metric].label}
            </th>
          ))}
          {costs.length > 0 ? (
            <th className="why explanation plain" scope="col">
              Explained by
            </th>
          ) : (
            <td className="why explanation" />
          )}
        </tr>
      </thead>
    </>
  );
}

interface ColumnProps {
  slug: string;
  version: string;
  detail: string;
  title: string;
  sort: 'ascending' | 'descending' | undefined;
  className: string;
}

/** Of 60 heads two change with the base. */
const ColumnHead = memo(function ColumnHead({ slug, version, detail, title, sort, className }: ColumnProps) {
  return (
    <th scope="col" aria-sort={sort} className={className}>
      <button type="submit" form="view" name="base" value={slug} className="column-button" title={title}>
        <b>{version}</b>
        <span>{detail}</span>
      </button>
    </th>
  );
});

/** Fewer columns than this leave no room for the whole line. */
const ROOM_FOR_HEADLINE = 6;

function headline(selection: HeatmapSelection): string {
  const label = metricLabel(selection.data, selection.metric);
  if (selection.columns.length < ROOM_FOR_HEADLINE) return `Relative ${label}`;
  const published = selection.data.workload.relativeTo;
  if (published && selection.metric === 'throughput')
    return `Relative ${label}, version / base; as published, ratios only`;
  const absolute =
    selection.metric === 'throughput' ? selection.data.rows[0]?.unit : shownUnit(selection.metric);
  return `Relative ${label}, version / base; the base column is ${absolute}`;
}

function sortWord({ sort }: HeatmapSelection, index: number): 'ascending' | 'descending' | undefined {
  if (sort?.column !== index) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

/** What stands under the version. A bad run says so before anything else. */
function detailOf({ columns, names, base }: HeatmapSelection, index: number): string {
  if (columns[index]?.badRuns) return 'bad run';
  return index === base ? 'base' : names[index]?.detail || '\u00a0';
}

function headClass(
  selection: HeatmapSelection,
  at: { index: number; shown: number; openColumn: number | null; hasMoved: boolean },
): string {
  const classes = ['column-head'];
  if (at.index === selection.base) classes.push('is-base');
  if (at.index === at.shown) classes.push('show');
  if (at.index === at.openColumn) classes.push('is-open');
  if (at.hasMoved) classes.push('moved');
  return classes.join(' ');
}

function describe(
  column: HeatmapSelection['columns'][number],
  { isBase, shift }: { isBase: boolean; shift: number | null },
): string {
  const { product, version, flavour, config, label } = column;
  const bad = badRunsText(column);
  const build = flavour ? `, build ${flavour}` : '';
  const named = config ? `, config ${config}` : '';
  const what = `${product} ${version}${build}${named} (${label})${bad ? `, ${bad}` : ''}`;
  if (isBase) return `${what}: the base`;
  return `Make the base: ${what}${shift === null ? '' : `; ${shiftText(shift)}`}`;
}
