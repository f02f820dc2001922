import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { prepareNeighbours } from '@basecase/views/regressions';
import { numeric } from '../../../ui/table/scroll-table';
import { VerdictCell } from '../verdict-cell';
import { TableSection } from './table-section';

/** Other tests of the same group at the same versions. */
export function Neighbours({ page }: { page: RegressionPage }) {
  const versions = new Map(page.ladder.map(({ column, version }) => [column, version]));
  const model = prepareNeighbours(page.neighbours, { firstBad: page.firstBad.column, versions });
  if (!model) return null;
  return (
    <TableSection
      title="Neighbours"
      hint={`${page.test.groupLabel.toLowerCase()}: ${model.sentence}; to ${versionLabel(page.lastGood.version)}`}
      head={['Test', ...model.heads.map(numeric)]}
    >
      {model.rows.map(({ key, name, range, isSelf, slug, cells }) => (
        <tr key={key} className={isSelf ? 'own' : undefined}>
          <th scope="row">
            {slug === null || isSelf ? name : <a href={`/r/${slug}`}>{name}</a>}{' '}
            <span className="dim">{range}</span>
          </th>
          {cells.map((cell) => (
            <td key={cell.column} className="num">
              <VerdictCell ratio={cell.ratio} verdict={cell.verdict} />
            </td>
          ))}
        </tr>
      ))}
    </TableSection>
  );
}
