import { METRICS } from '@basecase/ingest/model';
import {
  isCost,
  isRecorded,
  keyLabel,
  metricLabel,
  SERVERS_METRICS,
  type ServersState,
  type View,
  whyNoVerdicts,
} from '@basecase/views/servers';
import { RuleSwitch } from '../../ui/form/rule-switch';
import { ThresholdField } from '../../ui/form/threshold-field';
import { HiddenFields } from './hidden-fields';

interface Props {
  view: View;
  state: ServersState;
  update: (change: Partial<ServersState>) => void;
}

/** How it is looked at: changes in the browser, and is a GET form for browsers without scripts. */
export function ServersToolbar({ view, state, update }: Props) {
  const { data } = view;
  const areAllRatios = view.servers.every(({ isRatioTable }) => isRatioTable);
  return (
    <form
      className="bar"
      id="view"
      action="/servers"
      aria-label="View"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter instanceof HTMLButtonElement && submitter.name === 'fold') {
          update({ fold: toggle(state.fold, submitter.value) });
        }
      }}
    >
      <HiddenFields state={state} except={['base', 'metric', 't', 'rule', 'q', 'only', 'fold']} />
      {/* Before the buttons: of two `metric` the last counts, and the pressed button comes later. */}
      <input type="hidden" name="metric" value={METRICS[view.metric].label} />
      <input type="hidden" name="rule" value={state.rule} />
      <div className="lab keep">
        <span id="metric-label">Metric</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
        <div className="seg" role="group" aria-labelledby="metric-label">
          {SERVERS_METRICS.map((id) => {
            const isThere = isRecorded(data, id);
            return (
              <button
                key={id}
                type="submit"
                name="metric"
                value={METRICS[id].label}
                aria-pressed={id === view.metric}
                disabled={!isThere}
                title={
                  isThere ? METRICS[id].description : `${METRICS[id].label} was not recorded on these servers`
                }
                onClick={() => update({ metric: id })}
              >
                {metricLabel(data, id)}
                {isThere ? null : <span className="sr"> not recorded</span>}
              </button>
            );
          })}
        </div>
      </div>
      <label className="lab">
        <span>Base</span>
        <select
          className="field"
          name="base"
          value={view.base}
          disabled={areAllRatios}
          title={areAllRatios ? 'These tables were published as ratios: each has its own base' : undefined}
          onChange={(event) => update({ base: event.target.value })}
        >
          {view.base === '' || data.base === '' ? <option value="">each its own</option> : null}
          {data.keys.map((key) => (
            <option key={key} value={key}>
              {keyLabel(data.keys, key)}
            </option>
          ))}
        </select>
      </label>
      <RuleSwitch rule={view.rule} problem={whyNoVerdicts(view)} onChoose={(rule) => update({ rule })} />
      {view.rule === 'verdicts' ? (
        <input type="hidden" name="t" value={state.t} />
      ) : (
        <ThresholdField value={state.t} onChoose={(t) => update({ t })} />
      )}
      <label className="find">
        <span className="sr">Filter tests</span>
        <input
          id="filter"
          name="q"
          value={state.q}
          placeholder="Filter, e.g. update -zipf"
          autoComplete="off"
          onChange={(event) => update({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') update({ q: '' });
          }}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          name="only"
          value="1"
          checked={state.only}
          onChange={(event) => update({ only: event.target.checked })}
        />
        Only where servers differ
      </label>
      <button type="submit" className="btn only-noscript">
        Show
      </button>
      {isCost(view.metric) ? <span className="sr">A rise is a regression.</span> : null}
    </form>
  );
}

function toggle(folded: readonly string[], group: string): string[] {
  return folded.includes(group) ? folded.filter((id) => id !== group) : [...folded, group];
}
