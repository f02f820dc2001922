import type { RecordSeries } from '@basecase/db/types';
import { prepareNearEvents } from '@basecase/views/regressions';
import { Section } from '../../../../ui/page/section';

/** Environment changes near the change, if there are any. */
export function NearEvents({ series }: { series: RecordSeries }) {
  const events = prepareNearEvents(series);
  if (events.length === 0) return null;
  return (
    <Section title="Events near it" hint="environment changes">
      <ul className="list">
        {events.map(({ key, at, day, label, note, by }) => (
          <li key={key}>
            <span>
              <time dateTime={at}>{day}</time> {label} <span className="dim">{note}</span>
              {by ? <small>said by {by}</small> : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
