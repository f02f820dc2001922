import type { ServerChoice } from '@basecase/views/compare';
import { type CompareState, compareHref, DEFAULT_COMPARE_STATE } from '@basecase/views/compare';
import { HiddenFields } from './hidden-fields';

/** What still makes sense on another server: columns, base and cell are those of this one. */
function keptState({ metric, t, q, only, fold }: CompareState): CompareState {
  return { ...DEFAULT_COMPARE_STATE, metric, t, q, only, fold };
}

/** Server and workload: another page of data, so these two do ask the server. */
export function WhereForm({ choices, state }: { choices: ServerChoice[]; state: CompareState }) {
  const kept = keptState(state);
  const server = choices.find(({ slug }) => slug === state.server);
  const go = (change: Partial<CompareState>) => window.location.assign(compareHref({ ...kept, ...change }));
  return (
    <form className="where" action="/compare" aria-label="Server and workload">
      <HiddenFields state={kept} except={['server', 'workload']} />
      <label className="lab keep">
        <span>Server</span>
        <select
          className="field"
          name="server"
          defaultValue={state.server}
          onChange={(event) => go({ server: event.target.value, workload: state.workload })}
        >
          {choices.map((choice) => (
            <option key={choice.slug} value={choice.slug}>
              {choice.cores === null ? choice.name : `${choice.cores}-core, ${choice.name}`}
            </option>
          ))}
        </select>
      </label>
      <label className="lab keep">
        <span>Workload</span>
        <select
          className="field"
          name="workload"
          defaultValue={state.workload}
          onChange={(event) => go({ server: state.server, workload: event.target.value })}
        >
          {server?.workloads.map((workload) => (
            <option key={workload.slug} value={workload.slug}>
              {workload.label} ({workload.origin})
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn only-noscript">
        Show
      </button>
    </form>
  );
}
