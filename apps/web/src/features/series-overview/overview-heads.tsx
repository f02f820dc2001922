import { metricOf } from '@basecase/ingest/model';
import { againstText, type OverviewModel, spanEnds } from '@basecase/views/series';

/** Widths of all columns: they do not depend on the content. */
export function OverviewColumns({ heads }: Pick<OverviewModel, 'heads'>) {
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
export function OverviewHeads({ model }: { model: OverviewModel }) {
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
