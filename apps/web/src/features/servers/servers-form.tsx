import type { ServersMenu, VersionKey } from '@basecase/views/servers';
import { MAX_SERVERS, type ServersState } from '@basecase/views/servers';
import { HiddenFields } from './hidden-fields';

interface Props {
  menu: ServersMenu;
  keys: VersionKey[];
  /** Keys that are shown. */
  shown: string[];
  state: ServersState;
}

/** What is read from the database: a GET form, sent at every change where scripts run, by a button elsewhere. */
export function ServersForm({ menu, keys, shown, state }: Props) {
  return (
    <form
      className="where"
      action="/servers"
      aria-label="What is compared"
      onChange={(event) => {
        // In the menus several things may be chosen before they are shown.
        if (!(event.target as Element).closest('.pop')) submitAndRestore(event.currentTarget);
      }}
    >
      {/* Other products have other servers and versions: what is chosen of them is only kept by its own controls. */}
      <HiddenFields state={state} except={['product', 'benchmark', 'on', 'v']} />
      <label className="lab keep">
        <span>Product</span>
        <select
          className="field"
          name="product"
          defaultValue={menu.product}
          onChange={forget('on', 'v', 'base', 'fold')}
        >
          {menu.products.map((product) => (
            <option key={product}>{product}</option>
          ))}
        </select>
      </label>
      <label className="lab keep">
        <span>Benchmark</span>
        <select
          className="field"
          name="benchmark"
          defaultValue={menu.benchmark}
          onChange={forget('on', 'v', 'base', 'fold')}
        >
          {menu.benchmarks.map(({ id, name }) => (
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
            {menu.shown} of {menu.total}
          </span>
        </summary>
        <div className="pop chooser servers-pop">
          {menu.servers.map(({ slug, name, chosen, workloads }) => (
            <label key={slug} className="lab">
              <span>{name}</span>
              <select className="field" name="on" defaultValue={chosen}>
                <option value="">not shown</option>
                {workloads.map(({ text, label }) => (
                  <option key={text} value={text}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <p className="dim">
            At most {MAX_SERVERS} side by side. One alone brings those that share versions with it.
            {menu.hidden > 0 ? ` ${menu.hidden} more: open one in Compare, and follow “Other servers”.` : ''}
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
            <legend>{menu.product}</legend>
            {keys.map(({ key, servers: having }) => (
              <label key={key} className="check">
                <input type="checkbox" name="v" value={key} defaultChecked={shown.includes(key)} />
                {key}{' '}
                <span className="dim">
                  on {having.length} of {menu.shown}
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

/** What was left out of one submit is there again when the reader comes back to this page. */
function submitAndRestore(form: HTMLFormElement) {
  form.requestSubmit();
  for (const field of form.elements) (field as HTMLInputElement).disabled = false;
}
