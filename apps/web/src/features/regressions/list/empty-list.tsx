import type { RegressionList } from '@basecase/db/types';
import { isFiltered, type ListState, listHref } from '@basecase/views/regressions';
import { methodHref } from '@basecase/views/url';

/** Explains an empty list and names the next step. */
export function EmptyList({ list, state }: { list: RegressionList; state: ListState }) {
  const all = Object.values(list.counts).reduce((sum, count) => sum + count, 0);
  if (isFiltered(state)) {
    return (
      <p className="page-section inset mid">
        No record matches. <a href={listHref({ kind: state.kind })}>Show all open records</a>
      </p>
    );
  }
  if (all > 0) {
    return (
      <p className="page-section inset mid">
        {state.state === 'open'
          ? 'No open records. A new upload may add some.'
          : 'No record is in this state.'}{' '}
        <a href={listHref({ kind: state.kind, state: 'all' })}>Show all</a>
      </p>
    );
  }
  return <Nothing kind={state.kind} />;
}

function Nothing({ kind }: { kind: ListState['kind'] }) {
  return (
    <div className="page-section inset teach">
      <h2>No {kind} is recorded yet</h2>
      <p>
        One is recorded when a test {kind === 'regression' ? 'gets slower' : 'gets faster'} from one version
        to the next by more than its noise. Records are updated after each upload; there is nothing to start.
      </p>
      <h3>Requirements</h3>
      <ul>
        <li>
          Two versions or more of one product, on one server and workload.{' '}
          <a href="/upload">Upload their logs</a>
        </li>
        <li>
          A measure of the noise: one version run twice, or two point releases. Without it, only large changes
          count. <a href="/noise">Noise measured so far</a>
        </li>
        <li>
          vmstat and iostat logs of the tests, to explain changes by CPU, context switches, reads and writes
          per operation.
        </li>
      </ul>
      <h3>Triage</h3>
      <p>
        Move through the list with <kbd>j</kbd> and <kbd>k</kbd>, open a record with <kbd>Enter</kbd>, and set
        its state with <kbd>c</kbd> confirmed, <kbd>i</kbd> investigating, <kbd>n</kbd> noise, <kbd>w</kbd>{' '}
        won't fix. A record is marked as fixed when a later version is back at the old level.{' '}
        <a href={methodHref('verdicts')}>How changes are judged</a>
      </p>
    </div>
  );
}
