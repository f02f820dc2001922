import { useState } from 'react';
import { SelectField } from '../../ui/form/select-field';

const PRESETS = [0.95, 0.97, 0.9];

const pair = (threshold: number) => `${threshold.toFixed(2)} / ${(1 / threshold).toFixed(2)}`;

interface Props {
  value: number;
  onChange: (threshold: number) => void;
}

/** Where a change begins: three usual thresholds, or one's own. */
export function ThresholdSelect({ value, onChange }: Props) {
  const isPreset = PRESETS.includes(value);
  const [own, setOwn] = useState(!isPreset);
  return (
    <>
      <SelectField
        label="Threshold"
        name="t"
        value={own ? 'own' : value}
        onChange={(event) => {
          const isOwn = event.target.value === 'own';
          setOwn(isOwn);
          if (!isOwn) onChange(Number(event.target.value));
        }}
        options={[
          ...PRESETS.map((preset) => ({ value: preset, text: pair(preset) })),
          { value: 'own', text: isPreset ? 'custom …' : `custom: ${pair(value)}` },
        ]}
      />
      {own ? (
        <label className="field-label">
          <span className="sr-only">Custom threshold: the ratio at or below which a test is slower</span>
          <input
            className="field narrow"
            type="number"
            name="t"
            min="0.5"
            max="0.99"
            step="0.01"
            defaultValue={value}
            onChange={(event) => {
              const threshold = event.target.valueAsNumber;
              if (threshold >= 0.5 && threshold <= 0.99) onChange(threshold);
            }}
          />
        </label>
      ) : null}
    </>
  );
}
