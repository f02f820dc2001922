import { heatmapText } from '../../lib/heatmap-ref';
import { shortWorkloadLabel } from '../../lib/workload-label';
import { addressOf, type ServersChoice } from './choose-servers';
import type { VersionKey } from './column-keys';
import { HiddenFields } from './hidden-fields';
import { MAX_SERVERS, type ServersState } from './servers-state';

interface Props {
  choice: ServersChoice;
  keys: VersionKey[];
  /** Keys that are shown. */
  shown: string[];
  state: ServersState;
}

/** What is read from the database: a GET form, sent at every change where scripts run, by a button elsewhere. */
export function ServersForm({ choice, keys, shown, state }: Props) {
  const servers = [...new Set(choice.offered.map(({ server }) => server.slug))].map((slug) =>
    choice.offered.filter(({ server }) => server.slug === slug),
  );
  const chosen = choice.chosen.map((entry) => heatmapText(addressOf(entry)));
  return (
    <form
      className="where"
      action="/servers"
      aria-label="What is compared"
      onChange={(event) => {
        // In the menus several things may be chosen before they are shown.
        if (!(event.target as Element).closest('.pop')) event.currentTarget.requestSubmit();
      }}
    >
      {/* Other products have other servers and versions: what is chosen of them is only kept by its own controls. */}
      <HiddenFields state={state} except={['product', 'benchmark', 'on', 'v', 'base', 'fold']} />
      <label className="lab keep">
        <span>Product</span>
        <select className="field" name="product" defaultValue={choice.product} onChange={forget('on', 'v')}>
          {choice.products.map((product) => (
            <option key={product}>{product}</option>
          ))}
        </select>
      </label>
      <label className="lab keep">
        <span>Benchmark</span>
        <select
          className="field"
          name="benchmark"
          defaultValue={choice.benchmark}
          onChange={forget('on', 'v')}
        >
          {choice.benchmarks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <details className="menu">
        <summary className="btn">
          Servers{' '}
          <span className="dim">
            {chosen.length} of {servers.length}
          </span>
        </summary>
        <div className="pop chooser servers-pop">
          {servers.map((entries) => (
            <label key={entries[0]?.server.slug} className="lab">
              <span>
                <b>{entries[0]?.server.name}</b>
                {entries[0]?.server.cores === null ? '' : `, ${entries[0]?.server.cores}-core`}
              </span>
              <select
                className="field"
                name="on"
                defaultValue={
                  entries
                    .map((entry) => heatmapText(addressOf(entry)))
                    .find((text) => chosen.includes(text)) ?? ''
                }
              >
                <option value="">not shown</option>
                {entries.map((entry) => (
                  <option key={entry.workload.slug} value={heatmapText(addressOf(entry))}>
                    {workloadName(entry)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <p className="dim">
            At most {MAX_SERVERS} side by side. One alone brings those that share versions with it.
          </p>
          <button type="submit" className="btn">
            Show these servers
          </button>
        </div>
      </details>
      <details className="menu">
        <summary className="btn">
          Versions{' '}
          <span className="dim">
            {shown.length} of {keys.length}
          </span>
        </summary>
        <div className="pop chooser versions-pop">
          <fieldset>
            <legend>{choice.product}</legend>
            {keys.map(({ key, servers: having }) => (
              <label key={key} className="check">
                <input type="checkbox" name="v" value={key} defaultChecked={shown.includes(key)} />
                {key}{' '}
                <span className="dim">
                  on {having.length} of {choice.chosen.length}
                </span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn">
            Show these versions
          </button>
        </div>
      </details>
      <button type="submit" className="btn only-noscript">
        Show
      </button>
    </form>
  );
}

/** What was chosen for one product means nothing for another: those fields are not sent. */
function forget(...names: string[]) {
  return (event: React.ChangeEvent<HTMLSelectElement>) => {
    for (const field of event.currentTarget.form?.elements ?? []) {
      const { name } = field as HTMLInputElement;
      if (names.includes(name)) (field as HTMLInputElement).disabled = true;
    }
  };
}

function workloadName({ workload }: ServersChoice['offered'][number]): string {
  const source = workload.source === null ? workload.origin : workload.source;
  return `${[shortWorkloadLabel(workload), ...workload.details].join(', ')} (${source})`;
}
