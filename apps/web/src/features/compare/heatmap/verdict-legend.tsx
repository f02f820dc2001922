/** A cell of each verdict as the heatmap draws it; the same for slower and faster. */
const KEYS: readonly {
  classes: readonly string[];
  word: string;
}[] = [
  { classes: ['r3', 'b3'], word: 'likely real' },
  { classes: ['r1 sm', 'b1 sm'], word: 'small' },
  { classes: ['pr', 'pb p5'], word: 'possible, by size' },
  { classes: ['n'], word: 'no change' },
  { classes: ['un'], word: 'unclear' },
  { classes: ['v'], word: 'missing' },
];

/** Fill and mark of every verdict. The link next to the active rule explains them: one tab stop, not seven. */
export function VerdictLegend() {
  return (
    <ul className="legend verdict-legend" aria-label="Verdicts: orange is slower, blue is faster">
      {KEYS.map(({ classes, word }) => (
        <li key={word}>
          {classes.map((name) => (
            <i key={name} className={`key ${name}`} aria-hidden="true" />
          ))}
          {word}
        </li>
      ))}
      <li>
        <span className="onset" aria-hidden="true" />a lower level begins
      </li>
      <li>
        <i className="key v" aria-hidden="true">
          ?
        </i>
        doubtful
      </li>
    </ul>
  );
}
