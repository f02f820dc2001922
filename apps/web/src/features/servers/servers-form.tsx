import type { ServersMenu, VersionKey } from '@basecase/views/servers';
import { MAX_SERVERS, type ServersState, serversUrl } from '@basecase/views/servers';
import { ChoiceMenu } from '../../ui/form/choice-menu';
import { DataForm } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { ProductFields } from '../../ui/form/product-fields';
import { SelectField } from '../../ui/form/select-field';

interface Props {
  menu: ServersMenu;
  keys: VersionKey[];
  /** Keys that are shown. */
  shown: string[];
  state: ServersState;
}

/** What was chosen for one product means nothing for another. */
const FORGETS = ['on', 'v', 'base', 'fold'];

/** Which versions on which servers. */
export function ServersForm({ menu, keys, shown, state }: Props) {
  return (
    <DataForm action="/servers" label="What is compared">
      {/* Other products have other servers and versions: what is chosen of them is only kept by its own controls. */}
      <HiddenFields pairs={serversUrl.pairs(state)} except={['product', 'benchmark', 'on', 'v']} />
      <ProductFields menu={menu} forgets={FORGETS} />
      <ChoiceMenu title="Servers" chosen={menu.shown} all={menu.total} className="servers-pop">
        {menu.servers.map(({ slug, name, chosen, workloads }) => (
          <SelectField
            key={slug}
            label={name}
            name="on"
            defaultValue={chosen}
            none="not shown"
            options={workloads.map(({ text, label }) => ({ value: text, text: label }))}
          />
        ))}
        <p className="dim">
          At most {MAX_SERVERS} side by side. If you choose one, those that share versions with it are added.
          {menu.hidden > 0 ? ` ${menu.hidden} more: open one in Compare and click “Other servers”.` : ''}
        </p>
        <button type="submit" className="button">
          Show these servers
        </button>
      </ChoiceMenu>
      <ChoiceMenu title="Versions" chosen={shown.length} all={keys.length} className="versions-pop">
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
        <button type="submit" className="button">
          Show these versions
        </button>
      </ChoiceMenu>
    </DataForm>
  );
}
