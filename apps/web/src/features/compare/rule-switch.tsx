import type { CompareState } from './compare-state';
import type { Update } from './use-compare-state';
import type { View } from './view';

const RULES: readonly { rule: CompareState['rule']; label: string; title: string }[] = [
  {
    rule: 'verdicts',
    label: 'Verdicts',
    title: 'A change counts when it is beyond the noise of its test on this server',
  },
  {
    rule: 'thresholds',
    label: 'Thresholds',
    title: 'A change counts when its ratio is beyond the threshold',
  },
];

/** What a change is judged by. */
export function RuleSwitch({ view, update }: { view: View; update: Update }) {
  const problem = whyNoVerdicts(view);
  return (
    <div className="lab">
      <span id="rule-label">Judge by</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
      <div className="seg" role="group" aria-labelledby="rule-label">
        {RULES.map(({ rule, label, title }) => {
          const isOff = rule === 'verdicts' && problem !== null;
          return (
            <button
              key={rule}
              type="submit"
              name="rule"
              value={rule}
              aria-pressed={rule === view.rule}
              disabled={isOff}
              title={isOff ? problem : title}
              onClick={() => update({ rule })}
            >
              {label}
              {isOff ? <span className="sr"> {problem}</span> : null}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: View): string | null {
  if (metric !== 'throughput') return 'The noise of this metric is not known, only that of throughput';
  return data.noise ? null : 'Nothing is stored of the noise of this view';
}
