import { metricOf } from '@basecase/ingest/model';
import {
  againstText,
  FIRST_LEVEL,
  type GroupSummary,
  isMostlyUnclear,
  lastRelease,
  type OverviewLines,
  type OverviewModel,
  type OverviewRow as Row,
  type SeriesState,
  seriesHref,
  seriesUrl,
  spanEnds,
} from '@basecase/views/series';
import { lazy } from '@basecase/views/text';
import { memo, useMemo } from 'react';
import { ShowButton } from '../../ui/form/data-form';
import { FilterField } from '../../ui/form/filter-field';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { PointsNav } from '../../ui/form/points-nav';
import { Segments } from '../../ui/form/segments';
import { CheckField, SelectField } from '../../ui/form/select-field';
import { submitterOf, ViewForm } from '../../ui/form/view-form';
import { GridGroups, GridRow } from '../../ui/grid/grid-row';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { NAME_LINK, rowCells } from './row-cells';

interface OverviewToolbarProps {
  model: OverviewModel;
  lines: OverviewLines;
  state: SeriesState;
  update: (change: Partial<SeriesState>) => void;
}

const NIGHTS = ['30', '90', '200'] as const;
const COLUMNS = ['7', '14', '30'] as const;

/** How the tests are looked at. A GET form: only another number of nights is asked of the server. */
export function OverviewToolbar({ model, lines, state, update }: OverviewToolbarProps) {
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

/** One test. */
const OverviewRow = memo(function OverviewRow({ row, visible }: { row: Row; visible: VisibleRange }) {
  const cells = useMemo(() => lazy(() => rowCells(row)), [row]);
  const links = useMemo(
    () => ({
      selector: NAME_LINK,
      labels: () => [{ label: [row.name, row.note].filter(Boolean).join(' '), title: '' }],
    }),
    [row],
  );
  return <GridRow data-test={row.key} cells={cells} visible={visible} links={links} />;
});

interface Props {
  model: OverviewModel;
  state: SeriesState;
  visible: VisibleRange;
}

/** Columns before the heatmap: sparkline, level, since, cpu/o. */
const READ_COLUMNS = 4;

/** Tests in groups: nights as a sparkline, the newest level, and the newest nights as a heatmap, in one row. */
export const OverviewTable = memo(function OverviewTable({ model, state, visible }: Props) {
  const { heads, groups, hidden } = model;
  const columns = 1 + READ_COLUMNS + heads.length;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={heads.length}
      className={isMostlyUnclear(model) ? 'heat overview calm' : 'heat overview'}
      style={{ '--n': heads.length } as React.CSSProperties}
    >
      <caption className="sr-only">
        Newest level of each test against {againstText(model)}, nights as points, and the newest{' '}
        {heads.length} nights as ratios. Use the arrow keys to move, Enter to open the series.
      </caption>
      <OverviewColumns heads={heads} />
      <OverviewHeads model={model} />
      <GridGroups
        groups={groups}
        summary={({ summary }) => <GroupCells summary={summary} span={columns - 1} />}
        row={(row) => <OverviewRow key={row.key} row={row} visible={visible} />}
        empty={
          state.changed
            ? 'No test that matches has changed. Show all tests, or remove a word from the filter.'
            : 'No test matches. Remove a word from the filter, or clear it with Esc.'
        }
        columns={columns}
      />
      {hidden > 0 ? (
        <tbody>
          <tr>
            <td className="more-tests" colSpan={columns}>
              <span>
                {hidden} tests without a change are not shown.{' '}
                <a href={seriesHref({ ...state, all: true })}>Show all tests</a>
              </span>
            </td>
          </tr>
        </tbody>
      ) : null}
    </table>
  );
});

/** What sums up a group, over all columns: how many are slower and faster, and what they have in common. */
function GroupCells({ summary, span }: { summary: GroupSummary; span: number }) {
  const { slower, faster, text, link } = summary;
  return (
    <td className="group-says" colSpan={span}>
      {slower === '' ? null : <span className="bad arrow dn">{slower}</span>}
      {faster === '' ? null : <span className="good arrow up">{faster}</span>}
      {text === '' ? null : (
        <span className="dim">
          {text}
          {link ? (
            <>
              {' '}
              <a href={link.href}>{link.text}</a>
            </>
          ) : null}
        </span>
      )}
    </td>
  );
}

/** Widths of all columns: they do not depend on the content. */
function OverviewColumns({ heads }: Pick<OverviewModel, 'heads'>) {
  return (
    <colgroup>
      <col className="t" />
      <col className="sparkline" />
      <col className="level" />
      <col className="since" />
      <col className="cost" />
      {heads.map(({ column }) => (
        <col key={column} className="night" />
      ))}
    </colgroup>
  );
}

/** Two lines: what the parts of a row are, and the days of the nights. */
function OverviewHeads({ model }: { model: OverviewModel }) {
  const { heads, data } = model;
  const against = againstText(model);
  const { first, last } = spanEnds(data);
  return (
    <thead>
      <tr>
        <td className="t" />
        <th colSpan={4} scope="colgroup">
          <span>Level now, against {against}</span>
        </th>
        {heads.length > 0 ? (
          <th colSpan={heads.length} scope="colgroup" className="nights">
            <span>Newest nights, ratio to {against}; a fill comes from the level, not from one night</span>
          </th>
        ) : null}
      </tr>
      <tr>
        <th className="t" scope="col">
          Test
        </th>
        <th className="plain sparkline" scope="col">
          <span className="span">
            <span>{first}</span>
            <span>{data.nights.length} nights</span>
            <span>{last}</span>
          </span>
        </th>
        <th className="plain level" scope="col">
          Level
        </th>
        <th className="plain since" scope="col">
          Since
        </th>
        <th className="plain cost" scope="col">
          <abbr title={metricOf('cpu_per_op').description}>{metricOf('cpu_per_op').label}</abbr>
        </th>
        {heads.map(({ column, day, month, time, name, afterGap }) => (
          <th key={column} scope="col" className={afterGap ? 'night after-gap' : 'night'} title={name}>
            {month === '' ? null : <small>{month}</small>}
            {day}
            {time === '' ? null : <small>{time}</small>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
