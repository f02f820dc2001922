import type { TrendsModel, TrendsState } from '@basecase/views/trends';
import { ThresholdField } from '../../ui/form/threshold-field';
import { HiddenFields } from './hidden-fields';

interface Props {
  model: TrendsModel;
  state: TrendsState;
  update: (change: Partial<TrendsState>) => void;
}

/** How it is drawn: changes in the browser, and is a GET form for browsers without scripts. */
export function TrendsToolbar({ model, state, update }: Props) {
  const { axis, mode, noAbsolute } = model;
  const areAllOwn =
    model.series.length > 0 && model.series.every(({ base }) => base.endsWith('as published'));
  const segments = [
    { name: 'mode', value: 'rel', label: 'Relative', pressed: mode === 'rel', problem: '' },
    { name: 'mode', value: 'abs', label: 'Absolute', pressed: mode === 'abs', problem: noAbsolute },
  ] as const;
  const axes = [
    { value: 'release', label: 'Each release' },
    { value: 'major', label: 'Newest of each major' },
  ] as const;
  return (
    <form className="bar" action="/trends" aria-label="View" onSubmit={(event) => event.preventDefault()}>
      <HiddenFields state={state} except={['mode', 'base', 'x', 't']} />
      {/* Before the buttons: of two the last counts, and the pressed button comes later. */}
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="x" value={state.x} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
      <div className="seg" role="group" aria-label="Values">
        {segments.map(({ name, value, label, pressed, problem }) => (
          <button
            key={value}
            type="submit"
            name={name}
            value={value}
            aria-pressed={pressed}
            disabled={problem !== ''}
            title={problem || undefined}
            onClick={() => update({ mode: value })}
          >
            {label}
            {problem ? <span className="sr"> {problem}</span> : null}
          </button>
        ))}
      </div>
      <div className="lab">
        <span id="axis-label">Versions</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
        <div className="seg" role="group" aria-labelledby="axis-label">
          {axes.map(({ value, label }) => (
            <button
              key={value}
              type="submit"
              name="x"
              value={value}
              aria-pressed={axis.kind === value}
              onClick={() => update({ x: value, base: '' })}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <label className="lab">
        <span>Base</span>
        <select
          className="field"
          name="base"
          value={axis.places.includes(state.base) ? state.base : ''}
          disabled={areAllOwn}
          title={areAllOwn ? 'These tables were published as ratios: each has its own base' : undefined}
          onChange={(event) => update({ base: event.target.value })}
        >
          <option value="">first version of each line</option>
          {axis.places.map((place) => (
            <option key={place}>{place}</option>
          ))}
        </select>
      </label>
      <ThresholdField value={state.t} onChoose={(t) => update({ t })} />
      <button type="submit" className="btn only-noscript">
        Show
      </button>
    </form>
  );
}
