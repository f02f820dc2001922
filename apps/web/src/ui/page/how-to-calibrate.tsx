import { methodHref } from '@basecase/views/url';
import './how-to-calibrate.css';

/** Both ways to make the noise of a machine known, with what is typed: where the noise is assumed. */
export function HowToCalibrate() {
  return (
    <details className="how-to-calibrate fine mid">
      <summary>How to measure the noise</summary>
      <ul>
        <li>
          Run the base once more on another day, the same way, and load it too:{' '}
          <code>npx basecase ingest DIR</code>. The difference of the two is the noise.
        </li>
        <li>
          Or record all versions in turns, so that what the machine does to one it does to the others:{' '}
          <code>npx basecase record PLAN</code>; <code>npx basecase record --init</code> writes an example.
        </li>
        <li>
          <a href={methodHref('not-calibrated')}>What counts as evidence of a machine</a>
        </li>
      </ul>
    </details>
  );
}
