import { metricOf } from '@basecase/ingest/model';
import {
  isCost,
  isRecorded,
  keyLabel,
  metricLabel,
  SERVERS_METRICS,
  type ServersSelection,
  type ServersState,
  serversUrl,
  whyNoVerdicts,
  withBase,
} from '@basecase/views/servers';
import { CheckField } from '../../ui/form/check-field';
import { ShowButton } from '../../ui/form/data-form';
import { FilterField } from '../../ui/form/filter-field';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { RuleSwitch } from '../../ui/form/rule-switch';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { ThresholdField } from '../../ui/form/threshold-field';
import { submitterOf, ViewForm } from '../../ui/form/view-form';
import { toggleFold } from '../../ui/grid/grid-groups';

interface Props {
  selection: ServersSelection;
  state: ServersState;
  update: (change: Partial<ServersState>) => void;
}

export function ServersToolbar({ selection, state, update }: Props) {
  const { data } = selection;
  const areAllRatios = selection.servers.every(({ isRatioTable }) => isRatioTable);
  return (
    <ViewForm
      id="view"
      action="/servers"
      pairs={serversUrl.pairs(state)}
      fields={['base', 't', 'q', 'only', 'fold']}
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
      <NarrowDetails label="Base, rule and filter">
        <SelectField
          label="Base"
          name="base"
          value={selection.base}
          disabled={areAllRatios}
          title={areAllRatios ? 'These tables were published as ratios: each has its own base' : undefined}
          onChange={(event) => update(withBase(event.target.value, { v: state.v, shown: data.keys }))}
          none={selection.base === '' || data.base === '' ? 'each its own' : undefined}
          options={data.keys.map((key) => ({ value: key, text: keyLabel(data.keys, key) }))}
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
          label="Only where servers differ"
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
