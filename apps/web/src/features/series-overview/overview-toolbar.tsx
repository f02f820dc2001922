import {
  FIRST_LEVEL,
  lastRelease,
  type OverviewLines,
  type OverviewModel,
  type SeriesState,
  seriesUrl,
} from '@basecase/views/series';
import { ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';

interface Props {
  model: OverviewModel;
  lines: OverviewLines;
  state: SeriesState;
  update: (change: Partial<SeriesState>) => void;
}

const OWN_FIELDS = ['base', 'nights', 'columns', 'q', 'changed', 'fold'] as const;
const NIGHTS = ['30', '90', '200'] as const;
const COLUMNS = ['7', '14', '30'] as const;

/** How the tests are looked at. A GET form: only another number of nights is asked of the server. */
export function OverviewToolbar({ model, lines, state, update }: Props) {
  const release = lastRelease(model.data);
  return (
    <form
      className="bar"
      id="view"
      action="/series"
      aria-label="View"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        const isNights = submitter instanceof HTMLButtonElement && submitter.name === 'nights';
        if (!isNights) event.preventDefault();
      }}
    >
      <HiddenFields pairs={seriesUrl.pairs(state)} except={OWN_FIELDS} />
      {/* Before the buttons: of two the last counts, and the pressed button comes later. */}
      <input type="hidden" name="nights" value={state.nights} />
      <input type="hidden" name="columns" value={state.columns} />
      <input type="hidden" name="fold" value={state.fold.join(',')} />
      <PointsAre lines={lines} />
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
      <label className="find">
        <span className="sr-only">Filter tests</span>
        <input
          id="filter"
          name="q"
          value={state.q}
          placeholder="Filter, e.g. update -zipf"
          autoComplete="off"
          aria-keyshortcuts="/"
          onChange={(event) => update({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') update({ q: '' });
          }}
        />
        <kbd className="only-wide">/</kbd>
      </label>
      <label className="check">
        <input
          type="checkbox"
          name="changed"
          value="1"
          checked={state.changed}
          onChange={(event) => update({ changed: event.target.checked })}
        />
        Only changes
      </label>
      <ShowButton />
    </form>
  );
}

/** The same product over its releases. */
function PointsAre({ lines }: { lines: OverviewLines }) {
  return (
    <div className="field-label points-are">
      <span id="points-label">Points are</span>
      <nav className="segments" aria-labelledby="points-label">
        <a href={lines.ownHref} aria-current="true">
          Nights
        </a>
        <a href={lines.releasesHref}>Releases</a>
      </nav>
    </div>
  );
}
