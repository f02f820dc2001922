import { type TrendsModel, type TrendsState, trendsHref, trendsUrl } from '@basecase/views/trends';
import { ShowButton } from '../../ui/form/data-form';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { ThresholdField } from '../../ui/form/threshold-field';
import { ViewForm } from '../../ui/form/view-form';

interface Props {
  /** The same product night after night; null where it has no nights. */
  nightsHref: string | null;
  model: TrendsModel;
  state: TrendsState;
  update: (change: Partial<TrendsState>) => void;
}

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
    <ViewForm
      action="/trends"
      pairs={trendsUrl.pairs(state)}
      fields={['base', 't']}
      pressed={{ mode, x: state.x }}
    >
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
    </ViewForm>
  );
}
