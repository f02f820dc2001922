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
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { DataForm, forget } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { SelectField } from '../../ui/form/select-field';
import { useGrid } from '../../ui/grid/use-grid';
import { KeysDialog } from '../../ui/page/keys-dialog';
import { usePageKeys } from '../../ui/page/use-page-keys';
import { useUrlState } from '../../ui/page/use-url-state';
import { Readout, SentenceLine, ViewFrame, ViewNotes } from '../../ui/page/view-frame';
import { OverviewTable } from './overview-table';
import { OverviewToolbar } from './overview-toolbar';
import { CELLS_BEFORE, NAME_LINK } from './row-cells';

interface Handlers {
  onFold: (group: string) => void;
  onPoint: (place: OverviewPlace) => void;
}

const CELL = 'td.c';
const HEADS = 'tr.g .t > button';

/** Everything that happens in the table, handled on the box around it: a cell carries no index, its place in the row is one. */
function useOverviewGrid(model: OverviewModel, { onFold, onPoint }: Handlers) {
  const {
    box,
    visible,
    focus,
    onKeyDown: onArrowKey,
  } = useGrid({
    cells: `${NAME_LINK}, ${CELL}`,
    heads: HEADS,
    drawn: model,
  });

  function open(place: OverviewPlace) {
    const href = placeHref(model, place);
    if (href !== null) window.location.assign(href);
  }

  function onClick(event: MouseEvent) {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>('button');
    if (button?.name === 'fold') {
      // A submit button of the view's form, for browsers without scripts.
      event.preventDefault();
      onFold(button.value);
      return;
    }
    const cell = target.closest<HTMLElement>(CELL);
    const place = placeOf(target);
    if (!cell || !place) return;
    focus(cell);
    open(place);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as Element;
    const place = target.matches(CELL) ? placeOf(target) : null;
    if (!place || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) {
      onArrowKey(event);
      return;
    }
    open(place);
    event.preventDefault();
  }

  function point(event: { target: EventTarget }) {
    const place = placeOf(event.target as Element);
    if (place) onPoint(place);
  }

  /** The focused cell has a full label; the others are read with their row and column. */
  function onFocus(event: FocusEvent) {
    point(event);
    const target = event.target as Element;
    const place = target.matches(CELL) ? placeOf(target) : null;
    if (place) target.setAttribute('aria-label', placeLabel(model, place));
  }

  function onBlur(event: FocusEvent) {
    const target = event.target as Element;
    if (target.matches(CELL)) target.removeAttribute('aria-label');
  }

  return { box, visible, props: { onClick, onKeyDown, onMouseOver: point, onFocus, onBlur } };
}

/** The test of a row, and the night of a cell; null outside of the rows of tests. */
function placeOf(target: Element): OverviewPlace | null {
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const test = cell?.closest<HTMLTableRowElement>('tr[data-test]')?.dataset['test'];
  if (!cell || test === undefined) return null;
  return { test, column: cell.matches(CELL) ? cell.cellIndex - CELLS_BEFORE : null };
}

interface ReadoutHandle {
  point: (place: OverviewPlace) => void;
}

const KEYS = [
  ['arrows', 'move; the first column is the row itself'],
  ['Enter', 'open the series, at the night of the cell'],
  ['Home End', 'first and last of the row'],
  ['/', 'filter'],
  ['Esc', 'clear the filter'],
  ['?', 'these keys'],
] as const;

/** One line about the row or the cell under the pointer or the focus. It keeps the place itself, so that the table is not redrawn. */
function OverviewReadout({ model, ref }: { model: OverviewModel; ref: Ref<ReadoutHandle> }) {
  const [place, setPlace] = useState<OverviewPlace | null>(null);
  const keys = useRef<HTMLDialogElement>(null);
  useImperativeHandle(ref, () => ({ point: setPlace }), []);
  const readout = place && overviewReadout(model, place);
  return (
    <Readout
      className="overview-readout"
      hint="Point at a cell, or use the arrow keys, to see its values here"
      line={readout && <Line readout={readout} />}
    >
      <div className="keys">
        <span>
          <kbd>arrows</kbd>move
        </span>
        <span>
          <kbd>Enter</kbd>series
        </span>
        <span>
          <kbd>/</kbd>filter
        </span>
        <button type="button" id="all-keys" onClick={() => keys.current?.showModal()}>
          <kbd>?</kbd>all keys
        </button>
      </div>
      <KeysDialog ref={keys} keys={KEYS} />
    </Readout>
  );
}

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
  const { base, columns, order, q, changed, all, fold } = state;
  const model = useMemo(
    () => overviewModel(data, { base, columns, order, q, changed, all, fold }),
    [data, base, columns, order, q, changed, all, fold],
  );
  const readout = useRef<ReadoutHandle>(null);
  const { box, visible, props } = useOverviewGrid(model, {
    onFold: (id) => update({ fold: fold.includes(id) ? fold.filter((own) => own !== id) : [...fold, id] }),
    onPoint: (place) => readout.current?.point(place),
  });
  usePageKeys((event) => {
    if (event.key === '/') document.querySelector<HTMLInputElement>('#filter')?.focus();
    else if (event.key === '?') document.querySelector<HTMLElement>('#all-keys')?.click();
    else return;
    event.preventDefault();
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
      <OverviewReadout model={model} ref={readout} />
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
    <p className="overview-keyline" aria-hidden="true">
      <span>
        <svg width="9" height="9" aria-hidden="true">
          <circle cx="4.5" cy="4.5" r="2" fill="var(--text-3)" />
        </svg>
        a night
      </span>
      <span>
        <svg width="18" height="9" aria-hidden="true">
          <path d="M0 4.5h18" stroke="var(--ink)" strokeWidth="2" />
        </svg>
        level
      </span>
      <span>
        <svg width="18" height="9" aria-hidden="true">
          <path d="M0 4.5h18" stroke="var(--text-3)" strokeDasharray="2 3" />
        </svg>
        {againstText(model)}
      </span>
      <span>
        <svg width="10" height="9" aria-hidden="true">
          <path d="M1.4 1.1h7.2l-3.6 6.1z" fill="var(--surface)" stroke="var(--regress)" strokeWidth="1.25" />
        </svg>
        possible
      </span>
      <span>
        <i className="begins" />a level begins
      </span>
      <span>
        <s>0.87</s> outlier, left out
      </span>
    </p>
  );
}
