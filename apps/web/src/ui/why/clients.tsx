import { compareHref } from '@basecase/views/compare';
import { type ClientsModel, clientsModel } from '@basecase/views/why';
import { lazy } from 'react';
import { api } from '../api/api';
import { InBrowser } from '../page/in-browser';
import { ColumnTable, type PageColumn } from '../table/column-table';
import { type PairProps, PairSection } from './pair-section';

// Recharts draws its layers after mounting.
const Chart = lazy(async () => ({ default: (await import('./clients-chart')).ClientsChart }));

/** The same test at every number of clients that was measured: from which on a version differs, where it stops scaling. */
export function Clients({ query, names }: PairProps) {
  return (
    <PairSection
      title="Throughput by clients"
      hint={({ says }) => says}
      wait={<div className="clients-wait" />}
      failure="Other numbers of clients could not be read"
      query={query}
      ask={(cell, signal) => api.compare.clients.query(cell, { signal })}
      prepare={(answer) => clientsModel(answer, names)}
    >
      {(model: ClientsModel) => <Curve model={model} query={query} names={names} />}
    </PairSection>
  );
}

function Curve({ model, query, names }: { model: ClientsModel } & PairProps) {
  const { onset, knee, note, chart, table } = model;
  const { server, column, base } = query;
  return (
    <>
      <p className="why-says">
        <strong>{onset}</strong> {knee}
      </p>
      <p className="mid">{note}</p>
      <InBrowser wait={<div className="clients-wait" />}>
        <Chart chart={chart} names={names} />
      </InBrowser>
      <ColumnTable
        label="Throughput by clients, table"
        rows={table.rows}
        columns={[
          { head: 'Clients', kind: 'name', text: 'name' },
          ...table.clients.map(
            (
              { text: clients, workload, test },
              index,
            ): PageColumn<ClientsModel['table']['rows'][number]> => ({
              head: (
                <a href={`${compareHref({ server, workload, base, cell: { test, column } })}#clients`}>
                  {clients}
                </a>
              ),
              kind: 'number',
              cell: ({ cells }) => {
                const { text = '', emphasis = null } = cells[index] ?? {};
                return emphasis ? <b className={emphasis}>{text}</b> : text;
              },
            }),
          ),
        ]}
      />
    </>
  );
}
