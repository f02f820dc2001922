import type { RegressionList } from '@basecase/db/types';
import { isFiltered, type ListState, listHref } from '@basecase/views/regressions';
import { methodHref } from '@basecase/views/url';

/** No record to show: says why, and what to do next. */
export function EmptyList({ list, state }: { list: RegressionList; state: ListState }) {
  const all = Object.values(list.counts).reduce((sum, count) => sum + count, 0);
  if (isFiltered(state)) {
    return (
      <p className="sec in mid">
        Nothing matches. <a href={listHref({ kind: state.kind })}>Show all that is open</a>
      </p>
    );
  }
  if (all > 0) {
    return (
      <p className="sec in mid">
        {state.state === 'open'
          ? 'Nothing waits for a decision. A new upload may bring more.'
          : 'Nothing is in this state.'}{' '}
        <a href={listHref({ kind: state.kind, state: 'all' })}>Show all</a>
      </p>
    );
  }
  return <Nothing kind={state.kind} />;
}

function Nothing({ kind }: { kind: ListState['kind'] }) {
  return (
    <div className="sec in teach">
      <h2>No {kind} is recorded yet</h2>
      <p>
        One is recorded when a test {kind === 'regression' ? 'gets slower' : 'gets faster'} from one version
        to the next by more than it moves when nothing changed. After each upload the stored runs are looked
        at again; nothing has to be started.
      </p>
      <h3>What it takes</h3>
      <ul>
        <li>
          Two versions or more of one product, on one server and workload.{' '}
          <a href="/upload">Upload their logs</a>
        </li>
        <li>
          Something that shows the noise: one version run twice, or two point releases. Without it only large
          changes are believed. <a href="/noise">What is known of the noise</a>
        </li>
        <li>
          vmstat and iostat logs beside the tests, for a reason: CPU, context switches, reads and writes per
          operation.
        </li>
      </ul>
      <h3>What you do with them</h3>
      <p>
        Go through the list with <kbd>j</kbd> and <kbd>k</kbd>, open one with <kbd>Enter</kbd>, decide with{' '}
        <kbd>c</kbd> confirmed, <kbd>i</kbd> investigating, <kbd>n</kbd> noise, <kbd>w</kbd> won't fix. A
        later version that is back at the old level marks it as fixed.{' '}
        <a href={methodHref('verdicts')}>How changes are judged</a>
      </p>
    </div>
  );
}
