import {
  type ChangeRow,
  type EventRow,
  noChangesText,
  type SeriesData,
  type SeriesState,
  sameNight,
  seriesChanges,
  seriesEvents,
} from '@basecase/views/series';
import { memo, useActionState, useId } from 'react';
import { annotate, unannotate } from '../../server/actions/annotations';
import { FormError } from '../../ui/form/form-error';
import { RowAction } from '../../ui/form/row-action';
import { NightRatio } from './series-readout';

interface EventsSectionProps {
  data: SeriesData;
  view: Pick<SeriesState, 'metric' | 'base'>;
  /** Day of an event to add, `2026-08-29`; null without one. */
  day: string | null;
}

/** Measured releases and external events, with a form to add an event. */
export const EventsSection = memo(function EventsSection({ data, view, day }: EventsSectionProps) {
  const rows = seriesEvents(data, view);
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">Events</h2>
      {rows.length > 0 ? (
        <ul className="events">
          {rows.map((row) => (
            <Event key={row.key} row={row} />
          ))}
        </ul>
      ) : null}
      {/* A new form for another day: its fields start with it. */}
      <AddEvent key={day} data={data} day={day} />
    </section>
  );
});

function Event({ row: { kind, at, day, label, note, by, id } }: { row: EventRow }) {
  return (
    <li>
      <svg width="10" height="10" aria-hidden="true">
        {kind === 'release' ? (
          <path d="M5 0l5 5-5 5-5-5z" fill="var(--ink)" />
        ) : (
          <path d="M1.5 1.5h7v7h-7z" fill="var(--text-2)" />
        )}
      </svg>
      <time dateTime={at}>{day}</time>
      <div>
        {label} {note ? <span className="dim">{note}</span> : null}
        {by ? <span className="dim">, added by {by}</span> : null}
        {id === null ? null : (
          <details className="remove-event">
            <summary aria-label={`Take back ${label}`}>Take back…</summary>
            <RowAction
              id={id}
              action={unannotate}
              label="Take it back"
              spokenLabel={`Take back ${label}, for good`}
            />
          </details>
        )}
      </div>
    </li>
  );
}

/** Records an external event: level changes there are not attributed to the software. Works without scripts. */
function AddEvent({ data, day }: Pick<EventsSectionProps, 'data' | 'day'>) {
  const [result, action, isPending] = useActionState(annotate, { error: null });
  const id = useId();
  const { server } = data;
  return (
    <details className="add-event fine" open={day !== null}>
      <summary className="button quiet">Add an event…</summary>
      <form action={action}>
        <label htmlFor={`${id}-at`}>Date</label>
        <input id={`${id}-at`} className="field" type="date" name="at" required defaultValue={day ?? ''} />
        <label htmlFor={`${id}-label`}>What happened</label>
        <input
          id={`${id}-label`}
          className="field"
          name="label"
          required
          maxLength={200}
          autoComplete="off"
          placeholder="kernel 6.8 to 6.14"
        />
        <label htmlFor={`${id}-server`}>Where</label>
        <select id={`${id}-server`} className="field" name="server" defaultValue={server.slug}>
          <option value={server.slug}>this server, {server.name}</option>
          <option value="">all servers</option>
        </select>
        <button type="submit" className="button" disabled={isPending}>
          Add
        </button>
        <FormError error={result.error} />
      </form>
    </details>
  );
}

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
