'use client';

import { Segments } from './segments';

/** The rule that judges changes: the noise of the test, or a threshold of the ratio. */
export type JudgeRule = 'verdicts' | 'thresholds';

const RULES: readonly { rule: JudgeRule; label: string; title: string }[] = [
  {
    rule: 'verdicts',
    label: 'Verdicts',
    title: 'A change counts if it exceeds the noise of its test on its server',
  },
  {
    rule: 'thresholds',
    label: 'Thresholds',
    title: 'A change counts if its ratio exceeds the threshold',
  },
];

interface Props {
  rule: JudgeRule;
  /** Why verdicts cannot be chosen; null when they can. */
  problem: string | null;
  onChoose: (rule: JudgeRule) => void;
}

/** The rule that judges changes; without scripts its buttons submit the form around it. */
export function RuleSwitch({ rule: inForce, problem, onChoose }: Props) {
  return (
    <Segments
      label="Judge by"
      labelShown="nowrap"
      name="rule"
      segments={RULES.map(({ rule, label, title }) => {
        const why = rule === 'verdicts' ? problem : null;
        return { value: rule, label, isPressed: rule === inForce, title: why ?? title, problem: why ?? '' };
      })}
      onChoose={onChoose}
    />
  );
}
