import type { RegressionEvent } from '@basecase/db/types';
import { timeText } from '@basecase/views/text';
import { Section } from '../../../ui/page/section';

/** Everything that changed, by data and by people; the newest first. */
export function History({ events }: { events: RegressionEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Section title="History">
      <ol className="list history">
        {events.map(({ id, text, by, at }) => (
          <li key={id}>
            <span>
              {text}
              <small>
                {byText(by)}, <time dateTime={at}>{timeText(at)}</time>
              </small>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function byText(by: string): string {
  if (by === 'job') return 'from the data';
  return by === 'local' ? 'on this machine' : by;
}
