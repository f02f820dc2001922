import type { RegressionPage } from '@basecase/db/types';
import { prepareSameNight } from '@basecase/views/regressions';
import { numeric } from '../../../../ui/table/scroll-table';
import { VerdictCell } from '../../verdict-cell';
import { TableSection } from '../table-section';

/** All tests that changed in one night: one suspected cause. Nothing where this one is alone. */
export function SameNight({ page }: { page: RegressionPage }) {
  const model = prepareSameNight(page);
  if (!model) return null;
  const hasPlaces = model.rows.some(({ where }) => where !== '');
  return (
    <TableSection
      title="The same night"
      hint={model.sentence}
      link={
        <a className="push" href={model.href}>
          In the list
        </a>
      }
      head={['Test', numeric('Ratio'), numeric('95%'), 'Verdict', hasPlaces ? 'Where' : null]}
    >
      {model.rows.map(({ key, href, test, note, where, ratio, interval, verdict }) => (
        <tr key={key} className={href === null ? 'own' : undefined}>
          <th scope="row">
            {href === null ? test : <a href={href}>{test}</a>} <span className="dim">{note}</span>
          </th>
          <td className="num">
            <VerdictCell ratio={ratio} verdict={verdict} />
          </td>
          <td className="num mid">{interval}</td>
          <td>{verdict}</td>
          {hasPlaces ? <td className="mid">{where || 'here'}</td> : null}
        </tr>
      ))}
    </TableSection>
  );
}
