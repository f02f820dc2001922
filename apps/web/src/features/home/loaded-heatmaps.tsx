import type { HomeModel } from '@basecase/views/home';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { ListPages } from './list-pages';

/** Every heatmap, the one that was measured last first, a page at a time. */
export function LoadedHeatmaps({ heatmaps: { rows, paging } }: Pick<HomeModel, 'heatmaps'>) {
  return (
    <Section
      title="What is loaded"
      id="loaded"
      hint="one heatmap per server and workload, measured last first"
    >
      <ColumnTable
        label="Heatmaps"
        className="data-table lately loaded-list"
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
      <ListPages label="Pages of heatmaps" paging={paging} />
    </Section>
  );
}
