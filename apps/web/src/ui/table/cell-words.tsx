import type { CardCell } from '@basecase/views/document';
import { levelWord } from './tile';

/** The number of a cell, with the word of its verdict for those who do not see its mark. */
export function CellWords({ cell }: { cell: CardCell }) {
  const { text, level, verdict } = cell;
  return (
    <>
      {text}
      <span className="sr-only">{verdict === undefined ? levelWord(level) : ` ${verdict}`}</span>
    </>
  );
}
