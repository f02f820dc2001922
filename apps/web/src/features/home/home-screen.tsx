import type { HomeModel } from '@basecase/views/home';
import { markOf } from '@basecase/views/text';
import type { ReactNode } from 'react';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { Tile } from '../../ui/table/tile';
import { Hero } from './hero';
import { LoadedHeatmaps } from './loaded-heatmaps';
import { Nights } from './nights';
import { ProductCards } from './product-cards';
import { RecordSteps } from './record-steps';

interface Props {
  model: HomeModel;
  /** Views that were saved in this browser: the only part of the page that runs in it. */
  savedViews: ReactNode;
}

/** The product, changes in the newest releases, and all loaded data. */
export function HomeScreen({ model, savedViews }: Props) {
  const { lead, products, others, staleNote, nights, regressions, heatmaps } = model;
  return (
    <main id="main" className="page">
      <Hero />
      <p className="lead">
        <strong>{lead.strong}</strong>
        {lead.rest}
      </p>
      <div className="cols home">
        <div className="stack">
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
        className="data-table lately changes"
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
                <a className="mono" href={href}>
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
