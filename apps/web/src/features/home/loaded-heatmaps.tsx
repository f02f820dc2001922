import type { HomeModel } from '@basecase/views/home';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { ListPages } from './list-pages';

/** Every heatmap, the one that was measured last first, a page at a time. */
export function LoadedHeatmaps({ heatmaps: { rows, paging } }: Pick<HomeModel, 'heatmaps'>) {
  return (
    <Section
      title="What is loaded"
      id="loaded"
      hint="one heatmap per server and workload, measured last first"
    >
      <ScrollTable
        label="Heatmaps"
        className="data-table lately loaded-list"
        head={['Server', 'Workload', 'Products', numeric('Versions'), 'Measured', 'Origin']}
      >
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <a href={row.serverHref}>{row.server}</a>
            </th>
            <td className="loaded">
              <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
              {row.report ? (
                <>
                  {' '}
                  <a href={row.report}>
                    report<span className="sr-only"> of {row.workload}</span>
                  </a>
                </>
              ) : null}
            </td>
            <td>{row.products}</td>
            <td className="num">{row.columns}</td>
            <td className="mid measured">{row.measured}</td>
            <td className="mid origin">{row.origin}</td>
          </tr>
        ))}
      </ScrollTable>
      <ListPages label="Pages of heatmaps" paging={paging} />
    </Section>
  );
}
