import { type TrendsModel, type TrendsState, trendsHref, trendsUrl } from '@basecase/views/trends';
import { ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { ThresholdField } from '../../ui/form/threshold-field';

interface Props {
  /** The same product night after night; null where it has no nights. */
  nightsHref: string | null;
  model: TrendsModel;
  state: TrendsState;
  update: (change: Partial<TrendsState>) => void;
}

/** How it is drawn: changes in the browser, and is a GET form for browsers without scripts. */
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
    <form className="bar" action="/trends" aria-label="View" onSubmit={(event) => event.preventDefault()}>
      <HiddenFields pairs={trendsUrl.pairs(state)} except={['mode', 'base', 'x', 't']} />
      {/* Before the buttons: of two the last counts, and the pressed button comes later. */}
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="x" value={state.x} />
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
    </form>
  );
}
