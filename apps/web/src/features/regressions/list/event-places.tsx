import type { EventPlaceRow, EventTestLink } from '@basecase/views/regressions';
import { Tile } from '../../../ui/table/tile';

/** The servers and workloads of an event, each with its largest tests. */
export function EventPlaces({ places }: { places: readonly EventPlaceRow[] }) {
  return (
    <ul className="event-places">
      {places.map((place) => (
        <li key={place.key}>
          <p>
            <strong>{place.server}</strong> <span className="dim">{place.serverClass}</span> {place.workload}:{' '}
            {place.counts}
            {place.change ? `, ${place.range ? 'median ' : ''}${place.change} ${place.range}` : ''}.{' '}
            <a href={place.heatmapHref}>
              Heatmap
              <span className="sr-only">
                {' '}
                of {place.server}, {place.workload}
              </span>
            </a>
          </p>
          <p className="largest">
            {place.tests.map((test) => (
              <TestLink key={test.key} test={test} />
            ))}
            {place.more ? <span className="dim">{place.more}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A test with its ratio; one that is only likely has a dashed outline and a question mark. */
function TestLink({ test }: { test: EventTestLink }) {
  return (
    <span className="event-test">
      <a href={test.href}>{test.name}</a>{' '}
      {test.isLikely ? (
        <span className="tile likely">
          {test.ratio}
          <span className="sr-only"> likely, not confirmed</span>
        </span>
      ) : (
        <Tile text={test.ratio} level={test.level} direction={test.direction} />
      )}
    </span>
  );
}
