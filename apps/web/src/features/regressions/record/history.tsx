import type { RegressionEvent } from '@basecase/db/types';
import { timeText } from '@basecase/views/text';

/** Everything that changed, by data and by people; the newest first. */
export function History({ events }: { events: RegressionEvent[] }) {
  if (events.length === 0) return null;
  return (
    <section className="sec">
      <header>
        <h2>History</h2>
      </header>
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
    </section>
  );
}

function byText(by: string): string {
  if (by === 'job') return 'from the data';
  return by === 'local' ? 'on this machine' : by;
}
