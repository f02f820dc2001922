import { compareHref } from '@basecase/views/compare';
import { type ClientsModel, clientsModel } from '@basecase/views/why';
import { lazy } from 'react';
import { api } from '../api/api';
import { InBrowser } from '../page/in-browser';
import { TryAgain } from '../page/try-again';
import { numeric, ScrollTable } from '../table/scroll-table';
import { type CellQuery, type PairNames, usePair } from './use-pair';

// Recharts draws its layers after mounting.
const Chart = lazy(async () => ({ default: (await import('./clients-chart')).ClientsChart }));

interface Props {
  query: CellQuery;
  names: PairNames;
}

/** The same test at every number of clients that was measured: from which on a version differs, where it stops scaling. */
export function Clients({ query, names }: Props) {
  const { state, retry } = usePair(query, true, (cell, signal) =>
    api.compare.clients.query(cell, { signal }),
  );
  const model = state.status === 'ready' ? clientsModel(state.answer, names) : null;
  return (
    <section aria-busy={state.status === 'loading'}>
      <h3>
        Throughput by clients <span className="dim">{model && 'says' in model ? model.says : ''}</span>
      </h3>
      {state.status === 'loading' ? <div className="clients-wait" /> : null}
      {state.status === 'failed' ? (
        <TryAgain onRetry={retry}>Other numbers of clients could not be read: {state.message}</TryAgain>
      ) : null}
      {model && 'missing' in model ? <p className="mid">{model.missing}</p> : null}
      {model && 'table' in model ? <Curve model={model} query={query} names={names} /> : null}
    </section>
  );
}

function Curve({ model, query, names }: { model: ClientsModel } & Props) {
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
      <ScrollTable
        label="Throughput by clients, table"
        head={[
          'Clients',
          ...table.clients.map(({ text, workload, test }) =>
            numeric(
              <a href={`${compareHref({ server, workload, base, cell: { test, column } })}#clients`}>
                {text}
              </a>,
            ),
          ),
        ]}
      >
        {table.rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map(({ text, emphasis }, index) => (
              <td key={table.clients[index]?.text} className="num">
                {emphasis ? <b className={emphasis}>{text}</b> : text}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </>
  );
}
