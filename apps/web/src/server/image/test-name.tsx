import type { Level } from '@basecase/analysis';
import { drawable } from '@basecase/views/document';
import type { CSSProperties } from 'react';

/**
 * The light theme of tokens.css for images, which are drawn without a browser and know no custom properties. A test
 * holds both together.
 */
export const LIGHT = {
  bg: '#f6f6f4',
  surface: '#ffffff',
  'surface-2': '#f1f1ee',
  'surface-3': '#e6e6e2',
  border: '#e2e2dd',
  'border-strong': '#c6c6c0',
  text: '#191917',
  'text-2': '#4a4a45',
  'text-3': '#62625c',
  'text-invert': '#ffffff',
  ink: '#191917',
  regress: '#a03a06',
  improve: '#17599b',
  'series-2': '#85857e',
} as const;

/** Fill and text of each level. */
export const LEVEL_COLOURS: Readonly<Record<Level, { bg: string; fg: string }>> = {
  r1: { bg: '#fdf0e6', fg: '#5e2508' },
  r2: { bg: '#fbdfca', fg: '#5a2206' },
  r3: { bg: '#f8c8a4', fg: '#4a1a03' },
  r4: { bg: '#ee9f6a', fg: '#331101' },
  r5: { bg: '#b5430a', fg: '#ffffff' },
  b1: { bg: '#ebf2fa', fg: '#123f6e' },
  b2: { bg: '#d6e6f6', fg: '#0f3a66' },
  b3: { bg: '#b5d3ef', fg: '#0a2f56' },
  b4: { bg: '#7fb1e0', fg: '#041c36' },
  b5: { bg: '#1c62a8', fg: '#ffffff' },
  n: { bg: '#ffffff', fg: '#4a4a45' },
  v: { bg: '#f1f1ee', fg: '#62625c' },
};

export const TEST_WIDTH = 300;
/** Between the name of a test and its first cell. */
export const TEST_GAP = 12;
/** Most of `range=100`, or of a unit, next to the name. */
const NOTE_WIDTH = 120;

/** A text that is cut with a sign where it finds no room. */
export const ONE_LINE: CSSProperties = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' };

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
