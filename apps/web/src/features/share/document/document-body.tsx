import type { ViewDocument } from '@basecase/views/document';
import { NightsDrawing } from '../../../ui/chart/nights-drawing';
import { ScrollBox } from '../../../ui/table/scroll-table';
import { DocumentTableView } from './document-table';
import { StillChart } from './still-chart';

/** The chart and the tables of a document. */
export function DocumentBody({ document: { chart, nights, tables } }: { document: ViewDocument }) {
  return (
    <>
      {chart ? <StillChart chart={chart} /> : null}
      {nights ? (
        <ScrollBox label="Chart of nights" className="still-nights">
          <NightsDrawing chart={nights} />
        </ScrollBox>
      ) : null}
      {tables.map((table) => (
        <DocumentTableView key={table.id} table={table} />
      ))}
    </>
  );
}
