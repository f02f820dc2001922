import {
  drawable,
  drawFrame,
  drawPanel,
  type FrameText,
  type NightKind,
  type NightsChart,
  type NightTone,
  nightsLayout,
  nightsScales,
} from '@basecase/views/document';
import type { CSSProperties, ReactNode } from 'react';
import { LEVEL_COLOURS, LIGHT } from './test-name';

/** Height of the letters. */
const TEXT = 15;
/** Room for a text that ends at its place. */
const BEFORE = 400;

const HUES: Readonly<Record<NightTone, string>> = {
  plain: LIGHT['text-2'],
  slower: LIGHT.regress,
  faster: LIGHT.improve,
};
const BANDS: Readonly<Record<NightTone, string>> = {
  plain: LIGHT['surface-3'],
  slower: LEVEL_COLOURS.r1.bg,
  faster: LEVEL_COLOURS.b1.bg,
};
const LEVELS: Readonly<Record<NightTone, string>> = { ...HUES, plain: LIGHT.ink };

interface Options {
  width: number;
  /** Height of the first panel. */
  main: number;
  /** Panels that there is room for. */
  panels: number;
}

/** How high the drawing becomes. */
export function nightsImageHeight(chart: NightsChart, { width, main, panels }: Options): number {
  return nightsLayout(Math.min(panels, chart.panels.length), width, { text: TEXT, main }).height;
}

/** A chart of nights for the image renderer, which draws paths in an SVG, and words only outside of it. */
export function nightsImage(whole: NightsChart, { width, main, panels }: Options) {
  const chart = { ...whole, panels: whole.panels.slice(0, panels) };
  const layout = nightsLayout(chart.panels.length, width, { text: TEXT, main });
  const scales = nightsScales(chart, layout);
  const frame = drawFrame(chart, layout, scales);
  const { left, right, axis, height, changeLane } = layout;
  const bottom = layout.panels[0]?.bottom ?? 0;
  const texts = [
    ...frame.eventTexts,
    ...frame.changeTexts,
    ...frame.releaseTexts,
    ...frame.ends,
    ...frame.titles.map(({ x, y, title, hint }) => plainText(x, y, title, hint)),
    ...chart.ticks.map(({ value, text }) =>
      plainText(scales.x(value) - text.length * 4, axis + TEXT + 4, text),
    ),
    ...chart.panels.flatMap(({ ticks }, index) =>
      ticks.map(({ value, text }) => ({
        ...plainText(left - 8, (scales.y[index]?.(value) ?? 0) + 5, text),
        isBefore: true,
      })),
    ),
  ];
  return (
    <div style={{ display: 'flex', position: 'relative', flexShrink: 0, width, height }}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it becomes pixels. */}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {chart.panels.flatMap((panel, index) => {
          const y = scales.y[index];
          if (!y) return [];
          const drawing = drawPanel(panel, chart.at, {
            x: scales.x,
            y,
            left,
            right,
            lane: changeLane,
            isSmall: index > 0,
          });
          const lines = panel.ticks.map(({ value }) =>
            stroke(`M${left} ${y(value)}H${right}`, LIGHT.border, 1),
          );
          const { reference } = panel;
          const hasReference = reference !== null && reference >= panel.from && reference <= panel.to;
          return [
            ...lines,
            ...(index === 0 ? drawing.bands.map(({ tone, path }) => fill(path, BANDS[tone])) : []),
            ...(hasReference ? [stroke(`M${left} ${y(reference)}H${right}`, LIGHT['text-3'], 1, '4 4')] : []),
            ...drawing.nights.map(({ kind, path }) => nights(kind, path, index > 0)),
            ...drawing.levels.map(({ tone, path }) => stroke(path, LEVELS[tone], 2.5)),
            ...drawing.changes.flatMap(({ tone, lead, arrow, whisker }) => [
              stroke(lead, HUES[tone], 1),
              stroke(arrow, HUES[tone], 2.5),
              stroke(whisker, HUES[tone], 1.5),
            ]),
          ];
        })}
        {stroke(`M${left} ${bottom}H${right}M${left} ${axis}H${right}`, LIGHT['border-strong'], 1)}
        {frame.events.flatMap(({ line, square }) => [
          stroke(line, LIGHT['text-2'], 1.5, '1 3'),
          fill(square, LIGHT['text-2']),
        ])}
        {frame.changes.map(({ path, tone, isSure }) =>
          isSure ? fill(path, HUES[tone]) : hollow(path, HUES[tone]),
        )}
        {fill(frame.releases, LIGHT.ink)}
      </svg>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts are positions.
        <div key={index} style={placeOf(text)}>
          <span style={{ color: HUES[text.tone] }}>{drawable(text.text)}</span>
          {text.more ? (
            <span style={{ marginLeft: 10, color: LIGHT['text-3'] }}>{drawable(text.more)}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function plainText(x: number, y: number, text: string, more = ''): FrameText {
  return { x, y, text, more, tone: 'plain', isStrong: false, isBefore: false };
}

/** A text is placed by its base line. */
function placeOf({ x, y, isBefore }: FrameText): CSSProperties {
  return {
    display: 'flex',
    position: 'absolute',
    top: y - TEXT,
    fontSize: TEXT,
    lineHeight: 1.2,
    whiteSpace: 'nowrap',
    ...(isBefore ? { left: x - BEFORE, width: BEFORE, justifyContent: 'flex-end' } : { left: x }),
  };
}

function stroke(path: string, color: string, width: number, dashes?: string): ReactNode {
  return (
    <path
      key={`${path}${color}`}
      d={path}
      fill="none"
      stroke={color}
      strokeWidth={width}
      strokeDasharray={dashes}
    />
  );
}

function fill(path: string, color: string): ReactNode {
  return path === '' ? null : <path key={`${path}${color}`} d={path} fill={color} />;
}

function hollow(path: string, color: string): ReactNode {
  return <path key={`${path}${color}`} d={path} fill={LIGHT.surface} stroke={color} strokeWidth={1.4} />;
}

/** All nights of a kind. */
function nights(kind: NightKind, path: string, isSmall: boolean): ReactNode {
  const tone = kind.endsWith('slower') ? 'slower' : kind.endsWith('faster') ? 'faster' : 'plain';
  if (kind === 'outlier') return stroke(path, LIGHT['text-2'], 1.5);
  if (kind === 'night' || isSmall) {
    const color = tone === 'plain' ? LIGHT['series-2'] : HUES[tone];
    return (
      <path
        key={kind}
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={isSmall ? 3 : 4.5}
        strokeLinecap="round"
      />
    );
  }
  return kind.startsWith('maybe') ? hollow(path, HUES[tone]) : fill(path, HUES[tone]);
}
