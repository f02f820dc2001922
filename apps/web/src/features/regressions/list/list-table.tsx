import type { ListGroup, ListRow } from '@basecase/views/regressions';
import { methodHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { ColumnTable } from '../../../ui/table/column-table';
import { levelWord } from '../../../ui/table/tile';

interface Props {
  groups: ListGroup[];
  canTriage: boolean;
  /** Ticks or unticks all records in a part of the table. */
  onTick: (part: Element | null, isTicked: boolean) => void;
}

/** Records as a table with one foldable body per suspected cause. */
export function ListTable({ groups, canTriage, onTick }: Props) {
  return (
    <ColumnTable
      label="Records"
      boxClassName="page-section"
      className="data-table records"
      bodies={groups.map(({ key, head, rows }) => ({
        key,
        label: head && <GroupHead head={head} />,
        before: canTriage ? (
          <td className="tick">
            <TickAll label={`Tick all: ${head?.title}`} part="tbody" onTick={onTick} />
          </td>
        ) : null,
        rows,
      }))}
      groupClass="cause"
      rowKey={({ slug }) => slug}
      columns={[
        {
          head: canTriage ? (
            <TickAll label="Tick all on this page" part="table" onTick={onTick} />
          ) : (
            <span className="sr-only">Tick</span>
          ),
          headClass: 'tick',
          className: 'tick',
          cell: ({ value, test, note, server }) =>
            canTriage ? (
              <label>
                <input type="checkbox" name="record" value={value} />
                <span className="sr-only">
                  {test} {note}, {server}
                </span>
              </label>
            ) : null,
        },
        {
          head: 'Ratio',
          kind: 'number',
          className: 'ratio',
          cell: (row) => (
            <>
              <span className={`tile ${row.level} arrow ${row.direction}${outlineOf(row)}`}>
                {row.ratio}
                <span className="sr-only">{levelWord(row.level)}</span>
              </span>
              <span className="dim relative-to">{row.base}</span>
            </>
          ),
        },
        {
          head: 'Test',
          kind: 'name',
          className: 'test',
          cell: ({ href, value, test, note }) => (
            <>
              <a href={href} data-row={value}>
                {test}
              </a>{' '}
              <span className="dim">{note}</span>
            </>
          ),
        },
        {
          head: 'Since',
          className: 'since',
          cell: ({ since, notMeasured, line }) => (
            <>
              {since} {notMeasured ? <span className="pill">{notMeasured}</span> : null}{' '}
              {line ? <span className="dim">{line}</span> : null}
            </>
          ),
        },
        { head: 'Server', className: 'place', cell: ({ server, workload }) => withNote(server, workload) },
        {
          head: 'Verdict',
          className: 'verdict',
          cell: ({ topic, verdict, band }) => withNote(<a href={methodHref(topic)}>{verdict}</a>, band),
        },
        { head: 'State', className: 'state', cell: ({ state, more }) => withNote(state, more) },
        {
          head: 'Changed',
          headClass: 'changed',
          className: 'changed dim',
          cell: ({ changedAt, changed }) => <time dateTime={changedAt}>{changed}</time>,
        },
        { head: 'Why', className: 'why mid', title: 'why', text: 'why' },
      ]}
    />
  );
}

function withNote(content: ReactNode, note: string) {
  return (
    <>
      {content} <span className="dim">{note}</span>
    </>
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

function GroupHead({ head }: { head: NonNullable<ListGroup['head']> }) {
  return (
    <>
      {/* The rows of the group are outside the element; the style sheet hides them while it is closed. */}
      <details open={head.isOpen}>
        <summary>
          {head.title} <span className="dim num">{head.range}</span>
        </summary>
      </details>
      <span className="dim">{head.href ? <a href={head.href}>{head.count}</a> : head.count}</span>
    </>
  );
}

/** Classes of a possible change: an outline in place of a fill. */
function outlineOf({ depth, direction }: ListRow): string {
  return depth === null ? '' : ` maybe ${direction === 'dn' ? 'bad' : 'good'} p${depth}`;
}
