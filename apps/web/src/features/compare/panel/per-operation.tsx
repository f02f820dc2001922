import type { PanelModel } from '@basecase/views/compare';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';
import { VerdictText } from '../../../ui/table/tile';

/** Absolute and relative values of every metric over the columns. */
export function PerOperation({ model }: { model: PanelModel }) {
  return (
    <section>
      <h3>Per operation</h3>
      <ScrollTable
        label="Per operation table"
        caption={`Costs per operation of ${model.test} ${model.note} by version`}
        head={['Version', ...model.metrics.map(numeric)]}
        hasBodies
      >
        <tbody>
          <tr className="block">
            <th colSpan={model.metrics.length + 1} scope="rowgroup">
              Absolute
            </th>
          </tr>
          {model.absolute.map((row) => (
            <tr key={row.name} className={row.isOpen ? 'selected' : undefined}>
              <th scope="row">
                {row.name} {row.isBase ? <span className="dim">base</span> : null}
              </th>
              {row.cells.map((text, index) => (
                <td key={model.metrics[index]} className="num">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tbody>
          <tr className="block">
            <th colSpan={model.metrics.length + 1} scope="rowgroup">
              Relative to base, {model.baseName}
            </th>
          </tr>
          {model.relative.map((row) => (
            <tr key={row.name} className={row.isOpen ? 'selected' : undefined}>
              <th scope="row">{row.name}</th>
              {row.cells.map((verdict, index) => {
                // Throughput, the last one, is what the heatmap shows: it keeps its fill.
                const isThroughput = index === row.cells.length - 1;
                return (
                  <td key={model.metrics[index]} className={isThroughput ? `num ${verdict.level}` : 'num'}>
                    {isThroughput ? verdict.text : <VerdictText {...verdict} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}
