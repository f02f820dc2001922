'use client';

import { NO_VALUE } from '@basecase/analysis';
import {
  descriptionOf,
  metaOf,
  notesOf,
  type TestOptions,
  type TrendMark,
  type TrendPoint,
  type TrendsData,
  type TrendsMenu,
  type TrendsModel,
  type TrendsState,
  trendReadout,
  trendSentence,
  trendsHref,
  trendsModel,
} from '@basecase/views/trends';
import { emphasisOf, levelWord } from '@basecase/views/verdict';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { SentenceLine } from '../../ui/page/head-lines';
import { useUrlState } from '../../ui/page/use-url-state';
import { PlaceReadout, ViewFrame, ViewNotes } from '../../ui/page/view-frame';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { MarkerIcon } from '../../ui/table/marker';
import { TrendChart } from './trend-chart';
import { TrendsForm, TrendsToolbar } from './trends-toolbar';

const POINTS = 'a[data-line]';

interface Point {
  line: number;
  position: number;
}

/**
 * The points of the chart are one tab stop that arrow keys move: left and right along a line, up and down between
 * lines. Without scripts every point is a separate link.
 */
function usePoints(onPoint: (point: Point) => void) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    // The chart draws its points when it has been measured, and again when its size changes.
    const keepOneStop = () => {
      const points = [...box.querySelectorAll<SVGAElement>(POINTS)];
      const stop =
        points.find((point) => point === document.activeElement) ?? points.find(isStop) ?? points[0];
      for (const point of points) setStop(point, point === stop);
    };
    keepOneStop();
    const observer = new MutationObserver(keepOneStop);
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = (event.target as Element).closest<SVGAElement>(POINTS);
    const next = own && ref.current && neighbour(ref.current, own, event.key);
    if (!next) return;
    setStop(own, false);
    setStop(next, true);
    next.focus();
    event.preventDefault();
  }

  function onEnter(event: SyntheticEvent) {
    const point = (event.target as Element).closest<SVGAElement>(POINTS);
    if (point) onPoint(pointOf(point));
  }

  return { ref, onKeyDown, onMouseOver: onEnter, onFocus: onEnter };
}

function isStop(point: Element): boolean {
  return point.getAttribute('tabindex') === '0';
}

/** Written only when it changes: an attribute that is set is a mutation too. */
function setStop(point: Element, stop: boolean) {
  const value = stop ? '0' : '-1';
  if (point.getAttribute('tabindex') !== value) point.setAttribute('tabindex', value);
}

function pointOf(element: Element): Point {
  return {
    line: Number(element.getAttribute('data-line')),
    position: Number(element.getAttribute('data-position')),
  };
}

function neighbour(box: Element, own: SVGAElement, key: string): SVGAElement | null {
  const at = pointOf(own);
  const points = [...box.querySelectorAll<SVGAElement>(POINTS)].map((element) => ({
    element,
    ...pointOf(element),
  }));
  const onLine = points.filter(({ line }) => line === at.line).sort((a, b) => a.position - b.position);
  switch (key) {
    case 'ArrowRight':
      return onLine.find(({ position }) => position > at.position)?.element ?? null;
    case 'ArrowLeft':
      return onLine.findLast(({ position }) => position < at.position)?.element ?? null;
    case 'ArrowDown':
      return nearestOn(points, at, 1);
    case 'ArrowUp':
      return nearestOn(points, at, -1);
    default:
      return null;
  }
}

/** The point of the next line that is nearest in place. */
function nearestOn(
  points: readonly (Point & { element: SVGAElement })[],
  at: Point,
  step: 1 | -1,
): SVGAElement | null {
  const others = points.filter(({ line }) => line === at.line + step);
  const sorted = others.sort(
    (a, b) => Math.abs(a.position - at.position) - Math.abs(b.position - at.position),
  );
  return sorted[0]?.element ?? null;
}

interface Props {
  data: TrendsData;
  menu: TrendsMenu;
  options: TestOptions;
  test: string;
  initialState: TrendsState;
  /** The same product night after night; null where it has no nights. */
  nightsHref: string | null;
  /** The button that shares the view. */
  share: ReactNode;
}

/** One test, or the mean of several, over all versions of a product. */
export function TrendsScreen({ data, menu, options, test, initialState, nightsHref, share }: Props) {
  const [state, update] = useUrlState(initialState, trendsHref);
  const model = useMemo(() => trendsModel(data, state), [data, state]);
  const readout = useRef<(point: Point) => void>(null);
  const points = usePoints((point) => readout.current?.(point));
  return (
    <ViewFrame
      className="trends"
      title={data.title}
      on={`of ${data.product}`}
      meta={metaOf(model)}
      form={<TrendsForm menu={menu} options={options} test={test} state={state} />}
      share={share}
      toolbar={<TrendsToolbar nightsHref={nightsHref} model={model} state={state} update={update} />}
      line={<SentenceLine sentence={trendSentence(model)} />}
    >
      <Notes data={data} model={model} />
      {model.series.length > 0 ? (
        <>
          <div id="view-table" className="trend-box" {...points}>
            <TrendChart model={model} description={descriptionOf(data, model)} />
          </div>
          <PlaceReadout
            className="trend-readout"
            ref={readout}
            hint="Point at a data point, or use the arrow keys, to see its values here; click it to open its heatmap"
            lineOf={(point: Point) => readoutLine(model, point)}
          />
          <TrendsTable model={model} />
        </>
      ) : (
        <div className="empty">
          <p>None of these lines has a value. Choose another test or metric above, or other lines.</p>
        </div>
      )}
    </ViewFrame>
  );
}

/** The lines that are not drawn, with the reason; the limits of a table of ratios. */
function Notes({ data, model }: { data: TrendsData; model: TrendsModel }) {
  return (
    <ViewNotes notes={notesOf(model)}>
      {data.without.length > 0 ? (
        <details>
          <summary>
            {data.without.length} of {data.without.length + new Set(data.trendLines.map(heatmapOf)).size}{' '}
            chosen heatmaps have no value of this test and metric
          </summary>
          <ul>
            {data.without.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tables of one report may have one name.
              <li key={index}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </ViewNotes>
  );
}

function heatmapOf({ server, workload }: TrendsData['trendLines'][number]): string {
  return `${server.slug}@${workload.slug}`;
}

/** Everything that a tooltip of a point would say. */
function readoutLine(model: TrendsModel, at: Point) {
  const readout = trendReadout(model, at);
  if (!readout) return null;
  const emphasis = emphasisOf(readout.level);
  return (
    <>
      <b>{readout.line}</b>
      <span>
        {model.axis.kind === 'major' ? 'newest of its major: ' : ''}
        {readout.version}
      </span>
      <b className={emphasis && `${emphasis} arrow ${readout.direction}`}>{readout.text}</b>
      {readout.notes.map((note) => (
        <span key={note} className="dim">
          {note}
        </span>
      ))}
    </>
  );
}

/** The numbers of the chart: for screen readers, for copying, and without scripts. */
function TrendsTable({ model: { axis, series, drawn, mode, unit } }: { model: TrendsModel }) {
  return (
    <ColumnTable
      label="Numbers"
      className="data-table trends-table"
      caption={`${unit}; rows are versions, columns are lines`}
      rows={axis.positions.map((key, position) => ({ key, position }))}
      columns={[
        { head: 'Version', kind: 'name', text: 'key' },
        ...series.map(
          ({ label, base, points, marks }, index): PageColumn<{ key: string; position: number }> => ({
            head: (
              <>
                {index < drawn.length ? <MarkerIcon shape={index} /> : null} {label}
                {mode === 'rel' ? <span className="relative-to">base {base}</span> : null}
              </>
            ),
            kind: 'number',
            className: ({ position }) => {
              const point = points[position];
              return point ? `c ${point.level} ${point.direction}` : 'dim';
            },
            cell: ({ key, position }) => (
              <Value
                point={points[position] ?? null}
                name={key}
                marks={marks.filter((mark) => mark.position === position)}
              />
            ),
          }),
        ),
      ]}
    />
  );
}

interface ValueProps {
  point: TrendPoint | null;
  name: string;
  marks: readonly TrendMark[];
}

function Value({ point, name, marks }: ValueProps) {
  if (!point) {
    return (
      <>
        {NO_VALUE}
        <span className="sr-only"> not recorded</span>
      </>
    );
  }
  return (
    <>
      {point.version === name ? null : <span className="release">{point.version}</span>}
      {marks.map(({ href, text, direction }) => (
        <a key={href} href={href} className={`since arrow ${direction}`}>
          {text}
        </a>
      ))}
      <a href={point.href} className="value">
        {point.text}
        <span className="sr-only">{point.isBase ? ', the base' : levelWord(point.level)}</span>
      </a>
    </>
  );
}
