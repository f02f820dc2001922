import type { ListGroup, ListRow } from '@basecase/views/regressions';
import { methodHref } from '@basecase/views/url';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';
import { levelWord } from '../../../ui/table/tile';

const COLUMNS = 9;

interface Props {
  groups: ListGroup[];
  canTriage: boolean;
  /** Ticks or unticks all records in a part of the table. */
  onTick: (part: Element | null, isTicked: boolean) => void;
}

/** Records as a table, a body for each suspected cause, which it folds to. */
export function ListTable({ groups, canTriage, onTick }: Props) {
  return (
    <ScrollTable
      label="Records"
      boxClassName="page-section"
      className="data-table records"
      head={[
        {
          label: canTriage ? (
            <TickAll label="Tick all on this page" part="table" onTick={onTick} />
          ) : (
            <span className="sr-only">Tick</span>
          ),
          className: 'tick',
        },
        numeric('Ratio'),
        'Test',
        'Since',
        'Server',
        'Verdict',
        'State',
        { label: 'Changed', className: 'changed' },
        'Why',
      ]}
      hasBodies
    >
      {groups.map(({ key, head, rows }) => (
        <tbody key={key}>
          {head ? (
            <tr className="cause">
              {canTriage ? (
                <td className="tick">
                  <TickAll label={`Tick all: ${head.title}`} part="tbody" onTick={onTick} />
                </td>
              ) : null}
              <GroupHead head={head} columns={canTriage ? COLUMNS - 1 : COLUMNS} />
            </tr>
          ) : null}
          {rows.map((row) => (
            <RecordRow key={row.slug} row={row} canTriage={canTriage} />
          ))}
        </tbody>
      ))}
    </ScrollTable>
  );
}

/** Needs scripts; without them each record is ticked by itself. */
function TickAll({ label, part, onTick }: { label: string; part: string; onTick: Props['onTick'] }) {
  return (
    <input
      type="checkbox"
      className="only-script"
      aria-label={label}
      onChange={({ currentTarget }) => onTick(currentTarget.closest(part), currentTarget.checked)}
    />
  );
}

function GroupHead({ head, columns }: { head: NonNullable<ListGroup['head']>; columns: number }) {
  return (
    <th scope="rowgroup" colSpan={columns}>
      {/* The rows of the group are no content of it; the style sheet hides them while it is closed. */}
      <details open={head.isOpen}>
        <summary>
          {head.title} <span className="dim num">{head.range}</span>
        </summary>
      </details>
      <span className="dim">{head.href ? <a href={head.href}>{head.count}</a> : head.count}</span>
    </th>
  );
}

/** Classes of a possible change: an outline in place of a fill. */
function outlineOf({ depth, direction }: ListRow): string {
  return depth === null ? '' : ` maybe ${direction === 'dn' ? 'bad' : 'good'} p${depth}`;
}

function RecordRow({ row, canTriage }: { row: ListRow; canTriage: boolean }) {
  return (
    <tr>
      <td className="tick">
        {canTriage ? (
          <label>
            <input type="checkbox" name="record" value={row.value} />
            <span className="sr-only">
              {row.test} {row.note}, {row.server}
            </span>
          </label>
        ) : null}
      </td>
      <td className="num ratio">
        <span className={`tile ${row.level} arrow ${row.direction}${outlineOf(row)}`}>
          {row.ratio}
          <span className="sr-only">{levelWord(row.level)}</span>
        </span>
        <span className="dim relative-to">{row.base}</span>
      </td>
      <th scope="row" className="test">
        <a href={row.href} data-row={row.value}>
          {row.test}
        </a>{' '}
        <span className="dim">{row.note}</span>
      </th>
      <td className="since">
        {row.since} {row.notMeasured ? <span className="pill">{row.notMeasured}</span> : null}{' '}
        {row.line ? <span className="dim">{row.line}</span> : null}
      </td>
      <td className="place">
        {row.server} <span className="dim">{row.workload}</span>
      </td>
      <td className="verdict">
        <a href={methodHref(row.topic)}>{row.verdict}</a> <span className="dim">{row.band}</span>
      </td>
      <td className="state">
        {row.state} <span className="dim">{row.more}</span>
      </td>
      <td className="changed dim">
        <time dateTime={row.changedAt}>{row.changed}</time>
      </td>
      <td className="why" title={row.why}>
        {row.why}
      </td>
    </tr>
  );
}
