import {
  FIRST_LEVEL,
  lastRelease,
  type OverviewLines,
  type OverviewModel,
  type SeriesState,
  seriesUrl,
} from '@basecase/views/series';
import { CheckField } from '../../ui/form/check-field';
import { ShowButton } from '../../ui/form/data-form';
import { FilterField } from '../../ui/form/filter-field';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { submitterOf, ViewForm } from '../../ui/form/view-form';

interface Props {
  model: OverviewModel;
  lines: OverviewLines;
  state: SeriesState;
  update: (change: Partial<SeriesState>) => void;
}

const NIGHTS = ['30', '90', '200'] as const;
const COLUMNS = ['7', '14', '30'] as const;

/** How the tests are looked at. A GET form: only another number of nights is asked of the server. */
export function OverviewToolbar({ model, lines, state, update }: Props) {
  const release = lastRelease(model.data);
  return (
    <ViewForm
      id="view"
      action="/series"
      pairs={seriesUrl.pairs(state)}
      fields={['base', 'q', 'changed']}
      pressed={{ nights: state.nights, columns: state.columns, fold: state.fold.join(',') }}
      onSubmit={(event) => {
        if (submitterOf(event)?.name !== 'nights') event.preventDefault();
      }}
    >
      <PointsNav nightsHref={lines.ownHref} releasesHref={lines.releasesHref} current="nights" />
      <NarrowDetails label="Base, nights">
        {release === null ? null : (
          <SelectField
            label="Against"
            name="base"
            value={state.base === FIRST_LEVEL ? FIRST_LEVEL : ''}
            onChange={(event) => update({ base: event.target.value })}
            options={[
              { value: '', text: `${release}, last release` },
              { value: FIRST_LEVEL, text: 'first level' },
            ]}
          />
        )}
        <Segments
          label="Nights"
          name="nights"
          segments={NIGHTS.map((value) => ({ value, label: value, isPressed: value === state.nights }))}
          onChoose={() => {}}
        />
        <Segments
          label="Columns"
          name="columns"
          segments={COLUMNS.map((value) => ({ value, label: value, isPressed: value === state.columns }))}
          onChoose={(columns) => update({ columns })}
        />
      </NarrowDetails>
      <FilterField value={state.q} hasKey onChange={(q) => update({ q })} onClear={() => update({ q: '' })} />
      <CheckField
        label="Only changes"
        name="changed"
        checked={state.changed}
        onChange={(changed) => update({ changed })}
      />
      <ShowButton />
    </ViewForm>
  );
}
