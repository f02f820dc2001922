import type { Level } from '@basecase/analysis';
import { drawable } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import colours from './colours.json' with { type: 'json' };

/**
 * The light theme of tokens.css for images, which are drawn without a browser and know no custom properties. A test
 * holds both together.
 */
export const LIGHT = {
  ...colours.light,
  ...(Object.fromEntries(Object.entries(colours.themes).map(([name, [light]]) => [name, light])) as Record<
    keyof typeof colours.themes,
    string
  >),
};

/** Of changes: slower, then faster. */
export const LEVELS = ['r1', 'r2', 'r3', 'r4', 'r5', 'b1', 'b2', 'b3', 'b4', 'b5'] as const;

/** Fill and text of each level. */
export const LEVEL_COLOURS = {
  ...Object.fromEntries(
    LEVELS.map((level) => [level, { bg: LIGHT[`${level}-bg`], fg: LIGHT[`${level}-fg`] }]),
  ),
  n: { bg: LIGHT.surface, fg: LIGHT['text-2'] },
  v: { bg: LIGHT['surface-2'], fg: LIGHT['text-3'] },
} as Readonly<Record<Level, { bg: string; fg: string }>>;

export const TEST_WIDTH = 300;
/** Between the name of a test and its first cell. */
export const TEST_GAP = 12;
/** Most of `range=100`, or of a unit, next to the name. */
const NOTE_WIDTH = 120;

/**
 * A text that is cut with a sign where it finds no room. Nothing is hidden: each thing that is clipped costs the
 * renderer a surface as large as the picture, 30 ms in that of a wide heatmap.
 */
export const ONE_LINE: CSSProperties = { whiteSpace: 'nowrap', lineClamp: 1, textOverflow: 'ellipsis' };

const box: CSSProperties = {
  display: 'flex',
  width: TEST_WIDTH,
  flexShrink: 0,
  alignItems: 'baseline',
  paddingRight: TEST_GAP,
};
const beside: CSSProperties = {
  display: 'block',
  flexShrink: 0,
  maxWidth: NOTE_WIDTH,
  color: LIGHT['text-3'],
  marginLeft: 8,
  fontSize: 17,
  ...ONE_LINE,
};

/** The head of a row of the image renderer: a test, and what belongs to its name. */
export function TestName({ test, note }: { test: string; note: string }) {
  return (
    <div style={box}>
      <div style={{ display: 'block', flexShrink: 1, minWidth: 0, ...ONE_LINE }}>{drawable(test)}</div>
      {note === '' ? null : <div style={beside}>{drawable(note)}</div>}
    </div>
  );
}
