import { type MethodTopic, methodHref } from '@basecase/views/url';

/** A cell of each verdict as the heatmap draws it; the same for slower and faster. */
const KEYS: readonly {
  classes: [slower: string, faster: string] | [plain: string];
  word: string;
  topic: MethodTopic;
}[] = [
  { classes: ['r3', 'b3'], word: 'likely real', topic: 'likely-real' },
  { classes: ['r1 sm', 'b1 sm'], word: 'small', topic: 'small' },
  { classes: ['pr', 'pb'], word: 'possible', topic: 'possible' },
  { classes: ['n'], word: 'no change', topic: 'no-change' },
  { classes: ['un'], word: 'unclear', topic: 'unclear' },
  { classes: ['v'], word: 'missing', topic: 'missing' },
];

/** Fill and mark of every verdict, each with a link to what it means. */
export function VerdictLegend() {
  return (
    <ul className="legend verdict-legend" aria-label="Verdicts: orange is slower, blue is faster">
      {KEYS.map(({ classes, word, topic }) => (
        <li key={word}>
          {classes.map((name) => (
            <i key={name} className={`key ${name}`} aria-hidden="true" />
          ))}
          <a href={methodHref(topic)}>{word}</a>
        </li>
      ))}
      <li>
        <span className="onset" aria-hidden="true" />a lower level begins
      </li>
      <li>
        <i className="key v" aria-hidden="true">
          ?
        </i>
        <a href={methodHref('missing')}>doubtful</a>
      </li>
    </ul>
  );
}
