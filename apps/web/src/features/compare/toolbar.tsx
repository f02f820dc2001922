import { METRICS, type MetricId } from '@basecase/ingest/model';
import type { ReactNode } from 'react';
import type { CompareState } from './compare-state';
import type { HeatData } from './heat-data';
import { HiddenFields } from './hidden-fields';
import { ThresholdSelect } from './threshold-select';
import type { Update } from './use-compare-state';
import { metricLabel } from './view';

interface Props {
  data: HeatData;
  state: CompareState;
  /** The metric that is shown: the one of the state, where it was recorded. */
  metric: MetricId;
  update: Update;
  children: ReactNode;
}

/** What the toolbar's own controls send. */
const OWN_FIELDS = ['metric', 't', 'q', 'only', 'cols'] as const;

/**
 * The controls of the view. It is a GET form, and the heads of the table are its submit buttons, so that all of it
 * works before hydration and without scripts; with them nothing is ever submitted.
 */
export function Toolbar({ data, state, metric, update, children }: Props) {
  return (
    <form
      className="bar"
      id="view"
      action="/compare"
      aria-label="View"
      onSubmit={(event) => event.preventDefault()}
    >
      <HiddenFields state={state} except={OWN_FIELDS} />
      {/* Before the buttons: of two `metric` the last counts, and the pressed button comes later. */}
      <input type="hidden" name="metric" value={METRICS[metric].label} />
      <div className="lab keep">
        <span id="metric-label">Metric</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
        <div className="seg" role="group" aria-labelledby="metric-label">
          {data.metrics.map((id) => (
            <button
              key={id}
              type="submit"
              name="metric"
              value={METRICS[id].label}
              aria-pressed={id === metric}
              disabled={!data.values[id]}
              title={data.values[id] ? METRICS[id].description : missingReason(data, id)}
              onClick={() => update({ metric: id })}
            >
              {metricLabel(data, id)}
              {data.values[id] ? null : <span className="sr"> not recorded</span>}
            </button>
          ))}
        </div>
      </div>
      <ThresholdSelect value={state.t} onChange={(t) => update({ t })} />
      {children}
      <label className="find">
        <span className="sr">Filter tests</span>
        <input
          id="filter"
          name="q"
          value={state.q}
          placeholder="Filter, e.g. update -zipf"
          autoComplete="off"
          onChange={(event) => update({ q: event.target.value })}
        />
        <kbd className="only-wide">/</kbd>
      </label>
      <label className="check">
        <input
          type="checkbox"
          name="only"
          value="1"
          checked={state.only}
          onChange={(event) => update({ only: event.target.checked })}
        />
        Only changes
      </label>
    </form>
  );
}

function missingReason(data: HeatData, metric: MetricId): string {
  const { label } = METRICS[metric];
  return data.workload.origin === 'published'
    ? `${label} was not published in this table`
    : `${label} was not recorded: it needs vmstat or iostat beside each test`;
}
