import { type Level, verdictName } from '@basecase/analysis';
import type { CardCell } from '@basecase/views/document';
import { emphasisOf, levelWord } from '@basecase/views/verdict';

export interface TileProps {
  text: string;
  level: Level;
  /** Direction of the number; null without a mark. */
  direction: 'up' | 'dn' | null;
}

/** A verdict outside the heatmap: the same fill, the same mark, two decimals. */
export function Tile({ text, level, direction }: TileProps) {
  return (
    <span className={`tile ${level}${direction ? ` arrow ${direction}` : ''}`}>
      {text}
      <span className="sr-only">{levelWord(level)}</span>
    </span>
  );
}

/** A verdict as plain coloured text with its mark: for numbers on plain surfaces. */
export function VerdictText({ text, level, direction }: TileProps) {
  return (
    <span className={`${emphasisOf(level) ?? ''}${direction ? ` arrow ${direction}` : ''}`}>{text}</span>
  );
}

/** The number of a cell, with the word of its verdict for those who do not see its mark. */
export function CellWords({ cell }: { cell: CardCell }) {
  const { text, level, verdict } = cell;
  return (
    <>
      {text}
      <span className="sr-only">{verdict === undefined ? levelWord(level) : ` ${verdictName(verdict)}`}</span>
    </>
  );
}
