import { type Report, type ReportChange, SHARES_OVERLAP } from '@basecase/analysis';
import { cellClass } from '@basecase/views/document';
import { CellWords } from '../../ui/table/cell-words';
import { ScrollTable } from '../../ui/table/scroll-table';

interface Props {
  title: string;
  changes: ReportChange[];
  way: 'worse' | 'better';
  report: Report;
}

/** The tests that changed most, with what each operation costs now. */
export function ReportChanges({ title, changes, way, report }: Props) {
  if (changes.length === 0) return null;
  const { costs, total, possible } = report.changes;
  const hasVerdicts = report.rule.name === 'verdicts';
  const isWorse = way === 'worse';
  return (
    <section aria-labelledby={way}>
      <h2 id={way}>{title}</h2>
      <p className="mid">
        {report.judged} relative to {report.base.name}
        {total[way] > changes.length ? `; ${changes.length} of ${total[way]}` : ''}
        {possible[way] > 0 ? `; ${possible[way]} of them only possible` : ''}
      </p>
      <ScrollTable
        label={`${title}, table`}
        className="heatstill"
        head={[
          'Test',
          report.metric,
          hasVerdicts ? { label: 'Verdict', className: 'words' } : null,
          ...costs,
          ...(isWorse ? ['Slower since', { label: 'Explained by', className: 'words' }] : []),
        ]}
      >
        {changes.map((change) => (
          <tr key={change.test}>
            <th scope="row">{change.test}</th>
            <td className={cellClass(change.ratio)}>
              <CellWords cell={change.ratio} />
            </td>
            {hasVerdicts ? <td className="words">{change.ratio.verdict}</td> : null}
            {change.costs.map((cost, index) => (
              <td key={costs[index]} className={cellClass(cost)}>
                {cost.text}
              </td>
            ))}
            {isWorse ? (
              <>
                <td>{change.since ?? '–'}</td>
                <td className="words">{change.explained}</td>
              </>
            ) : null}
          </tr>
        ))}
      </ScrollTable>
      <Sentences changes={changes} />
    </section>
  );
}

/** What moved with each change; that shares overlap is said once. */
function Sentences({ changes }: { changes: ReportChange[] }) {
  const explained = changes.filter(({ sentence }) => sentence !== '');
  if (explained.length === 0) return null;
  return (
    <>
      <ul className="points">
        {explained.map(({ test, sentence }) => (
          <li key={test}>
            <strong>{test}:</strong> {sentence}
          </li>
        ))}
      </ul>
      {explained.some(({ sentence }) => sentence.includes('(enough for')) ? (
        <p className="mid">{SHARES_OVERLAP}</p>
      ) : null}
    </>
  );
}
