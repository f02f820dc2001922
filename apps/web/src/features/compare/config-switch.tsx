import {
  type BandedSelection,
  type CompareState,
  chooseConfigPair,
  chosenColumns,
  type HeatmapData,
} from '@basecase/views/compare';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import type { Update } from './use-compare-state';

interface Props {
  data: HeatmapData;
  selection: BandedSelection;
  state: CompareState;
  update: Update;
}

/** Switches between versions and pairs of builds or configs per version; empty if no version has two. */
export function ConfigSwitch({ data, selection, state, update }: Props) {
  const offered = chooseConfigPair(
    chosenColumns(data, state).flatMap((index) => data.columns[index] ?? []),
    state,
  );
  if (!offered) return null;
  const isPaired = selection.pair !== null;
  return (
    <>
      <input type="hidden" name="columns" value={state.columns} />
      <Segments
        label="Columns"
        labelShown="none"
        name="columns"
        segments={[
          { value: 'versions', label: 'Versions', isPressed: !isPaired },
          {
            value: 'configs',
            label: 'Configs side by side',
            isPressed: isPaired,
            title: 'Two builds or configs per version side by side, and their ratio',
          },
        ]}
        onChoose={(columns) => update({ columns, sort: '', show: '' })}
      />
      {isPaired ? (
        <>
          <SelectField
            label="Base"
            name="first"
            value={offered.first}
            onChange={(event) => update({ first: event.target.value })}
            options={offered.firsts}
          />
          <SelectField
            label="beside"
            name="second"
            value={offered.second}
            onChange={(event) => update({ first: offered.first, second: event.target.value })}
            options={offered.seconds}
          />
        </>
      ) : null}
    </>
  );
}
