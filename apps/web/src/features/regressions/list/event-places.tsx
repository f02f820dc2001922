import { type EventPlaceRow, type EventTestLink, RANGE_WIDTH } from '@basecase/views/regressions';
import { Tile } from '../../../ui/table/tile';

/** The servers and workloads of an event, each with its largest tests. */
export function EventPlaces({ places, zero }: { places: readonly EventPlaceRow[]; zero: number }) {
  return (
    <ul className="event-places">
      {places.map((place) => (
        <li key={place.key}>
          <p>
            {/* One place has the range of its event, which is drawn above it. */}
            {places.length > 1 ? <RangeDrawing row={place} zero={zero} /> : null}
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

/** The range of a change and its median; the dashed line marks a ratio of 1. */
export function RangeDrawing({
  row: { drawing, direction },
  zero,
}: {
  row: Pick<EventPlaceRow, 'drawing' | 'direction'>;
  zero: number;
}) {
  if (!drawing) return null;
  return (
    <svg width={RANGE_WIDTH} height="18" viewBox={`0 0 ${RANGE_WIDTH} 18`} aria-hidden="true">
      <path className="zero" d={`M${zero} 2V16`} />
      <path className={`span ${direction}`} d={`M${drawing.from} 9H${drawing.to}`} />
      <path className={`median ${direction}`} d={`M${drawing.at} 3V15`} />
    </svg>
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
