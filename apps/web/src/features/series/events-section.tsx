import { type EventRow, type SeriesData, type SeriesState, seriesEvents } from '@basecase/views/series';
import { memo, useActionState, useId } from 'react';
import { annotate, unannotate } from '../../server/actions/annotations';
import { FormError } from '../../ui/form/form-error';
import { RowAction } from '../../ui/form/row-action';

interface Props {
  data: SeriesData;
  view: Pick<SeriesState, 'metric' | 'base'>;
  /** Day of an event to add, `2026-08-29`; null without one. */
  day: string | null;
}

/** Measured releases and external events, with a form to add an event. */
export const EventsSection = memo(function EventsSection({ data, view, day }: Props) {
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
function AddEvent({ data, day }: Pick<Props, 'data' | 'day'>) {
  const [result, action, isPending] = useActionState(annotate, { error: null });
  const id = useId();
  const { server } = data;
  return (
    <details className="add-event" open={day !== null}>
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
