'use client';

import type { MetricId } from '@basecase/ingest/model';
import {
  baseChange,
  type CellDetails,
  type CompareState,
  cellBeside,
  cellLabel,
  columnInBandBeside,
  compareUrl,
  findCell,
  findOpenCell,
  firstSelected,
  type HeatmapData,
  heatmapModel,
  heatmapPage,
  inBand,
  isOfView,
  mainBand,
  metricLabel,
  nextSort,
  type OpenCell,
  type ProductElsewhere,
  type ServerChoice,
  type SideModel,
  toColumnSet,
  withValues,
} from '@basecase/views/compare';
import {
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { TryAgain } from '../../ui/page/try-again';
import { type RestProblem, useRest } from '../../ui/page/use-rest';
import { ColumnChooser, ColumnFilterForm } from './columns/column-chooser';
import { CompareHead } from './compare-head';
import { ConfigSwitch, ProductSwitch } from './config-switch';
import { HeatmapTable } from './heatmap/heatmap-table';
import { HeatmapReadout } from './heatmap/readout';
import { SideChart } from './heatmap/side-chart';
import { Stepper } from './heatmap/stepper';
import { TestPages } from './heatmap/test-pages';
import { useHeatmapGrid, usePrintBlocks, useVerdictsAhead } from './heatmap/use-heatmap-grid';
import { PanelFrame } from './panel/panel-frame';
import { ReadLine } from './read-line';
import { type HeatmapSweep, SweepSection } from './sweep-section';
import { Toolbar } from './toolbar';
import {
  type ComparePage,
  ComparePageContext,
  LIVE_PAGE,
  useCompareState,
  useShortcuts,
} from './use-compare-state';

const DEFAULT_REPEAT = compareUrl.defaults.repeat;

/** What of the state the chooser of columns shows. */
const CHOICE = ['cols', 'product', 'columns', 'first', 'second', 'match', 'from', 'to'] as const;

/** Columns that leave room for the chart of the selected row at 1440 px: it must never cover the newest one. */
const COLUMNS_NEXT_TO_CHART = 10;

/** True while the same columns are chosen: ticked boxes show it at once, the links next to them later. */
function isSameChoice(a: CompareState, b: CompareState): boolean {
  return CHOICE.every((field) => a[field] === b[field]);
}

// Recharts, latencies and log lines are needed only once a cell is open.
const Panel = lazy(() => import('./panel/panel').then((module) => ({ default: module.Panel })));

interface Props {
  data: HeatmapData;
  choices: ServerChoice[];
  initialState: CompareState;
  /** Evidence of the cell that the URL opens; null when it opens none. */
  initialDetails: CellDetails | null;
  /** Products that the heatmap has no runs of. */
  elsewhere?: readonly ProductElsewhere[];
  /** Null where it was measured with one number of clients. */
  sweep?: HeatmapSweep | null;
  /** The chart of the row that is selected first, where it was made with the page. */
  initialSide?: SideModel | null;
  /** Over live numbers, or over frozen ones. */
  page?: ComparePage;
  /** The button that shares the view. */
  share?: ReactNode;
}

/** The compare page: heatmap, controls, readout and drill-down over one set of absolute values. */
export function CompareScreen({
  data: initialData,
  choices,
  initialState,
  initialDetails,
  elsewhere = [],
  initialSide = null,
  sweep = null,
  page = LIVE_PAGE,
  share,
}: Props) {
  const [state, update] = useCompareState(initialState, page.defaults);
  const { data, problem } = useHeatmapData(initialData, state.metric);
  const {
    product,
    base,
    bases,
    cols,
    columns: kind,
    first,
    second,
    metric,
    t,
    rule,
    q,
    only,
    sort,
    fold,
    show,
  } = state;
  const columns = useMemo(
    () => toColumnSet(data, { cols, product, columns: kind, first, second }),
    [data, cols, product, kind, first, second],
  );
  const model = useMemo(
    () =>
      heatmapModel(columns, {
        ...compareUrl.defaults,
        ...{ product, base, bases, cols, metric, t, rule, q, only, sort, fold, show },
      }),
    [columns, product, base, bases, cols, metric, t, rule, q, only, sort, fold, show],
  );
  const late = useDeferredValue(model);
  const lateState = useDeferredValue(state);
  const { selection } = model;
  const open = findCell(selection, state.cell);
  const paged = useMemo(
    () => heatmapPage(model, { page: state.page, open: open?.row ?? null }),
    [model, state.page, open?.row],
  );
  const drawn = useMemo(() => ({ ...model, groups: paged.groups }), [model, paged]);
  const panel = findOpenCell(selection, state.cell);
  // A panel that is part of the initial page must be in its HTML, not behind a fallback that only a script replaces.
  const PanelBoundary = useRef(open ? Fragment : PanelFallback).current;
  const point = useRef<(cell: OpenCell) => void>(null);
  const side = useRef<(cell: OpenCell) => void>(null);
  const [scrolled, setScrolled] = useState(false);

  const openCell = ({ row, column }: OpenCell) => {
    const [test, slug] = [data.rows[row]?.key, selection.columns[column]?.slug];
    // A second cell takes the place of the first: "back" leads to the heatmap, not through every cell.
    if (test && slug)
      update({ cell: { test, column: slug }, page: null, repeat: DEFAULT_REPEAT }, open ? 'replace' : 'push');
  };
  const closeCell = () => {
    if (!open) return;
    // The page of the open test stays.
    update({ cell: null, page: paged.paging?.number ?? null, repeat: DEFAULT_REPEAT }, 'push');
    grid.focusCell(open);
  };
  const nextMetric = () => {
    const { recorded } = data;
    const next = recorded[(recorded.indexOf(selection.metric) + 1) % recorded.length];
    if (next) update({ metric: next });
  };
  const openBeside = (key: string) => {
    const next = open && cellBeside(model, open, key);
    if (next) openCell(next);
    return next !== null;
  };
  const grid = useHeatmapGrid(
    {
      onOpen: openCell,
      onOpenTest: (row) => openCell({ row, column: mainBand(selection).judged }),
      onBase: (column) => update(baseChange(selection, { column, base: state.base })),
      onFold: (id) => update({ fold: model.groups.flatMap((g) => ((g.id === id) === g.open ? [g.id] : [])) }),
      onBand: ({ row, column }, step) => {
        const beside = columnInBandBeside(selection, column, step);
        if (beside !== null) grid.focusCell({ row, column: beside });
      },
      onSort: (column) => update({ sort: nextSort(selection, column) }),
      labelOf: ({ row, column }) => {
        const own = inBand(selection, column);
        return cellLabel(own.selection, row, own.column);
      },
      onPoint: (cell) => {
        point.current?.(cell);
        side.current?.(cell);
      },
    },
    drawn,
  );
  useVerdictsAhead(grid.box, selection);
  const printed = usePrintBlocks(grid.box, selection);
  useShortcuts({
    onEscape: closeCell,
    onClearFilter: () => update({ q: '' }),
    onNextMetric: nextMetric,
    onPanelArrow: openBeside,
  });

  const firstSelection = useRef(late.selection).current;
  const hasSide = late.selection.columns.length <= COLUMNS_NEXT_TO_CHART;

  // A cell opened by a link is brought into sight once.
  const linked = useRef(open);
  useEffect(() => {
    if (linked.current && grid.box.current) {
      grid.box.current.querySelector('td.selected')?.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
  }, [grid.box]);

  // The open cell stays in sight when the keys lead on from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open cell is another `td.selected`.
  useEffect(() => {
    grid.box.current?.querySelector('td.selected')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open?.row, open?.column, grid.box]);

  return (
    <ComparePageContext value={page}>
      <main id="main" className="compare">
        <a className="skip" href="#heatmap">
          Skip to the heatmap
        </a>
        <CompareHead model={late} state={lateState} choices={choices} share={share} />
        {sweep ? <SweepSection sweep={sweep} tests={data.rows.length} /> : null}
        <Toolbar
          selection={selection}
          state={state}
          late={lateState}
          update={update}
          configs={<ConfigSwitch data={data} selection={selection} state={state} update={update} />}
          products={<ProductSwitch data={data} state={state} update={update} elsewhere={elsewhere} />}
        >
          <ColumnChooser
            data={data}
            state={isSameChoice(state, lateState) ? lateState : state}
            update={update}
          />
        </Toolbar>
        <ColumnFilterForm state={lateState} />
        {problem ? (
          <TryAgain className="note" onRetry={problem.retry}>
            Only {metricLabel(data, selection.metric)} was loaded. The other metrics failed to load.
          </TryAgain>
        ) : null}
        <ReadLine
          model={late}
          threshold={lateState.t}
          clients={sweep ? (data.workload.details.find((text) => /^\d+ clients?$/.test(text)) ?? '') : ''}
        />
        <div className="printed" ref={printed} />
        <div className={open ? 'work has-panel' : hasSide ? 'work has-side' : 'work'}>
          <section
            id="heatmap"
            tabIndex={-1}
            className={scrolled ? 'heat-wrap scrolled' : 'heat-wrap'}
            ref={grid.box}
            aria-label={`Heatmap of ${metricLabel(selection.data, selection.metric)}`}
            onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 2)}
            {...grid.props}
          >
            <Stepper selection={selection} show={show} update={update} />
            <HeatmapTable model={drawn} visible={grid.visible} show={show} only={only} open={open} />
            <TestPages paging={paged.paging} state={state} update={update} />
          </section>
          {panel ? (
            <PanelBoundary>
              <Panel
                selection={panel.selection}
                open={panel.open}
                initial={initialDetails}
                repeat={{ chosen: state.repeat, onChoose: (repeat) => update({ repeat }) }}
                onClose={closeCell}
              />
            </PanelBoundary>
          ) : null}
          {open || !hasSide ? null : (
            <SideChart
              selection={late.selection}
              given={late.selection === firstSelection ? initialSide : null}
              initial={firstSelected(
                late.selection,
                late.groups.flatMap(({ rows }) => rows.map(({ row }) => row)),
              )}
              ref={side}
            />
          )}
        </div>
        <HeatmapReadout selection={selection} ref={point} />
      </main>
    </ComparePageContext>
  );
}

function PanelFallback({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PanelFrame />}>{children}</Suspense>;
}

/**
 * The data of the page, and of a large view the rest of it once the page is used.
 *
 * @param metric that is shown: the address can change without a touch, when a browser goes back
 */
function useHeatmapData(
  initial: HeatmapData,
  metric: MetricId,
): { data: HeatmapData; problem: RestProblem | null } {
  const [data, setData] = useState(initial);
  const problem = useRest<HeatmapData['values']>({
    path: restPath(initial),
    isNeeded: initial.pending?.missing.includes(metric) ?? false,
    onRest: (values) => {
      // The table has changed since the page was made: its numbers must not be mixed with others.
      if (!isOfView(initial, values)) window.location.reload();
      else startTransition(() => setData(withValues(initial, values)));
    },
  });
  return { data, problem };
}

function restPath({ server, workload, pending, rows, columns }: HeatmapData): string | null {
  if (!pending) return null;
  const nights = columns.flatMap(({ slug, build }) => (build ? [slug] : []));
  const query = new URLSearchParams({
    server: server.slug,
    workload: workload.slug,
    ...(rows.some(({ warmup }) => warmup) && { warmups: '1' }),
    // Of a long history the newest nights are sent unasked: these are the ones of the page.
    ...(nights.length > 0 && { nights: nights.join() }),
  });
  // One by one: the name of a metric of any tool may hold a comma.
  for (const metric of pending.missing) query.append('metric', metric);
  return `/api/compare/values?${query}`;
}
