import type { ReportDetail } from '@basecase/views/benchmarks';
import { ReportTableView } from './report-table';

/** All numbers of one test; the others are one click away. */
export function DetailSection({ detail }: { detail: ReportDetail }) {
  const { noun, current, choices, note, tables } = detail;
  const heading = detail.heading ?? `All numbers of one ${noun}`;
  const label = detail.heading ? `${heading}, ${current}` : `All numbers of ${current}`;
  return (
    <section className="stack" id="detail" aria-label={label}>
      <div className="benchmark-choice">
        <h2>{heading}</h2>
        <nav className="segments benchmark-steps" aria-label={noun}>
          {choices.map(({ key, label, href, isCurrent }) => (
            <a key={key} href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      {note ? <p className="note">{note}</p> : null}
      {tables.map((table) => (
        <ReportTableView key={table.id} table={table} />
      ))}
    </section>
  );
}
