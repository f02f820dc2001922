import type { ServerChoice } from '@basecase/views/compare';
import { type CompareState, compareHref, compareUrl } from '@basecase/views/compare';
import { serverHref } from '@basecase/views/url';
import { ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { SelectField } from '../../ui/form/select-field';

/** What still makes sense on another server: columns, base and cell are those of this one. */
function keptState({ metric, t, q, only, fold }: CompareState): CompareState {
  return { ...compareUrl.defaults, metric, t, q, only, fold };
}

/** Server and workload: another page of data, so these two do ask the server. */
export function WhereForm({ choices, state }: { choices: ServerChoice[]; state: CompareState }) {
  const kept = keptState(state);
  const server = choices.find(({ slug }) => slug === state.server);
  const go = (change: Partial<CompareState>) => window.location.assign(compareHref({ ...kept, ...change }));
  return (
    <form className="where" action="/compare" aria-label="Server and workload">
      <HiddenFields pairs={compareUrl.pairs(kept)} except={['server', 'workload']} />
      <SelectField
        label="Server"
        keepsLabel
        name="server"
        defaultValue={state.server}
        onChange={(event) => go({ server: event.target.value, workload: state.workload })}
        options={choices.map(({ slug, name, cores }) => ({
          value: slug,
          text: cores === null ? name : `${cores}-core, ${name}`,
        }))}
      />
      <SelectField
        label="Workload"
        keepsLabel
        name="workload"
        defaultValue={state.workload}
        onChange={(event) => go({ server: state.server, workload: event.target.value })}
        options={
          server?.workloads.map(({ slug, label, origin }) => ({
            value: slug,
            text: `${label} (${origin})`,
          })) ?? []
        }
      />
      <ShowButton />
      {server ? <AboutServer server={server} /> : null}
    </form>
  );
}

/** The page of the server: its facts, its other names, and merging workloads; a missing fact is asked for here. */
function AboutServer({ server: { slug, cores } }: { server: ServerChoice }) {
  return cores === null ? (
    <a href={serverHref(slug, 'facts')}>Add cores to see CPU µs/o</a>
  ) : (
    <a href={serverHref(slug)}>About the server</a>
  );
}
