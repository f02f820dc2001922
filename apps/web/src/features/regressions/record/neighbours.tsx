import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { prepareNeighbours } from '@basecase/views/regressions';
import type { PageColumn } from '../../../ui/table/column-table';
import { VerdictCell } from '../verdict-cell';
import { TableSection } from './table-section';

type Row = NonNullable<ReturnType<typeof prepareNeighbours>>['rows'][number];

/** Other tests of the same group at the same versions. */
export function Neighbours({ page }: { page: RegressionPage }) {
  const versions = new Map(page.ladder.map(({ column, version }) => [column, version]));
  const model = prepareNeighbours(page.neighbours, { firstBad: page.firstBad.column, versions });
  if (!model) return null;
  return (
    <TableSection
      title="Neighbours"
      hint={`${page.test.groupLabel.toLowerCase()}: ${model.sentence}; to ${versionLabel(page.lastGood.version)}`}
      rows={model.rows}
      rowClass={({ isSelf }) => (isSelf ? 'own' : undefined)}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ slug, isSelf, name, range }) => (
            <>
              {slug === null || isSelf ? name : <a href={`/r/${slug}`}>{name}</a>}{' '}
              <span className="dim">{range}</span>
            </>
          ),
        },
        ...model.heads.map(
          (head, index): PageColumn<Row> => ({
            head,
            kind: 'number',
            cell: ({ cells }) => cells[index] && VerdictCell(cells[index]),
          }),
        ),
      ]}
    />
  );
}
