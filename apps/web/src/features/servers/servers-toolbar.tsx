import { metricOf } from '@basecase/ingest/model';
import {
  byServers,
  isCost,
  isRecorded,
  keyLabel,
  MAX_SERVERS,
  metricLabel,
  SERVERS_METRICS,
  type ServersMenu,
  type ServersSelection,
  type ServersState,
  serversHref,
  serversUrl,
  type VersionKey,
  whyNoVerdicts,
  withBase,
} from '@basecase/views/servers';
import { countText } from '@basecase/views/text';
import { DataForm, ShowButton } from '../../ui/form/data-form';
import { FilterField } from '../../ui/form/filter-field';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { ChoiceMenu, ProductFields } from '../../ui/form/product-fields';
import { RuleSwitch } from '../../ui/form/rule-switch';
import { Segments } from '../../ui/form/segments';
import { CheckField, SelectField } from '../../ui/form/select-field';
import { ThresholdField } from '../../ui/form/threshold-field';
import { submitterOf, ViewForm } from '../../ui/form/view-form';
import { toggleFold } from '../../ui/grid/grid-row';

interface Props {
  selection: ServersSelection;
  /** All versions of the shown servers. */
  keys: VersionKey[];
  state: ServersState;
  update: (change: Partial<ServersState>) => void;
}

export function ServersToolbar({ selection, keys, state, update }: Props) {
  const { data } = selection;
  /** Values of a version that is not shown are not there yet: the page is opened with it. */
  const choose = (key: string, change: Partial<ServersState>) => {
    if (key === '' || data.keys.includes(key)) update(change);
    else window.location.assign(serversHref({ ...state, ...change }));
  };
  const areAllRatios = selection.servers.every(({ isRatioTable }) => isRatioTable);
  return (
    <ViewForm
      id="view"
      action="/servers"
      pairs={serversUrl.pairs(state)}
      fields={['base', 'version', 't', 'q', 'only', 'fold']}
      pressed={{ metric: metricOf(selection.metric).label, rule: state.rule }}
      onSubmit={(event) => {
        event.preventDefault();
        const button = submitterOf(event);
        if (button?.name === 'fold') update({ fold: toggleFold(state.fold, button.value) });
      }}
    >
      <Segments
        label="Metric"
        labelShown="keep"
        name="metric"
        segments={SERVERS_METRICS.map((id) => toSegment(selection, id))}
        onChoose={(metric) => update({ metric })}
      />
      <NarrowDetails label="Base, version and rule">
        <SelectField
          label="Base"
          className="version-choice"
          name="base"
          value={selection.base}
          disabled={areAllRatios}
          title={areAllRatios ? 'These tables were published as ratios: each has its own base' : undefined}
          onChange={({ target: { value } }) =>
            choose(value, withBase(value, { v: state.v, shown: data.keys }))
          }
          none={selection.base === '' || data.base === '' ? 'each its own' : undefined}
          options={versionOptions(keys, selection)}
        />
        <SelectField
          label="Version"
          className="version-choice"
          name="version"
          value={selection.keys[selection.judged] ?? ''}
          onChange={({ target: { value } }) => choose(value, { version: value })}
          options={versionOptions(
            keys.filter(({ key }) => key !== selection.base),
            selection,
          )}
        />
        <RuleSwitch
          rule={selection.rule}
          problem={whyNoVerdicts(selection)}
          onChoose={(rule) => update({ rule })}
        />
        {selection.rule === 'verdicts' ? (
          <input type="hidden" name="t" value={state.t} />
        ) : (
          <ThresholdField value={state.t} onChoose={(t) => update({ t })} />
        )}
        <FilterField value={state.q} onChange={(q) => update({ q })} onClear={() => update({ q: '' })} />
        <CheckField
          label="Only differences"
          name="only"
          checked={state.only}
          onChange={(only) => update({ only })}
        />
      </NarrowDetails>
      <ShowButton />
      {isCost(selection.metric) ? <span className="sr-only">A rise is a regression.</span> : null}
    </ViewForm>
  );
}

/** `9.5.0, on 2 of 3 servers`: those on most servers first, of as many in release order. */
function versionOptions(keys: readonly VersionKey[], { servers }: ServersSelection) {
  const all = keys.map(({ key }) => key);
  return keys.toSorted(byServers).map((version) => ({
    value: version.key,
    text: `${keyLabel(all, version.key)}, on ${version.servers.length} of ${countText(servers.length, 'server', 'servers')}`,
  }));
}

function toSegment({ data, metric }: ServersSelection, id: (typeof SERVERS_METRICS)[number]) {
  const { label, description } = metricOf(id);
  const isThere = isRecorded(data, id);
  return {
    value: id,
    sent: label,
    label: metricLabel(data, id),
    isPressed: id === metric,
    title: isThere ? description : `${label} was not recorded on these servers`,
    problem: isThere ? '' : 'not recorded',
  };
}

interface ServersFormProps {
  menu: ServersMenu;
  keys: VersionKey[];
  /** Keys that are shown. */
  shown: string[];
  state: ServersState;
}

/** What was chosen for one product means nothing for another. */
const FORGETS = ['on', 'v', 'base', 'fold'];

/** Which versions on which servers. */
export function ServersForm({ menu, keys, shown, state }: ServersFormProps) {
  return (
    <DataForm action="/servers" label="What is compared">
      {/* Other products have other servers and versions: what is chosen of them is only kept by its own controls. */}
      <HiddenFields pairs={serversUrl.pairs(state)} except={['product', 'benchmark', 'on', 'v']} />
      <ProductFields menu={menu} forgets={FORGETS} />
      <ChoiceMenu title="Servers" chosen={menu.shown} all={menu.total} className="servers-pop pile">
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
