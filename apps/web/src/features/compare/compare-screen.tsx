'use client';

import type { CellDetails, HeatmapData, ServerChoice } from '@basecase/views/compare';
import {
  type CompareState,
  cellLabel,
  compareUrl,
  findCell,
  metricLabel,
  nextSort,
  type OpenCell,
  prepareHeatmap,
  prepareSentence,
  toColumnSet,
} from '@basecase/views/compare';
import {
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { TryAgain } from '../../ui/page/try-again';
import { ColumnChooser } from './column-chooser';
import { CompareHead } from './compare-head';
import { type ComparePage, ComparePageContext, LIVE_PAGE } from './compare-page';
import { HeatmapTable } from './heatmap/heatmap-table';
import { Legend } from './heatmap/legend';
import { Readout, type ReadoutHandle } from './heatmap/readout';
import { Stepper } from './heatmap/stepper';
import { useHeatmapGrid } from './heatmap/use-heatmap-grid';
import { usePrintBlocks } from './heatmap/use-print-blocks';
import { useVerdictsAhead } from './heatmap/use-verdicts-ahead';
import { VerdictLegend } from './heatmap/verdict-legend';
import { OtherDifferences } from './other-differences';
import { PanelFrame } from './panel/panel-frame';
import { RuleInForce } from './rule-in-force';
import { Toolbar } from './toolbar';
import { useCompareState } from './use-compare-state';
import { useHeatmapData } from './use-heatmap-data';
import { useShortcuts } from './use-shortcuts';

// Recharts, latencies and log lines are needed only once a cell is open.
const Panel = lazy(() => import('./panel/panel').then((module) => ({ default: module.Panel })));

interface Props {
  data: HeatmapData;
  choices: ServerChoice[];
  initialState: CompareState;
  /** Evidence of the cell that the URL opens; null when it opens none. */
  initialDetails: CellDetails | null;
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
  page = LIVE_PAGE,
  share,
}: Props) {
  const { data, problem } = useHeatmapData(initialData);
  const [state, update] = useCompareState(initialState, page.defaults);
  const { base, cols, metric, t, rule, q, only, sort, fold, show } = state;
  const columns = useMemo(() => toColumnSet(data, { cols }), [data, cols]);
  const model = useMemo(
    () =>
      prepareHeatmap(columns, {
        ...compareUrl.defaults,
        ...{ base, cols, metric, t, rule, q, only, sort, fold, show },
      }),
    [columns, base, cols, metric, t, rule, q, only, sort, fold, show],
  );
  const late = useDeferredValue(model);
  const { selection } = model;
  const open = findCell(selection, state.cell);
  // A panel that comes with the page must be in its HTML, not behind a fallback that only a script replaces.
  const PanelBoundary = useRef(open ? Fragment : PanelFallback).current;
  const readout = useRef<ReadoutHandle>(null);
  const [scrolled, setScrolled] = useState(false);

  const openCell = ({ row, column }: OpenCell) => {
    const [test, slug] = [data.rows[row]?.key, selection.columns[column]?.slug];
    // A second cell takes the place of the first: "back" leads to the heatmap, not through every cell.
    if (test && slug)
      update({ cell: { test, column: slug }, repeat: compareUrl.defaults.repeat }, open ? 'replace' : 'push');
  };
  const closeCell = () => {
    if (!open) return;
    update({ cell: null, repeat: compareUrl.defaults.repeat }, 'push');
    grid.focusCell(open);
  };
  const nextMetric = () => {
    const { recorded } = data;
    const next = recorded[(recorded.indexOf(selection.metric) + 1) % recorded.length];
    if (next) update({ metric: next });
  };
  const grid = useHeatmapGrid(
    {
      onOpen: openCell,
      onOpenTest: (row) => openCell({ row, column: selection.judged }),
      onBase: (column) => update({ base: selection.columns[column]?.slug ?? '' }),
      onFold: (id) => update({ fold: model.groups.flatMap((g) => ((g.id === id) === g.open ? [g.id] : [])) }),
      onSort: (column) => update({ sort: nextSort(selection, column) }),
      labelOf: ({ row, column }) => cellLabel(selection, row, column),
      onPoint: (cell) => readout.current?.point(cell),
    },
    model,
  );
  useVerdictsAhead(grid.box, selection);
  const printed = usePrintBlocks(grid.box, selection);
  useShortcuts({ onEscape: closeCell, onClearFilter: () => update({ q: '' }), onNextMetric: nextMetric });

  // A cell opened by a link is brought into sight once.
  const linked = useRef(open);
  useEffect(() => {
    if (linked.current && grid.box.current) {
      grid.box.current.querySelector('td.selected')?.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
  }, [grid.box]);

  const sentence = prepareSentence(selection);
  return (
    <ComparePageContext value={page}>
      <main id="main" className="compare">
        <CompareHead selection={selection} state={state} choices={choices} share={share} />
        <Toolbar selection={selection} state={state} update={update}>
          <ColumnChooser data={data} state={state} update={update} />
        </Toolbar>
        <PublishedNote data={data} />
        {/* Texts of configs are compared for it: not before the frame that shows another base. */}
        <OtherDifferences selection={late.selection} />
        {problem ? (
          <TryAgain className="note" onRetry={problem.retry}>
            Only {metricLabel(data, selection.metric)} was loaded. The other metrics failed to load.
          </TryAgain>
        ) : null}
        <div className="readline">
          <div className="says">
            <p id="sentence">
              <strong>{sentence.strong}</strong>
              {sentence.rest}
              {sentence.step ? (
                <>
                  {' '}
                  {sentence.step.words} <strong>{sentence.step.version}</strong>
                  {sentence.step.where ? `, ${sentence.step.where}` : ''}.
                </>
              ) : null}
            </p>
            <RuleInForce selection={selection} />
          </div>
          {selection.rule === 'verdicts' ? <VerdictLegend /> : <Legend threshold={t} isCost={model.isCost} />}
        </div>
        <div className="printed" ref={printed} />
        <div className={open ? 'work has-panel' : 'work'}>
          <section
            className={scrolled ? 'heat-wrap scrolled' : 'heat-wrap'}
            ref={grid.box}
            aria-label={`Heatmap of ${metricLabel(selection.data, selection.metric)}`}
            onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 2)}
            {...grid.props}
          >
            <Stepper selection={selection} show={show} update={update} />
            <HeatmapTable model={model} visible={grid.visible} show={show} open={open} />
          </section>
          {open ? (
            <PanelBoundary>
              <Panel
                selection={selection}
                open={open}
                initial={initialDetails}
                repeat={{ chosen: state.repeat, onChoose: (repeat) => update({ repeat }) }}
                onClose={closeCell}
              />
            </PanelBoundary>
          ) : null}
        </div>
        <Readout selection={selection} ref={readout} />
      </main>
    </ComparePageContext>
  );
}

function PanelFallback({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PanelFrame />}>{children}</Suspense>;
}

/** Says plainly what a table of ratios is. */
function PublishedNote({ data }: { data: HeatmapData }) {
  const published = data.workload.relativeTo;
  if (!published) return null;
  return (
    <p className="note">
      Published as ratios to <strong>{published.base}</strong>; absolute values were not published. Another
      column of this table can become the base: its ratios are then divided by that column's.
    </p>
  );
}
