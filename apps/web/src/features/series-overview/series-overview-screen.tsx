'use client';

import {
  againstText,
  type OverviewData,
  type OverviewReadout as OverviewLine,
  type OverviewLines,
  type OverviewModel,
  type OverviewPlace,
  overviewModel,
  overviewNotes,
  overviewReadout,
  overviewSentence,
  overviewTitle,
  placeHref,
  placeLabel,
  type SeriesState,
  seriesHref,
  seriesUrl,
} from '@basecase/views/series';
import { emphasisOf } from '@basecase/views/verdict';
import { type ReactNode, useMemo, useRef } from 'react';
import { DataForm, forget } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { SelectField } from '../../ui/form/select-field';
import { toggleFold } from '../../ui/grid/grid-row';
import { useCellGrid } from '../../ui/grid/use-grid';
import { SentenceLine } from '../../ui/page/head-lines';
import { useUrlState } from '../../ui/page/use-url-state';
import { PlaceReadout, ViewFrame, ViewNotes } from '../../ui/page/view-frame';
import { KeyMark } from '../../ui/table/marker';
import { OverviewTable, OverviewToolbar } from './overview-table';
import { CELLS_BEFORE, NAME_LINK } from './row-cells';

const CELL = 'td.c';

/** The test of a row, and the night of a cell; null outside of the rows of tests. */
function placeOf(cell: HTMLTableCellElement): OverviewPlace | null {
  const test = cell.closest<HTMLTableRowElement>('tr[data-test]')?.dataset['test'];
  return test === undefined
    ? null
    : { test, column: cell.matches(CELL) ? cell.cellIndex - CELLS_BEFORE : null };
}

const KEYS = [
  ['arrows', 'move; the first column is the row itself'],
  ['Enter', 'open the series, at the night of the cell'],
  ['Home End', 'first and last of the row'],
  ['/', 'filter'],
  ['Esc', 'clear the filter'],
  ['?', 'these keys'],
] as const;

const SHOWN = [
  ['arrows', 'move'],
  ['Enter', 'series'],
  ['/', 'filter'],
] as const;

function Line({ readout }: { readout: OverviewLine }) {
  const { test, note, night, value, ratio, words, direction, emphasis, level, cost, costLabel } = readout;
  return (
    <>
      <b>{test}</b>
      {note ? <span className="dim">{note}</span> : null}
      {night ? <span>{night}</span> : null}
      {value ? <span>{value}</span> : null}
      {ratio ? (
        <b className={emphasis === null ? undefined : `${emphasis} arrow ${direction}`}>{ratio}</b>
      ) : null}
      {words ? <span>{words}</span> : null}
      {level ? (
        <span>
          <span className="dim">level</span> {level}
        </span>
      ) : null}
      {cost ? (
        <span className="only-wide">
          <span className="dim">{costLabel}</span> <span className={emphasisOf(cost.level)}>{cost.text}</span>
        </span>
      ) : null}
    </>
  );
}

interface Props {
  data: OverviewData;
  lines: OverviewLines;
  initialState: SeriesState;
  /** The button that shares the view. */
  share: ReactNode;
}

/** All tests of a version line on a server: the newest level of each against the last release, and its newest nights. */
export function SeriesOverviewScreen({ data, lines, initialState, share }: Props) {
  const [state, update] = useUrlState(initialState, seriesHref);
  const model = useMemo(() => overviewModel(data, state), [data, state]);
  const point = useRef<(place: OverviewPlace) => void>(null);
  const { box, visible, props } = useCellGrid<OverviewPlace>({
    stops: NAME_LINK,
    heads: 'tr.g .t > button',
    drawn: model,
    cellOf: placeOf,
    labelOf: (place) => placeLabel(model, place),
    onOpen: (place) => {
      const href = placeHref(model, place);
      if (href !== null) window.location.assign(href);
    },
    onPoint: (place) => point.current?.(place),
    onFold: (id) => update({ fold: toggleFold(state.fold, id) }),
  });
  return (
    <ViewFrame
      className="series-overview"
      {...overviewTitle(data)}
      form={<LinesForm lines={lines} state={state} />}
      share={share}
      toolbar={<OverviewToolbar model={model} lines={lines} state={state} update={update} />}
      line={
        <SentenceLine sentence={overviewSentence(model)}>
          <Keyline model={model} />
        </SentenceLine>
      }
    >
      <ViewNotes notes={overviewNotes(model)} />
      <div className="work">
        <section
          id="view-table"
          className="heat-wrap"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label="Tests and their newest nights"
          ref={box}
          {...props}
        >
          <OverviewTable model={model} state={state} visible={visible} />
        </section>
      </div>
      <PlaceReadout
        className="overview-readout"
        ref={point}
        hint="Point at a cell, or use the arrow keys, to see its values here"
        keys={{ all: KEYS, shown: SHOWN }}
        lineOf={(place: OverviewPlace) => {
          const readout = overviewReadout(model, place);
          return readout && <Line readout={readout} />;
        }}
      />
    </ViewFrame>
  );
}

/** Which nights are shown: those of a server, of a workload on it, of a version line there. */
function LinesForm({ lines, state }: { lines: OverviewLines; state: SeriesState }) {
  return (
    <DataForm action="/series" label="Nights">
      <HiddenFields pairs={seriesUrl.pairs(state)} except={['server', 'workload', 'line', 'fold', 'all']} />
      <SelectField
        label="Server"
        keepsLabel
        name="server"
        defaultValue={lines.server}
        onChange={forget('workload', 'line')}
        options={lines.servers}
      />
      {lines.workloads.length > 1 ? (
        <SelectField
          label="Workload"
          keepsLabel
          name="workload"
          defaultValue={lines.workload}
          onChange={forget('line')}
          options={lines.workloads}
        />
      ) : null}
      {lines.lines.length > 1 ? (
        <SelectField label="Line" keepsLabel name="line" defaultValue={lines.line} options={lines.lines} />
      ) : null}
    </DataForm>
  );
}

/** Meaning of the marks, in the words of the readout. */
function Keyline({ model }: { model: OverviewModel }) {
  return (
    <p className="keyline cluster mid" aria-hidden="true">
      <KeyMark width={9} words="a night">
        <circle cx="4.5" cy="4.5" r="2" fill="var(--text-3)" />
      </KeyMark>
      <KeyMark width={18} words="level">
        <path d="M0 4.5h18" stroke="var(--ink)" strokeWidth="2" />
      </KeyMark>
      <KeyMark width={18} words={againstText(model)}>
        <path d="M0 4.5h18" stroke="var(--text-3)" strokeDasharray="2 3" />
      </KeyMark>
      <KeyMark width={10} words="likely">
        <path d="M1.4 1.1h7.2l-3.6 6.1z" fill="var(--surface)" stroke="var(--regress)" strokeWidth="1.25" />
      </KeyMark>
      <span>
        <i className="begins" />a level begins
      </span>
      <span>
        <s>0.87</s> outlier, left out
      </span>
    </p>
  );
}
