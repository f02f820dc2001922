import {
  type ChangeRow,
  noChangesText,
  type SeriesData,
  type SeriesState,
  sameNight,
  seriesChanges,
} from '@basecase/views/series';
import { memo } from 'react';
import { NightRatio } from './night-ratio';

interface Props {
  data: SeriesData;
  view: Pick<SeriesState, 'metric' | 'base'>;
}

/** Changes of the series, each with its record; what else changed in the same night. */
export const ChangesSection = memo(function ChangesSection({ data, view }: Props) {
  const rows = seriesChanges(data, view);
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title">Changes</h2>
      {rows.length === 0 ? (
        <p className="mid">{noChangesText(data, view)}</p>
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Commit</th>
              <th scope="col" className="num">
                Nights
              </th>
              <th scope="col" className="num">
                Step
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <SameNightWords data={data} view={view} rows={rows} />
    </section>
  );
});

function Row({ row }: { row: ChangeRow }) {
  const {
    day,
    build,
    buildHref,
    nights,
    ratio,
    ratioText,
    interval,
    tone,
    isSure,
    isStanding,
    note,
    recordHref,
  } = row;
  return (
    <>
      <tr className={isStanding ? 'selected' : undefined}>
        <th scope="row">{recordHref ? <a href={recordHref}>{day}</a> : day}</th>
        <td className="mono">{buildHref ? <a href={buildHref}>{build}</a> : build}</td>
        <td className="num">{nights}</td>
        <td className="num">
          <NightRatio ratio={ratioText} tone={tone} isUp={ratio > 1} isPossible={!isSure} />{' '}
          <span className="mid">{interval}</span>
        </td>
      </tr>
      {note ? (
        <tr className="note-row">
          <td colSpan={4} className="dim">
            {note}
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** `With 29 Aug also update-one and update-nonindex: one suspected cause. Record` */
function SameNightWords({
  data,
  view,
  rows,
}: {
  data: SeriesData;
  view: Props['view'];
  rows: readonly ChangeRow[];
}) {
  const same = sameNight(data, view);
  const href = rows.find(({ isStanding }) => isStanding)?.recordHref ?? null;
  if (!same)
    return href ? (
      <p className="mid small">
        <a href={href}>Record</a>
      </p>
    ) : null;
  const last = same.tests.length - 1;
  return (
    <p className="mid small">
      With {same.day} also{' '}
      {same.tests.map(({ label, href: own }, index) => (
        <span key={own}>
          {index === 0 ? '' : index === last && same.more === 0 ? ' and ' : ', '}
          <a href={own}>{label}</a>
        </span>
      ))}
      {same.more > 0 ? ` and ${same.more} more` : ''}: one suspected cause.
      {href ? (
        <>
          {' '}
          <a href={href}>Record</a>
        </>
      ) : null}
    </p>
  );
}
