import './how-sure.css';

interface Props {
  /** Filled bars of three. */
  bars: 0 | 1 | 2 | 3;
  word: string;
  isLarge?: boolean;
}

/** A level of certainty: bars for the eye, and its word. */
export function HowSure({ bars, word, isLarge = false }: Props) {
  return (
    <span className={isLarge ? 'how-sure large' : 'how-sure'}>
      <span className={`bars b${bars}`} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {word}
    </span>
  );
}
