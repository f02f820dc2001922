import type { ViewDocument } from '@basecase/views/document';
import { DocumentTableView } from './document-table';
import { StillChart } from './still-chart';

/** The chart and the tables of a document. */
export function DocumentBody({ document: { chart, tables } }: { document: ViewDocument }) {
  return (
    <>
      {chart ? <StillChart chart={chart} /> : null}
      {tables.map((table) => (
        <DocumentTableView key={table.id} table={table} />
      ))}
    </>
  );
}
