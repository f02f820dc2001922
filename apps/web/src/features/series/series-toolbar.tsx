import type { MetricId } from '@basecase/ingest/model';
import { type SeriesMenu, type SeriesState, seriesUrl } from '@basecase/views/series';
import { metricText } from '@basecase/views/url';
import { memo } from 'react';
import { SentForm, ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { ViewForm } from '../../ui/form/view-form';

interface Props {
  menu: SeriesMenu;
  state: SeriesState;
  update: (change: Partial<SeriesState>) => void;
}

/** What nights of a test mean for another: nothing that was picked or zoomed to is theirs. */
const OF_TEST = ['test', 'a', 'b', 'from', 'to', 'page'] as const;

/** Which test is drawn, and how. GET forms: without scripts their buttons send them. */
export const SeriesToolbar = memo(function SeriesToolbar({ menu, state, update }: Props) {
  return (
    <div className="bar series-bar">
      <PointsNav nightsHref={menu.ownHref} releasesHref={menu.releasesHref} current="nights" />
      <SentForm className="contents" action="/series" aria-label="Test">
        <HiddenFields pairs={seriesUrl.pairs(state)} except={OF_TEST} />
        <SelectField label="Test" keepsLabel aria-label="Test" name="test" defaultValue={state.test}>
          {menu.groups.map(({ label, tests }) => (
            <optgroup key={label} label={label}>
              {tests.map(({ key, label: text }) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <ShowButton />
      </SentForm>
      <LookForm menu={menu} state={state} update={update} />
    </div>
  );
});

function LookForm({ menu, state, update }: Props) {
  const { metrics, bases, spans } = menu;
  const chosen = metrics.find(({ isChosen }) => isChosen)?.id ?? state.metric;
  return (
    <ViewForm
      className="contents"
      action="/series"
      pairs={seriesUrl.pairs(state)}
      fields={['base', 'from', 'to', 'page']}
      pressed={{ metric: metricText(chosen), span: state.span }}
    >
      <Segments
        label="Metric"
        labelShown="keep"
        name="metric"
        segments={metrics.map(({ id, label, isChosen }) => ({
          value: id,
          sent: metricText(id),
          label,
          isPressed: isChosen,
        }))}
        onChoose={(metric: MetricId) => update({ metric })}
      />
      <NarrowDetails label="Base and nights">
        <SelectField
          label="Ratio to"
          name="base"
          value={bases.find(({ isChosen }) => isChosen)?.value}
          onChange={(event) => update({ base: event.target.value })}
          options={bases}
        />
        <Segments
          label="Show"
          name="span"
          segments={spans.map(({ value, text, isChosen }) => ({ value, label: text, isPressed: isChosen }))}
          onChoose={(span) => update({ span, from: '', to: '' })}
        />
      </NarrowDetails>
      <ShowButton />
    </ViewForm>
  );
}
