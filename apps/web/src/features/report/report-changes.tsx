import {
  changeColumns,
  NO_VALUE,
  type Report,
  type ReportCell,
  type ReportChange,
  readCell,
  SHARES_OVERLAP,
} from '@basecase/analysis';
import { cellClass } from '@basecase/views/document';
import { CellWords } from '../../ui/table/cell-words';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';

interface Props {
  title: string;
  changes: ReportChange[];
  way: 'worse' | 'better';
  report: Report;
}

const HEADS: Record<string, string> = {
  test: 'Test',
  verdict: 'Verdict',
  since: 'Slower since',
  'explained by': 'Explained by',
};

/** The tests that changed most, with their costs per operation. */
export function ReportChanges({ title, changes, way, report }: Props) {
  if (changes.length === 0) return null;
  const { total, possible } = report.changes;
  return (
    <section aria-labelledby={way}>
      <h2 id={way}>{title}</h2>
      <p className="mid">
        {report.judged} relative to {report.base.name}
        {total[way] > changes.length ? `; ${changes.length} of ${total[way]}` : ''}
        {possible[way] > 0 ? `; ${possible[way]} of them only possible` : ''}
      </p>
      <ColumnTable
        label={`${title}, table`}
        className="heatstill"
        rows={changes}
        rowKey={({ test }) => test}
        columns={changeColumns(report, way).map(
          ({ head, kind, text, cell }): PageColumn<ReportChange> => ({
            head: HEADS[head] ?? head,
            kind,
            className: (change) => classOf(cell?.(change)),
            cell: (change) => {
              const own = cell?.(change);
              return own ? <CellWords cell={own} /> : readCell(text, change) || NO_VALUE;
            },
          }),
        )}
      />
      <Sentences changes={changes} />
    </section>
  );
}

function classOf(cell: ReportCell | undefined) {
  return cell && cellClass(cell);
}

/** Costs that changed with each test; the overlap note is printed once. */
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
