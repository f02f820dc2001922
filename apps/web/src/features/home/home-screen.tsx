import { type HomeModel, type HomeRow, SPARK } from '@basecase/views/home';
import { listHref } from '@basecase/views/regressions';
import type { ReactNode } from 'react';
import { Section } from '../../ui/page/section';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { Tile } from '../../ui/table/tile';

interface Props {
  model: HomeModel;
  /** Open events. */
  open: number;
  /** Of uploads that were added and not dismissed; null: there are none. */
  result: ReactNode;
  /** What is new: the part of the page that runs in the browser. */
  inbox: ReactNode;
}

/** What is new, then the newest version of everything. */
export function HomeScreen({ model, open, result, inbox }: Props) {
  const { rows, staleNote, waiting } = model;
  return (
    <main id="main" className="page home-page">
      <a className="skip" href="#newest">
        Skip to the versions
      </a>
      {result}
      {inbox}
      {waiting === '' ? null : (
        <p className="meta home-waiting">
          {waiting}. <a href="/lines">Config lines</a>
        </p>
      )}
      <Section
        title="Newest version of everything"
        id="newest"
        hint={`one row per product, server and workload; numbers are tests. ${staleNote}`}
        aside={
          <a className="push" href={listHref({})}>
            {open === 0 ? 'Regressions' : `All ${open} open regressions`}
          </a>
        }
      >
        <ColumnTable
          label="Table of the newest versions"
          className="data-table newest"
          rows={rows}
          columns={COLUMNS}
          groups={
            <tr>
              <td colSpan={4} className="only-wide" />
              <th scope="colgroup" colSpan={5} className="group only-wide">
                Newest against the version before
              </th>
              <th scope="colgroup" colSpan={4} className="group only-wide">
                Newest against the oldest
              </th>
              <td colSpan={2} className="only-wide" />
            </tr>
          }
        />
      </Section>
      <p className="mid fine">
        Mean: geometric mean of all tests, newest / oldest. By version: the same mean, the dotted line is the
        oldest version. Nights are compared with the last release.
      </p>
    </main>
  );
}

const COLUMNS: readonly PageColumn<HomeRow>[] = [
  {
    head: 'Product',
    kind: 'name',
    cell: ({ href, product, newest, server, serverClass, workload }) => (
      <>
        <a href={href}>
          <strong>{product}</strong>
        </a>
        <small className="only-narrow dim">
          {[newest, server].filter(Boolean).join(', ')} <span className="nowrap">{serverClass}</span>
        </small>
        <small className="only-narrow dim">{workload}</small>
      </>
    ),
  },
  {
    head: 'Server',
    headClass: 'only-wide',
    className: 'only-wide long-name',
    cell: ({ serverHref, server, serverClass }) => (
      <>
        <a href={serverHref}>{server}</a> <span className="dim">{serverClass}</span>
      </>
    ),
  },
  { head: 'Workload', headClass: 'only-wide', className: 'only-wide mid workload', text: 'workload' },
  { head: 'Newest', headClass: 'only-wide', className: 'only-wide nowrap', text: 'newest' },
  {
    head: 'Before',
    headClass: 'group only-wide',
    className: 'group only-wide mid',
    cell: ({ before, note }) => before?.version ?? note,
  },
  {
    head: 'Slower',
    kind: 'number',
    cell: ({ before, note }) =>
      before ? <Slower {...before} /> : <span className="only-narrow dim">{note}</span>,
  },
  {
    head: 'Likely slower',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide',
    cell: ({ before }) =>
      before && <span className={before.likely > 0 ? 'mid' : 'dim'}>{before.likely}</span>,
  },
  {
    head: 'Faster',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide',
    cell: ({ before }) => before && <Count count={before.faster} isGood />,
  },
  {
    head: 'of',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide dim',
    cell: ({ before }) => before?.tests,
  },
  {
    head: 'Oldest',
    headClass: 'group only-wide',
    className: 'group only-wide mid',
    cell: ({ oldest }) => (oldest ? [oldest.version, oldest.step].filter(Boolean).join(', ') : '–'),
  },
  {
    head: 'Slower',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide',
    cell: ({ oldest }) => (oldest ? <Count count={oldest.slower} /> : '–'),
  },
  {
    head: 'Faster',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide',
    cell: ({ oldest }) => (oldest ? <Count count={oldest.faster} isGood /> : '–'),
  },
  {
    head: 'Mean',
    kind: 'number',
    cell: ({ oldest }) =>
      oldest ? <Tile text={oldest.mean} level={oldest.level} direction={oldest.direction} /> : '–',
  },
  {
    head: 'By version',
    headClass: 'only-wide',
    className: 'only-wide spark',
    cell: ({ chart }) =>
      chart ? (
        <svg
          role="img"
          aria-label={chart.description}
          width={SPARK.width}
          height={SPARK.height}
          viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
        >
          <path className="one" d={`M${SPARK.margin} ${chart.oneY}H${SPARK.width - SPARK.margin}`} />
          <path className="line" d={chart.path} />
          <circle className={chart.trend} cx={chart.end.x} cy={chart.end.y} r="2.4" />
        </svg>
      ) : null,
  },
  {
    head: 'Last run',
    kind: 'number',
    headClass: 'num only-wide',
    className: 'only-wide dim',
    cell: ({ lastRun, lastRunDay }) => <time dateTime={lastRun}>{lastRunDay}</time>,
  },
];

function Count({ count, isGood = false }: { count: number; isGood?: boolean }) {
  if (count === 0) return <span className="dim">0</span>;
  return <span className={isGood ? 'good arrow up' : 'bad arrow dn'}>{count}</span>;
}

/** Slower tests, which lead to their event; tests that stopped working come first. */
function Slower({ stopped, slower, href }: NonNullable<HomeRow['before']>) {
  const counts = (
    <>
      {stopped > 0 ? <span className="bad">{stopped} stopped, </span> : null}
      <Count count={slower} />
    </>
  );
  return href === null ? counts : <a href={href}>{counts}</a>;
}
