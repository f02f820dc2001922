import { metricOf } from '@basecase/ingest/model';
import type { TestOptions, TrendsMenu } from '@basecase/views/trends';
import {
  ALL_TESTS,
  GROUP_PREFIX,
  MAX_HEATMAPS,
  TRENDS_METRICS,
  type TrendsState,
  trendsUrl,
} from '@basecase/views/trends';
import { ChoiceMenu } from '../../ui/form/choice-menu';
import { DataForm } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { ProductFields } from '../../ui/form/product-fields';
import { SelectField } from '../../ui/form/select-field';

interface Props {
  menu: TrendsMenu;
  options: TestOptions;
  /** The selected tests, as in the URL. */
  test: string;
  state: TrendsState;
}

/** What was chosen for one product means nothing for another. */
const FORGETS = ['on', 'test', 'base'];

/** Which test and metric, of which product, on which servers. */
export function TrendsForm({ menu, options, test, state }: Props) {
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
