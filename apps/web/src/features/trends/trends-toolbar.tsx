import { metricOf } from '@basecase/ingest/model';
import {
  ALL_TESTS,
  GROUP_PREFIX,
  MAX_HEATMAPS,
  type TestOptions,
  TRENDS_METRICS,
  type TrendsMenu,
  type TrendsModel,
  type TrendsState,
  trendsHref,
  trendsUrl,
} from '@basecase/views/trends';
import { DataForm, ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { ChoiceMenu, ProductFields } from '../../ui/form/product-fields';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { ThresholdField } from '../../ui/form/threshold-field';
import { ViewForm } from '../../ui/form/view-form';

interface Props {
  /** The same product night after night; null where it has no nights. */
  nightsHref: string | null;
  model: TrendsModel;
  state: TrendsState;
  update: (change: Partial<TrendsState>) => void;
}

export function TrendsToolbar({ nightsHref, model, state, update }: Props) {
  const { axis, mode, noAbsolute } = model;
  const areAllOwn =
    model.series.length > 0 && model.series.every(({ base }) => base.endsWith('as published'));
  const modes = [
    { value: 'rel', label: 'Relative', isPressed: mode === 'rel' },
    {
      value: 'abs',
      label: 'Absolute',
      isPressed: mode === 'abs',
      problem: noAbsolute,
      title: noAbsolute || undefined,
    },
  ] as const;
  const axes = [
    { value: 'release', label: 'Each release', isPressed: axis.kind === 'release' },
    { value: 'major', label: 'Newest of each major', isPressed: axis.kind === 'major' },
  ] as const;
  return (
    <ViewForm
      action="/trends"
      pairs={trendsUrl.pairs(state)}
      fields={['base', 't']}
      pressed={{ mode, x: state.x }}
    >
      {nightsHref === null ? null : (
        <PointsNav nightsHref={nightsHref} releasesHref={trendsHref(state)} current="releases" />
      )}
      <Segments
        label="Values"
        labelShown="none"
        name="mode"
        segments={modes}
        onChoose={(mode) => update({ mode })}
      />
      <NarrowDetails label="Versions, base and threshold">
        <Segments label="Versions" name="x" segments={axes} onChoose={(x) => update({ x, base: '' })} />
        <SelectField
          label="Base"
          name="base"
          value={axis.positions.includes(state.base) ? state.base : ''}
          disabled={areAllOwn}
          title={areAllOwn ? 'These tables were published as ratios: each has its own base' : undefined}
          onChange={(event) => update({ base: event.target.value })}
          none="first version of each line"
          options={axis.positions}
        />
        <ThresholdField value={state.t} onChoose={(t) => update({ t })} />
      </NarrowDetails>
      <ShowButton />
    </ViewForm>
  );
}

interface TrendsFormProps {
  menu: TrendsMenu;
  options: TestOptions;
  /** The selected tests, as in the URL. */
  test: string;
  state: TrendsState;
}

/** What was chosen for one product means nothing for another. */
const FORGETS = ['on', 'test', 'base'];

/** Which test and metric, of which product, on which servers. */
export function TrendsForm({ menu, options, test, state }: TrendsFormProps) {
  return (
    <DataForm action="/trends" label="What is drawn">
      <HiddenFields
        pairs={trendsUrl.pairs(state)}
        except={['product', 'benchmark', 'test', 'on', 'metric']}
      />
      <ProductFields menu={menu} forgets={FORGETS} />
      <SelectField label="Test" keepsLabel name="test" defaultValue={test}>
        <option value={ALL_TESTS}>All tests, geometric mean</option>
        {options.groups.map(({ id, label, tests }) => (
          <optgroup key={id} label={label}>
            <option value={GROUP_PREFIX + id}>{label}, geometric mean</option>
            {tests.map((each) => (
              <option key={each.key} value={each.key}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Metric"
        keepsLabel
        name="metric"
        defaultValue={metricOf(state.metric).label}
        options={TRENDS_METRICS.map((id) => ({
          value: metricOf(id).label,
          text: LABELS[id] ?? metricOf(id).label,
        }))}
      />
      <ChoiceMenu title="Heatmaps" chosen={menu.shown} all={menu.total} className="lines-pop">
        <fieldset>
          <legend>Servers and workloads, at most {MAX_HEATMAPS}</legend>
          {menu.lines.map(({ text, server, details, chosen }) => (
            <label key={text} className="check">
              <input type="checkbox" name="on" value={text} defaultChecked={chosen} />
              <span>
                {server} <span className="dim">{details}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {menu.hidden > 0 ? <p className="dim">{menu.hidden} more have shorter histories.</p> : null}
        <button type="submit" className="button">
          Draw these lines
        </button>
      </ChoiceMenu>
    </DataForm>
  );
}

/** Labels that say nothing without their heading. */
const LABELS: Readonly<Record<string, string>> = {
  throughput: 'Throughput',
  latency_avg: 'Average latency',
  latency_p95: 'p95 latency',
};
