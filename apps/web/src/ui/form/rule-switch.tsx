'use client';

/** What a change is judged by: the noise of its test, or a threshold of the ratio. */
export type JudgeRule = 'verdicts' | 'thresholds';

const RULES: readonly { rule: JudgeRule; label: string; title: string }[] = [
  {
    rule: 'verdicts',
    label: 'Verdicts',
    title: 'A change counts when it is beyond the noise of its test on its server',
  },
  {
    rule: 'thresholds',
    label: 'Thresholds',
    title: 'A change counts when its ratio is beyond the threshold',
  },
];

interface Props {
  rule: JudgeRule;
  /** Why verdicts cannot be chosen; null when they can. */
  problem: string | null;
  onChoose: (rule: JudgeRule) => void;
}

/** What a change is judged by; without scripts its buttons submit the form around it. */
export function RuleSwitch({ rule: inForce, problem, onChoose }: Props) {
  return (
    <div className="lab">
      <span id="rule-label" className="nowrap">
        Judge by
      </span>
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
              aria-pressed={rule === inForce}
              disabled={isOff}
              title={isOff ? problem : title}
              onClick={() => onChoose(rule)}
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
