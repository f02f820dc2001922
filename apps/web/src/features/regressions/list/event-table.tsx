import {
  type EventPlaceRow,
  type EventRow,
  type EventTestLink,
  type eventSections,
  RANGE_WIDTH,
} from '@basecase/views/regressions';
import { HowSure } from '../../../ui/table/how-sure';
import { ScrollBox } from '../../../ui/table/scroll-table';
import { Tile } from '../../../ui/table/tile';

type Sections = ReturnType<typeof eventSections>;

interface Props {
  section: Sections['sections'][number];
  axis: Pick<Sections, 'farText' | 'zero'>;
  canTriage: boolean;
  /** Ticks or unticks all events of the table. */
  onTick: (table: Element | null, isTicked: boolean) => void;
}

/** Events as a table: one row for each, which unfolds to its servers and tests. */
export function EventTable({ section, axis, canTriage, onTick }: Props) {
  return (
    <ScrollBox label={`Table: ${section.title}`}>
      <table className="data-table events">
        <thead>
          <tr>
            <th scope="col" className="tick">
              {canTriage ? (
                <input
                  type="checkbox"
                  className="only-script"
                  aria-label={`Select all: ${section.title}`}
                  onChange={({ currentTarget }) =>
                    onTick(currentTarget.closest('table'), currentTarget.checked)
                  }
                />
              ) : (
                <span className="sr-only">Tests</span>
              )}
            </th>
            <th scope="col">Event</th>
            <th scope="col" className="num">
              Change, median and range
            </th>
            <th scope="col" className="range">
              <span className="sr-only">Range</span>
              <svg width={RANGE_WIDTH} height="14" viewBox={`0 0 ${RANGE_WIDTH} 14`} aria-hidden="true">
                <text x="4" y="11">
                  {axis.farText}
                </text>
                <text x={axis.zero} y="11" textAnchor="middle">
                  0
                </text>
              </svg>
            </th>
            <th scope="col">How sure</th>
            <th scope="col" className="why">
              What accounts for it
            </th>
            <th scope="col">First seen</th>
            <th scope="col">State</th>
            <th scope="col" className="owner">
              Owner
            </th>
          </tr>
        </thead>
        <tbody>
          {section.rows.map((row) => (
            <EventRows key={row.slug} row={row} zero={axis.zero} canTriage={canTriage} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function EventRows({ row, zero, canTriage }: { row: EventRow; zero: number; canTriage: boolean }) {
  return (
    <>
      <tr className="event">
        <td className="tick">
          {canTriage ? (
            <label>
              <input type="checkbox" name="event" value={row.value} />
              <span className="sr-only">Select {row.name}</span>
            </label>
          ) : null}
          {/* The style sheet shows the next row while it is open: it needs no script. */}
          <details>
            <summary>
              <span className="sr-only">Tests of {row.name}</span>
            </summary>
          </details>
        </td>
        <th scope="row" className="name">
          <a href={row.href} data-row={row.value} data-name={row.name}>
            {row.name}
          </a>
          : {row.counts}
          <small>
            {row.servers} / {row.against}
            {row.notMeasured ? ` / ${row.notMeasured}` : ''}
          </small>
        </th>
        <td className="num change">
          {row.change} <span className="dim">{row.range}</span>
        </td>
        <td className="range">
          <RangeDrawing row={row} zero={zero} />
        </td>
        <td className="sure">
          <HowSure certainty={row.certainty} />
        </td>
        <td className="why">{row.reason}</td>
        <td className="seen">
          <time dateTime={row.firstSeen}>{row.firstSeenDay}</time>
          {row.isNew ? <span className="new-dot">new</span> : null}
        </td>
        <td className="state">
          <span className={row.isOpenNew ? 'pill solid' : 'pill'}>{row.state}</span>
          {row.mutedText ? <span className="dim"> {row.mutedText}</span> : null}
        </td>
        <td className="owner">{row.owner || '–'}</td>
      </tr>
      <tr className="places">
        <td colSpan={9}>
          <EventPlaces places={row.places} zero={zero} />
        </td>
      </tr>
    </>
  );
}

/** The servers and workloads of an event, each with its largest tests. */
function EventPlaces({ places, zero }: { places: readonly EventPlaceRow[]; zero: number }) {
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
function RangeDrawing({
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
