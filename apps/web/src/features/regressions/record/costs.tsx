import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { prepareCosts } from '@basecase/views/regressions';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';
import { VerdictText } from '../../../ui/table/tile';

/** What the hardware paid for one operation in each version. */
export function Costs({ page }: { page: RegressionPage }) {
  const model = prepareCosts(page.costs, { lastGood: page.lastGood.column, firstBad: page.firstBad.column });
  if (!model) {
    return (
      <section>
        <h3>Per operation</h3>
        <p className="mid">
          No hardware metrics were uploaded for this test. Run vmstat and iostat during the test to see its
          costs per operation.
        </p>
      </section>
    );
  }
  const { heads, rows } = model;
  return (
    <ScrollTable label="Per operation" head={['Version', ...heads.map(numeric)]} hasBodies>
      <tbody>
        <tr className="block-t">
          <th colSpan={heads.length + 1} scope="rowgroup">
            Absolute
          </th>
        </tr>
        {rows.map(({ version, isFirstBad, absolute }) => (
          <tr key={version} className={isFirstBad ? 'selected' : undefined}>
            <th scope="row">{version}</th>
            {absolute.map((text, index) => (
              <td key={heads[index]} className="num">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tbody>
        <tr className="block-t">
          <th colSpan={heads.length + 1} scope="rowgroup">
            Relative to {versionLabel(page.lastGood.version)}
          </th>
        </tr>
        {rows.map(({ version, isFirstBad, relative }) =>
          relative ? (
            <tr key={version} className={isFirstBad ? 'selected' : undefined}>
              <th scope="row">{version}</th>
              {relative.map((cell, index) => (
                <td key={heads[index]} className="num">
                  <VerdictText {...cell} />
                </td>
              ))}
            </tr>
          ) : null,
        )}
      </tbody>
    </ScrollTable>
  );
}
