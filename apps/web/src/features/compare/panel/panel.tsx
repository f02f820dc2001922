'use client';

import {
  type CellDetails,
  type HeatmapSelection,
  type OpenCell,
  type PanelModel,
  type PanelVerdict,
  viewConfounders,
} from '@basecase/views/compare';
import { panelModel, roundsModel } from '@basecase/views/compare/cell';
import { methodHref } from '@basecase/views/url';
import { lazy, useEffect, useRef } from 'react';
import { InBrowser } from '../../../ui/page/in-browser';
import { ColumnTable, type PageColumn } from '../../../ui/table/column-table';
import { Confounders } from '../../../ui/table/confounders';
import { Tile, VerdictText } from '../../../ui/table/tile';
import type { RepeatChoice } from '../../../ui/why/over-time';
import { NotFrozen, Why } from '../../../ui/why/why';
import { useComparePage } from '../use-compare-state';
import { CellNotes } from './cell-notes';
import { Evidence, isAbout } from './evidence';
import { PanelFrame } from './panel-frame';
import { RoundsTab } from './rounds-tab';

// The chart library is the largest part of the page; the numbers above the charts do not wait for it.
// Recharts draws its layers after mounting: on the server it would make empty boxes.
const MetricCharts = lazy(async () => ({ default: (await import('./metric-charts')).MetricCharts }));

interface Props {
  selection: HeatmapSelection;
  open: OpenCell;
  /** Evidence that came with the page; used when it is about this cell. */
  initial: CellDetails | null;
  /** Which repeat the charts over time show. */
  repeat: RepeatChoice;
  onClose: () => void;
}

/** What a cell says and what proves it, in the order people ask: how much, why, by version, from where. */
export function Panel({ selection, open, initial, repeat, onClose }: Props) {
  const model = panelModel(selection, open);
  const { frozen } = useComparePage();
  useFocusWhenOpened(initial !== null);
  if (!model) return null;
  const query = {
    server: selection.data.server.slug,
    workload: selection.data.workload.slug,
    test: selection.data.rows[open.row]?.key ?? '',
    column: selection.columns[open.column]?.slug ?? '',
    base: selection.columns[selection.base]?.slug ?? '',
  };
  const rounds = roundsModel(selection, open);
  const names = { own: selection.names[open.column]?.short ?? '', base: model.baseName };
  return (
    <PanelFrame
      title={
        <>
          {model.test} <span className="dim">{model.note}</span>
        </>
      }
      subtitle={model.subtitle}
      onClose={onClose}
    >
      <section>
        <div className="two-columns">
          {model.tiles.map(({ verdict, words }) => (
            <div key={words} className="contents">
              <span>
                <Tile {...verdict} />
              </span>
              <span className="mid">{words}</span>
            </div>
          ))}
        </div>
        {model.verdict ? <VerdictNotes verdict={model.verdict} /> : null}
        <p className="explain">{model.explanation}</p>
        {model.moved ? <p className="mid">{model.moved}</p> : null}
        <Confounders model={viewConfounders(selection, [open.column])} />
        {model.noise ? <p className="mid">{model.noise}</p> : null}
      </section>
      <CellNotes
        key={`${query.test} ${query.column}`}
        selection={selection}
        open={open}
        cell={{ server: query.server, workload: query.workload, test: query.test, column: query.column }}
      />
      <Why
        query={query}
        names={names}
        repeat={repeat}
        livePath={frozen?.livePath ?? null}
        rounds={<RoundsTab model={rounds} names={names} />}
        hasRounds={!('missing' in rounds)}
        costs={
          <>
            <PerOperation model={model} />
            <section>
              <h3>
                By version{' '}
                <span className="dim">from zero; the dashed line is the base; ratio on the right</span>
              </h3>
              <InBrowser wait={<div className="multi-wait" />}>
                <MetricCharts charts={model.charts} />
              </InBrowser>
            </section>
            {frozen && !isAbout(initial, query) ? (
              <NotFrozen livePath={frozen.livePath} title="Where the numbers come from" />
            ) : (
              <Evidence selection={selection} query={query} names={names} initial={initial} />
            )}
          </>
        }
      />
    </PanelFrame>
  );
}

/** Opened by a key or a click, the panel takes the focus, so that a screen reader reads it; a loaded page does not. */
function useFocusWhenOpened(cameWithPage: boolean) {
  const skip = useRef(cameWithPage);
  useEffect(() => {
    if (skip.current) return;
    document.querySelector<HTMLElement>('#panel-title')?.focus();
  }, []);
}

/** The verdict in words, and how sure it is. */
function VerdictNotes({ verdict: { words, topic, notes } }: { verdict: PanelVerdict }) {
  return (
    <>
      <p className="explain">
        <a href={methodHref(topic)}>
          <strong>{words}</strong>
        </a>
      </p>
      {notes.map((note) => (
        <p key={note} className="mid">
          {note}
        </p>
      ))}
    </>
  );
}

type CostRow = PanelModel['absolute' | 'relative'][number];

/** Absolute and relative values of every metric over the columns. */
function PerOperation({ model }: { model: PanelModel }) {
  const { test, note, metrics, absolute, relative, baseName } = model;
  return (
    <section>
      <h3>Per operation</h3>
      <ColumnTable<CostRow>
        label="Per operation table"
        caption={`Costs per operation of ${test} ${note} by version`}
        groupClass="block"
        bodies={[
          { key: 'absolute', label: 'Absolute', rows: absolute },
          { key: 'relative', label: `Relative to base, ${baseName}`, rows: relative },
        ]}
        rowKey={({ name }) => name}
        rowClass={({ isOpen }) => (isOpen ? 'selected' : undefined)}
        columns={[
          {
            head: 'Version',
            kind: 'name',
            cell: (row) => (
              <>
                {row.name} {'isBase' in row && row.isBase ? <span className="dim">base</span> : null}
              </>
            ),
          },
          ...metrics.map((head, index): PageColumn<CostRow> => {
            // Throughput, the last one, is what the heatmap shows: it keeps its fill.
            const isFilled = index === metrics.length - 1;
            return {
              head,
              kind: 'number',
              className: ({ cells: { [index]: cell } }) =>
                isFilled && typeof cell === 'object' ? cell.level : undefined,
              cell: ({ cells: { [index]: cell } }) => {
                if (typeof cell !== 'object') return cell;
                return isFilled ? cell.text : <VerdictText {...cell} />;
              },
            };
          }),
        ]}
      />
    </section>
  );
}
