import type { ReportDetail } from '@basecase/views/benchmarks';
import { ReportTableView } from './report-table';

/** All numbers of one test; the others are one click away. */
export function DetailSection({ detail: { noun, current, choices, tables } }: { detail: ReportDetail }) {
  return (
    <section className="stack" id="detail" aria-label={`All numbers of ${current}`}>
      <div className="benchmark-choice">
        <h2>All numbers of one {noun}</h2>
        <nav className="segments benchmark-steps" aria-label={noun}>
          {choices.map(({ key, label, href, isCurrent }) => (
            <a key={key} href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      {tables.map((table) => (
        <ReportTableView key={table.id} table={table} />
      ))}
    </section>
  );
}
