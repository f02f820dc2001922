import './how-sure.css';
import { type Certainty, certaintyLevel } from '@basecase/analysis';

/** The level of certainty: bars and a word. */
export function HowSure({ certainty }: { certainty: Certainty }) {
  return (
    <span className={`how-sure ${certainty}`}>
      <i aria-hidden="true" />
      {certaintyLevel(certainty).short}
    </span>
  );
}
