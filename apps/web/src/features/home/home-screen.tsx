import type { HomeModel, NightsRow } from '@basecase/views/home';
import { markOf } from '@basecase/views/text';
import type { ReactNode } from 'react';
import { NumberedPager } from '../../ui/page/pager';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { StoppedTests } from '../../ui/table/stopped-tests';
import { Tile } from '../../ui/table/tile';
import { Hero, RecordSteps } from './empty-home';
import { ProductCards } from './product-cards';

interface Props {
  model: HomeModel;
  /** Of uploads that were not dismissed; null: there are none. */
  result: ReactNode;
  /** Views that were saved in this browser: the only part of the page that runs in it. */
  savedViews: ReactNode;
}

/** The product, changes in the newest releases, and all loaded data. */
export function HomeScreen({ model, result, savedViews }: Props) {
  const { lead, waiting, products, others, staleNote, nights, regressions, heatmaps } = model;
  return (
    <main id="main" className="page">
      {result}
      <Hero />
      <p className="lead">
        <strong>{lead.strong}</strong>
        {lead.rest}
      </p>
      {waiting === '' ? null : (
        <p className="meta home-waiting">
          {waiting}. <a href="/lines">Config lines</a>
        </p>
      )}
      <div className="cols home">
        <div className="stack">
          {model.stopped ? <StoppedTests view={model.stopped} /> : null}
          <ProductCards products={products} others={others} staleNote={staleNote} />
          {nights.length > 0 ? <Nights rows={nights} /> : null}
          {regressions.length > 0 ? <Regressions changes={regressions} /> : null}
          <LoadedHeatmaps heatmaps={heatmaps} />
          <Uploads uploads={model.uploads} />
          <Section title="Record on your machine" id="record">
            <RecordSteps />
          </Section>
        </div>
        <div className="stack">
          <Servers servers={model.servers} />
          <Products products={model.productList} />
          {savedViews}
        </div>
      </div>
    </main>
  );
}

function Regressions({ changes }: { changes: HomeModel['regressions'] }) {
  return (
    <Section
      title="Largest regressions"
      hint="beyond noise and not fixed; at most two tests per release"
      aside={
        <a className="push" href="/regressions">
          All regressions
        </a>
      }
    >
      <ColumnTable
        label="Largest regressions"
        className="data-table cards lately changes"
        rows={changes}
        columns={[
          {
            head: 'Test',
            kind: 'name',
            cell: ({ href, test, range }) => (
              <>
                <a href={href}>{test}</a> <span className="dim">{range}</span>
              </>
            ),
          },
          { head: 'Since', text: 'since' },
          { head: 'Server and workload', className: 'mid where-cell', text: 'where' },
          {
            head: 'Ratio',
            kind: 'number',
            cell: ({ ratio, level }) => <Tile text={ratio} level={level} direction={markOf(level)} />,
          },
          { head: 'Explained by', className: 'mid costs', text: 'costs' },
        ]}
      />
    </Section>
  );
}

function Servers({ servers: { rows, total } }: Pick<HomeModel, 'servers'>) {
  return (
    <Section
      title="Servers"
      hint={rows.length < total ? `${rows.length} of ${total}, measured last` : null}
      aside={
        <a className="push" href="/servers">
          All servers
        </a>
      }
    >
      <ul className="list">
        {rows.map(({ name, words, runs, href }) => (
          <li key={href}>
            <span>
              <a href={href}>{name}</a>
              <small>{words}</small>
            </span>
            <span className="dim nowrap">{runs}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Products({ products }: { products: HomeModel['productList'] }) {
  if (products.length === 0) return null;
  return (
    <Section title="Products" hint="newest release; measured last first">
      <ul className="list products">
        {products.map(({ product, newest, href }) => (
          <li key={product}>
            <a href={href}>{product}</a>
            <span className="dim">{newest}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Uploads({ uploads }: { uploads: HomeModel['uploads'] }) {
  return (
    <Section
      title="Uploads"
      hint="the last three"
      aside={
        <a className="push" href="/uploads">
          All uploads
        </a>
      }
    >
      {uploads.length === 0 ? (
        <p className="inset mid">Only published figures are loaded.</p>
      ) : (
        <ul className="list">
          {uploads.map(({ name, words, day, date, href }) => (
            <li key={href}>
              <span>
                <a className="mono anywhere" href={href}>
                  {name}
                </a>
                <small>{words}</small>
              </span>
              <time className="dim nowrap" dateTime={date}>
                {day}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Every heatmap, the one that was measured last first, a page at a time. */
function LoadedHeatmaps({ heatmaps: { rows, paging } }: Pick<HomeModel, 'heatmaps'>) {
  return (
    <Section
      title="What is loaded"
      id="loaded"
      hint="one heatmap per server and workload, measured last first"
    >
      <ColumnTable
        label="Heatmaps"
        className="data-table cards lately loaded-list"
        rows={rows}
        columns={[
          {
            head: 'Server',
            kind: 'name',
            cell: ({ serverHref, server }) => <a href={serverHref}>{server}</a>,
          },
          {
            head: 'Workload',
            className: 'loaded',
            cell: ({ href, workload, details, report }) => (
              <>
                <a href={href}>{workload}</a> <span className="dim">{details}</span>
                {report ? (
                  <>
                    {' '}
                    <a href={report}>
                      report<span className="sr-only"> of {workload}</span>
                    </a>
                  </>
                ) : null}
              </>
            ),
          },
          { head: 'Products', text: 'products' },
          { head: 'Versions', kind: 'number', text: 'columns' },
          { head: 'Measured', className: 'mid measured', text: 'measured' },
          { head: 'Origin', className: 'mid origin', text: 'origin' },
        ]}
      />
      <NumberedPager className="inset" label="Pages of heatmaps" paging={paging} />
    </Section>
  );
}

/** Lines that are in sight; more are behind a button. */
const IN_SIGHT = 8;

/** Each line of nights with the tests that are at another level than the last release. */
function Nights({ rows }: { rows: readonly NightsRow[] }) {
  const more = rows.slice(IN_SIGHT);
  return (
    <Section
      title="Nights"
      id="nights"
      hint="newest level of each test against the level of the last release"
    >
      <NightsTable label="Lines of nights" rows={rows.slice(0, IN_SIGHT)} />
      {more.length > 0 ? (
        <details className="more-lines">
          <summary>{more.length} more</summary>
          <NightsTable label="More lines of nights" rows={more} />
        </details>
      ) : null}
    </Section>
  );
}

function NightsTable({ label, rows }: { label: string; rows: readonly NightsRow[] }) {
  return (
    <ColumnTable
      label={label}
      className="data-table cards lately nights-list"
      rows={rows}
      columns={[
        { head: 'Server', kind: 'name', cell: ({ href, server }) => <a href={href}>{server}</a> },
        {
          head: 'Nights',
          className: 'loaded',
          cell: ({ line, nights, details }) => (
            <>
              {line}, {nights} <span className="dim">{details}</span>
            </>
          ),
        },
        {
          head: 'Newest',
          className: 'mid measured',
          cell: ({ date, newest }) => <time dateTime={date}>{newest}</time>,
        },
        { head: 'Slower', kind: 'number', cell: ({ slower }) => count(slower, 'bad arrow dn') },
        { head: 'Faster', kind: 'number', cell: ({ faster }) => count(faster, 'good arrow up') },
        { head: 'Possible', className: 'dim', text: 'possible' },
        { head: 'Since', className: 'mid', text: 'since' },
      ]}
    />
  );
}

function count({ isSome, text }: NightsRow['slower'], emphasis: string) {
  return <span className={isSome ? emphasis : 'dim'}>{text}</span>;
}
