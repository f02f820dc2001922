import { METRICS } from '@basecase/ingest/model';
import type { TestOptions, TrendsMenu } from '@basecase/views/trends';
import {
  ALL_TESTS,
  GROUP_PREFIX,
  MAX_HEATMAPS,
  TRENDS_METRICS,
  type TrendsState,
} from '@basecase/views/trends';
import { HiddenFields } from './hidden-fields';

interface Props {
  menu: TrendsMenu;
  options: TestOptions;
  /** The selected tests, as in the URL. */
  test: string;
  state: TrendsState;
}

/** What is read from the database: a GET form, sent at every change where scripts run, by a button elsewhere. */
export function TrendsForm({ menu, options, test, state }: Props) {
  return (
    <form
      className="where"
      action="/trends"
      aria-label="What is drawn"
      onChange={(event) => {
        // In the menu several lines may be chosen before they are drawn.
        if (!(event.target as Element).closest('.pop')) submitAndRestore(event.currentTarget);
      }}
    >
      <HiddenFields state={state} except={['product', 'benchmark', 'test', 'on', 'metric']} />
      <label className="lab keep">
        <span>Product</span>
        <select
          className="field"
          name="product"
          defaultValue={menu.product}
          onChange={forget('on', 'test', 'base')}
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
          onChange={forget('on', 'test', 'base')}
        >
          {menu.benchmarks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="lab keep">
        <span>Test</span>
        <select className="field" name="test" defaultValue={test}>
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
        </select>
      </label>
      <label className="lab keep">
        <span>Metric</span>
        <select className="field" name="metric" defaultValue={METRICS[state.metric].label}>
          {TRENDS_METRICS.map((id) => (
            <option key={id} value={METRICS[id].label}>
              {LABELS[id] ?? METRICS[id].label}
            </option>
          ))}
        </select>
      </label>
      <details className="menu">
        <summary className="btn">
          Lines{' '}
          <span className="dim">
            {menu.shown} of {menu.total}
          </span>
        </summary>
        <div className="pop chooser lines-pop">
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
          <button type="submit" className="btn">
            Draw these lines
          </button>
        </div>
      </details>
      <button type="submit" className="btn only-noscript">
        Show
      </button>
    </form>
  );
}

/** Labels that say nothing without their heading. */
const LABELS: Readonly<Record<string, string>> = {
  throughput: 'Throughput',
  latency_avg: 'Average latency',
  latency_p95: 'p95 latency',
};

/** What was chosen for one product means nothing for another: those fields are not sent. */
function forget(...names: string[]) {
  return (event: React.ChangeEvent<HTMLSelectElement>) => {
    for (const field of event.currentTarget.form?.elements ?? []) {
      const control = field as HTMLInputElement;
      if (names.includes(control.name)) control.disabled = true;
    }
  };
}

/** What was left out of one submit is there again when the reader comes back to this page. */
function submitAndRestore(form: HTMLFormElement) {
  form.requestSubmit();
  for (const field of form.elements) (field as HTMLInputElement).disabled = false;
}
