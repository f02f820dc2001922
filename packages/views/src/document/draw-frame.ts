import { spreadLabels } from '../text/spread-labels';
import { diamond, linear, type PlaceOf, wedge } from './draw-nights';
import type { NightsChart, NightsPanel, NightTone } from './nights-chart';
import type { NightsLayout } from './nights-layout';
import { type PlacedLabel, placeLabels } from './place-labels';

/** A text at a place. */
export interface FrameText {
  x: number;
  y: number;
  text: string;
  /** Beside it, and less important. */
  more: string;
  tone: NightTone;
  isStrong: boolean;
  /** It ends at its place. */
  isBefore: boolean;
}

/** What lies around and over the panels, in px. */
export interface FrameDrawing {
  /** Dotted lines through all panels, and their squares. */
  events: { line: string; square: string }[];
  eventTexts: FrameText[];
  /** Wedges of changes, in the lane above. */
  changes: { path: string; tone: NightTone; isSure: boolean }[];
  changeTexts: FrameText[];
  /** Diamonds of releases, in one path. */
  releases: string;
  releaseTexts: FrameText[];
  ends: FrameText[];
  titles: { x: number; y: number; title: string; hint: string }[];
  picked: { x: number; y: number; letter: string }[];
}

/** Scales of a drawing: the axis of nights, and that of each panel. */
export interface NightsScales {
  x: PlaceOf;
  y: PlaceOf[];
}

/** The scales that a chart has in a layout. */
export function nightsScales(chart: NightsChart, { left, right, panels }: NightsLayout): NightsScales {
  return {
    x: linear([chart.from, chart.to], [left, right]),
    y: chart.panels.map(({ from, to }, index) => {
      const place = panels[index] ?? { top: 0, bottom: 0 };
      return linear([from, to], [place.bottom, place.top]);
    }),
  };
}

const SQUARE = 7;
const HALF_WEDGE = 4;
/** Between a mark and its name. */
const BESIDE = 8;
/** Half of the height of a letter: a text is placed by its base line. */
const BASELINE = 4;

/** Draws what is around the panels. */
export function drawFrame(chart: NightsChart, layout: NightsLayout, scales: NightsScales): FrameDrawing {
  const { left, right, eventLane, changeLane, axis } = layout;
  const isSeen = (x: number) => x >= left && x <= right;
  const events = marksOf(chart.events, scales.x).filter(({ x }) => isSeen(x));
  const releases = marksOf(chart.releases, scales.x).filter(({ x }) => isSeen(x));
  const [main] = layout.panels;
  const bottom = main?.bottom ?? 0;
  const changes = (chart.panels[0]?.changes ?? []).flatMap((change) => {
    const x = scales.x(change.x);
    return isSeen(x) ? [{ ...change, x, first: change.size, second: change.words }] : [];
  });
  return {
    events: events.map(({ x }) => ({
      line: `M${px(x)} ${eventLane}V${axis}`,
      square: `M${px(x - SQUARE / 2)} ${eventLane - SQUARE}h${SQUARE}v${SQUARE}h${-SQUARE}z`,
    })),
    eventTexts: textsOf(placeLabels(events, layout), { y: eventLane, isStrong: false }),
    changes: changes.map(({ x, before, after, tone, isSure }) => ({
      path: wedge({ x, y: changeLane - BASELINE, half: HALF_WEDGE, isUp: after > before }),
      tone,
      isSure,
    })),
    changeTexts: textsOf(placeLabels(changes, layout), { y: changeLane, isStrong: true }),
    releases: releases.map(({ x }) => diamond(x, bottom)).join(''),
    releaseTexts: textsOf(placeLabels(releases, layout), { y: bottom + 15 * layout.scale, isStrong: false }),
    ends: chart.panels.flatMap((panel, index) => endsOf(panel, { layout, y: scales.y[index], index })),
    titles: layout.panels.flatMap(({ title }, index) => {
      const panel = chart.panels[index];
      return panel && title !== null
        ? [{ x: left, y: title, title: panel.title, hint: layout.isNarrow ? '' : panel.hint }]
        : [];
    }),
    picked: chart.picked.flatMap(({ letter, night }) => {
      const x = scales.x(chart.at[night] ?? Number.NaN);
      const value = chart.panels[0]?.values[night] ?? null;
      return value === null || !isSeen(x) ? [] : [{ letter, x, y: scales.y[0]?.(value) ?? 0 }];
    }),
  };
}

interface Named {
  x: number;
  first: string;
  second: string;
}

function marksOf(marks: readonly { x: number; text: string }[], x: PlaceOf): Named[] {
  return marks.map((mark) => ({ x: x(mark.x), first: mark.text, second: '' }));
}

function textsOf(
  placed: readonly PlacedLabel<Named & { tone?: NightTone }>[],
  { y, isStrong }: { y: number; isStrong: boolean },
): FrameText[] {
  return placed.flatMap(({ item, x, room, isBefore }) =>
    room === 'none'
      ? []
      : [
          {
            x: x + (isBefore ? -BESIDE : BESIDE),
            y,
            text: item.first,
            more: room === 'all' ? item.second : '',
            tone: item.tone ?? 'plain',
            isStrong,
            isBefore,
          },
        ],
  );
}

/** Texts at the right end of a panel, moved apart where they would run into each other. */
function endsOf(
  panel: NightsPanel,
  { layout, y, index }: { layout: NightsLayout; y: PlaceOf | undefined; index: number },
): FrameText[] {
  const place = layout.panels[index];
  if (!y || !place) return [];
  const lines = panel.ends.flatMap((end) => {
    const value = Math.min(panel.to, Math.max(panel.from, end.value));
    const own = { y: y(value), tone: end.tone, isStrong: end.isStrong };
    const text = layout.isNarrow ? end.short : end.text;
    return [
      { ...own, text },
      ...(end.note && !layout.isNarrow ? [{ ...own, text: end.note, tone: 'plain' as const }] : []),
    ];
  });
  const { scale } = layout;
  const spread = spreadLabels(
    lines.map((line, index) => ({ ...line, y: line.y / scale, index })),
    place.bottom / scale,
  );
  return spread.map(({ y: middle, text, tone, isStrong }) => ({
    x: layout.right + (layout.isNarrow ? 6 : BESIDE),
    y: middle * scale + BASELINE,
    text,
    more: '',
    tone,
    isStrong,
    isBefore: false,
  }));
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
