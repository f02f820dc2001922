import { shownUnit } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import {
  type BandedSelection,
  badRunsText,
  type ConfigPairModel,
  configPairModel,
  type HeatmapModel,
  hasPartHeads,
  inBand,
  isBase,
  mainBand,
  metricLabel,
  rowSummaryCosts,
  type SeamModel,
  seamModels,
  summaryHeads,
  verdictsOf,
} from '@basecase/views/compare';
import { shiftText } from '@basecase/views/verdict';
import { Fragment, memo } from 'react';
import { SeamMark } from '../seams';

/** Fewer columns than this leave no room for the whole line. */
const ROOM_FOR_HEADLINE = 6;

/** The line above the column heads: the products if there are several, else the meaning of the numbers. */
function HeadBands({ selection }: { selection: BandedSelection }) {
  const { parts, columns } = selection;
  if (!hasPartHeads(selection)) {
    return (
      <>
        <td className="t" />
        <th scope="colgroup" colSpan={columns.length}>
          <span>{headline(selection)}</span>
        </th>
      </>
    );
  }
  return (
    <>
      <td className="t">Relative {metricLabel(selection.data, selection.metric)}</td>
      {parts.map(({ title, start, set, drawn }) => (
        <th
          key={title}
          scope="colgroup"
          colSpan={drawn.length}
          className={start > 0 ? 'product band' : 'product'}
        >
          <span>
            <b>{title}</b> {selection.pair ? '' : set.shared}
          </span>
        </th>
      ))}
    </>
  );
}

function headline(selection: BandedSelection): string {
  const { data, metric, columns } = selection;
  const label = metricLabel(data, metric);
  if (columns.length < ROOM_FOR_HEADLINE) return `Relative ${label}`;
  if (data.workload.relativeTo && metric === 'throughput')
    return `Relative ${label}, version / base; as published, ratios only`;
  const unit = metric === 'throughput' ? data.rows[0]?.unit : shownUnit(metric);
  return `Relative ${label}, version / base; the base column is ${unit}`;
}

interface Props {
  model: HeatmapModel;
  shown: number;
  openColumn: number | null;
}

/** Column widths and both head rows. A column head is a button that makes its column the base. */
export function HeatmapHead({ model, shown, openColumn }: Props) {
  const { selection, hasSummary } = model;
  const { columns, names } = selection;
  const pair = configPairModel(selection);
  const seams = seamModels(selection);
  const costs = hasSummary ? rowSummaryCosts(mainBand(selection)) : [];
  const summary = hasSummary ? summaryColumns(selection, costs) : [];
  return (
    <>
      <colgroup>
        <col className="t" />
        {columns.map(({ slug }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of two configs side by side a column stands twice.
          <col key={`${index} ${slug}`} className="c" />
        ))}
        {summary.map(({ className, head }) => (
          <col key={head} className={className} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeadBands selection={selection} />
          {hasSummary ? <SummaryBands selection={selection} costs={costs} /> : null}
        </tr>
        <tr>
          <th className="t" scope="col">
            Test
          </th>
          {columns.map((column, index) => (
            <ColumnHead
              // biome-ignore lint/suspicious/noArrayIndexKey: of two configs side by side a column stands twice.
              key={`${index} ${column.slug}`}
              slug={column.slug}
              version={pair?.heads[index % pair.heads.length]?.name ?? names[index]?.version ?? ''}
              detail={pair ? pairDetail(pair, selection, index) : detailOf(selection, index)}
              title={describe(column, { isBase: isBase(selection, index), shift: shiftOf(selection, index) })}
              sort={sortWord(selection, index)}
              seam={seams.find(({ columns: own }) => own.includes(index)) ?? null}
              className={headClass(selection, { index, shown, openColumn })}
            />
          ))}
          {summary.map(({ className, head, title }) =>
            head === '' ? (
              <td key={head} className={className} />
            ) : (
              <th key={head} className={`${className} plain`} scope="col" title={title}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
    </>
  );
}

interface SummaryProps {
  selection: BandedSelection;
  costs: readonly MetricId[];
}

function SummaryBands({ selection, costs }: SummaryProps) {
  const main = mainBand(selection);
  const { names, judged } = main;
  return (
    <>
      <th className="why first plain" scope="colgroup" colSpan={2}>
        {summaryHeads(main).since}
      </th>
      <td className="why spark" />
      {costs.length > 0 ? (
        <th className="why plain left" scope="colgroup" colSpan={costs.length + 1}>
          Cost per operation, {names[judged]?.short ?? ''} / base
        </th>
      ) : (
        <td className="why explanation" />
      )}
    </>
  );
}

/** The columns next to the ratios; one without a head is empty. */
function summaryColumns(
  selection: BandedSelection,
  costs: readonly MetricId[],
): { className: string; head: string; title?: string }[] {
  const { step, explained } = summaryHeads(mainBand(selection));
  return [
    { className: 'why first', head: 'First bad' },
    { className: 'why stepcol', head: step.text, title: step.title },
    { className: 'why spark', head: `${metricLabel(selection.data, 'throughput')} by version` },
    ...costs.map((metric) => ({ className: 'why', head: metricOf(metric).label })),
    { className: 'why explanation', head: costs.length > 0 ? explained : '' },
  ];
}

/** How far a whole column moved; null when it did not. */
function shiftOf(selection: BandedSelection, index: number): number | null {
  const own = inBand(selection, index);
  return verdictsOf(own.selection)?.columns[own.column]?.shift ?? null;
}

/** Where nothing else stands under a version; it is seen where it is one. */
const BASE = 'base';

interface ColumnProps {
  slug: string;
  version: string;
  detail: string;
  title: string;
  sort: 'ascending' | 'descending' | undefined;
  seam: SeamModel | null;
  className: string;
}

/** Of 60 heads two change with the base. */
const ColumnHead = memo(function ColumnHead(props: ColumnProps) {
  const { slug, version, detail, title, sort, seam, className } = props;
  return (
    <th scope="col" aria-sort={sort} className={seam ? `${className} seam` : className}>
      {seam ? <SeamMark seam={seam} /> : null}
      <button
        type="submit"
        form="view"
        name="base"
        value={slug}
        className={detail === BASE ? 'column-button only-base' : 'column-button'}
        title={title}
      >
        <b>
          <Breakable text={version} />
        </b>
        <span>
          <Breakable text={detail} />
        </span>
      </button>
    </th>
  );
});

/** A long name breaks after a separator, never within `c8r32`. */
function Breakable({ text }: { text: string }) {
  return nameParts(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part of a name is its place.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}

/** `z12a_` and `c8r32`. */
export function nameParts(name: string): string[] {
  return name.split(/(?<=[_-])/);
}

function sortWord({ sort }: BandedSelection, index: number): 'ascending' | 'descending' | undefined {
  if (sort?.column !== index) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

/** The text under the version; a bad run is marked first. */
function detailOf(selection: BandedSelection, index: number): string {
  if (selection.columns[index]?.badRuns) return 'bad run';
  const detail = selection.names[index]?.detail ?? '';
  if (detail === '') return BASE;
  return isBase(selection, index) ? `base, ${detail}` : detail;
}

/** Of two configs side by side the setting that differs, or what the column is. */
function pairDetail({ heads }: ConfigPairModel, selection: BandedSelection, index: number): string {
  const { detail = '' } = heads[index % heads.length] ?? {};
  return [isBase(selection, index) ? 'base' : '', detail].filter(Boolean).join(', ') || '\u00a0';
}

function headClass(
  selection: BandedSelection,
  { index, shown, openColumn }: { index: number; shown: number; openColumn: number | null },
): string {
  const classes = ['column-head'];
  if (isBase(selection, index)) classes.push('is-base');
  if (index === shown) classes.push('show');
  if (index === openColumn) classes.push('is-open');
  if (shiftOf(selection, index) !== null) classes.push('moved');
  if (index > 0 && selection.parts.some(({ start }) => start === index)) classes.push('band');
  return classes.join(' ');
}

function describe(
  column: BandedSelection['columns'][number],
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
