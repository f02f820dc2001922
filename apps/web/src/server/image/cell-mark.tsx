import { type Level, NEUTRAL, possibleDepth } from '@basecase/analysis';
import type { CardCell } from '@basecase/views/document';
import { LEVEL_COLOURS, LIGHT } from './light-colours';

const DOWN = 'M1 2h8l-4 6z';
const UP = 'M1 8h8l-4-6z';
const DOTS = 'M0 4h2v2h-2zM4 4h2v2h-2zM8 4h2v2h-2z';
/** A wedge of a small change. */
const SMALL = 0.7;

/**
 * The mark of a verdict, drawn: the font of the renderer has no wedges. Filled where a change is believed, hollow where
 * it is possible, three dots where it is unclear; nothing for what is not judged by noise.
 *
 * @param size in px
 */
export function cellMark(
  { text, level, verdict }: CardCell,
  { size, color }: { size: number; color: string },
) {
  if (verdict === undefined || verdict === 'no change' || verdict === 'missing') return null;
  const wedge = Number(text) < 1 ? DOWN : UP;
  const isHollow = verdict.startsWith('possible');
  const own = verdict === 'possible regression' ? LIGHT.regress : LIGHT.improve;
  const scaled = level !== NEUTRAL && verdict.startsWith('small') ? size * SMALL : size;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it becomes a PNG; the picture as a whole has its words.
    <svg width={scaled} height={scaled} viewBox="-1 -1 12 12" style={{ marginRight: size / 2 }}>
      <path
        d={verdict === 'unclear' ? DOTS : wedge}
        fill={isHollow ? 'none' : color}
        stroke={isHollow ? own : 'none'}
        strokeWidth="1.4"
      />
    </svg>
  );
}

/** Colour of a number without fill: that of what is possible. */
export function textColour({ verdict }: CardCell, usual: string): string {
  if (verdict === 'possible regression') return LIGHT.regress;
  return verdict === 'possible improvement' ? LIGHT.improve : usual;
}

/** Width of a frame in px, and the step whose fill it takes, by depth: as in verdicts.css. */
const FRAMES = { 1: null, 2: [1, 3], 3: [2, 3], 4: [2, 4], 5: [3, 5] } as const;

/** The frame of a possible change, deeper the larger it is; null for all others, and for the smallest. */
export function cellFrame({ text, verdict }: CardCell): string | null {
  const depth = verdict === undefined ? null : possibleDepth(verdict, Number(text));
  const frame = depth === null ? null : FRAMES[depth];
  if (!frame) return null;
  const [width, step] = frame;
  const level: Level = `${verdict === 'possible regression' ? 'r' : 'b'}${step}`;
  return `${width}px solid ${LEVEL_COLOURS[level].bg}`;
}
