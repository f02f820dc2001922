import type { Lane } from '@basecase/views/trends';
import { MarkerIcon } from '../../ui/table/marker';

/** Records above the plot, each over the place of its first bad version: shape of its line, mark, words, a link. */
export function TrendLane({ lane }: { lane: Lane }) {
  return (
    <ul className="lane" aria-label="Regression records">
      {lane.rows.map(({ series, marks }) => (
        <li key={series.id}>
          {marks.map(({ mark, left, isBefore, room }) => (
            <a
              key={mark.href}
              href={mark.href}
              className={isBefore ? 'before' : undefined}
              style={{ left }}
              title={`${mark.text} on ${series.label}: ${mark.ratio}`}
            >
              <span className={`arrow ${mark.direction} ${mark.direction === 'dn' ? 'bad' : 'good'}`}>
                <MarkerIcon shape={series.index} />
              </span>
              <span className={`words ${room}`}>{mark.text}</span>
              <span className="sr-only">
                {' '}
                on {series.label}: {mark.ratio}
              </span>
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}
