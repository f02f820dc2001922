import { drawable } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import { LIGHT } from './light-colours';

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
