import type { RecordSeries, RegressionPage } from '@basecase/db/types';
import { type NearNights as NearNightsModel, prepareNearNights } from '@basecase/views/regressions';
import { numeric } from '../../../../ui/table/scroll-table';
import { VerdictText } from '../../../../ui/table/tile';
import { TableSection } from '../table-section';

type Row = NearNightsModel['rows'][number];

interface Props {
  series: RecordSeries;
  page: Pick<RegressionPage, 'kind' | 'comparePath'>;
}

/** The nights on either side of the change, each with its run. */
export function NearNights({ series, page }: Props) {
  const { metric, unit, cost, rows } = prepareNearNights(series);
  return (
    <TableSection
      title="Around the change"
      hint={`${metric} in ${unit}, colour is that of the level`}
      link={
        <a className="push" href={page.comparePath}>
          Open in compare
        </a>
      }
      className="data-table near-nights"
      head={[
        'Night',
        'Commit',
        numeric(metric),
        numeric('Ratio'),
        cost ? numeric(cost) : null,
        'Note',
        { label: <span className="sr-only">Run</span> },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.key} className={row.role === 'first bad' ? 'first-bad' : undefined}>
          <th scope="row">
            <time dateTime={row.at}>{row.day}</time>
          </th>
          <td className="mono">{row.buildHref ? <a href={row.buildHref}>{row.build}</a> : row.build}</td>
          <td className="num">{row.valueText}</td>
          <td className="num">
            <VerdictText text={row.ratioText} level={levelOf(row)} direction={directionOf(row)} />
          </td>
          {cost ? <td className="num">{row.costText}</td> : null}
          <td>
            {row.role ? <span className="onset-word">{roleWord(row.role, page.kind)}</span> : null}{' '}
            <span className="dim">{row.note}</span>
          </td>
          <td>
            <a href={row.runHref} aria-label={`Run of ${row.day} ${row.build}`}>
              run
            </a>
          </td>
        </tr>
      ))}
    </TableSection>
  );
}

function levelOf({ tone, isPossible }: Row) {
  if (tone === 'plain' || isPossible) return 'n';
  return tone === 'slower' ? 'r2' : 'b2';
}

function directionOf({ tone, isUp }: Row) {
  return tone === 'plain' ? null : isUp ? 'up' : 'dn';
}

function roleWord(role: NonNullable<Row['role']>, kind: RegressionPage['kind']): string {
  if (role === 'last good') return kind === 'regression' ? 'last good' : 'last before';
  return kind === 'regression' ? 'first bad' : 'first faster';
}
