'use client';

import { SelectField } from './select-field';

const THRESHOLDS: readonly number[] = [0.95, 0.97, 0.9];

interface Props {
  /** In force; offered too when it is none of the usual ones. */
  value: number;
  onChoose: (threshold: number) => void;
}

/** From which ratio on a change counts: `0.95 / 1.05`. */
export function ThresholdField({ value, onChoose }: Props) {
  const thresholds = THRESHOLDS.includes(value) ? THRESHOLDS : [...THRESHOLDS, value];
  return (
    <SelectField
      label="Threshold"
      name="t"
      value={value}
      onChange={(event) => onChoose(Number(event.target.value))}
      options={thresholds.map((threshold) => ({
        value: threshold,
        text: `${threshold.toFixed(2)} / ${(1 / threshold).toFixed(2)}`,
      }))}
    />
  );
}
