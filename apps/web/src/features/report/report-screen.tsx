import { noChangeSentence, type Report } from '@basecase/analysis';
import type { Fact } from '@basecase/views/report';
import { methodHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { ReportChanges } from './report-changes';
import { ReportTable } from './report-table';

interface Props {
  title: string;
  facts: Fact[];
  report: Report;
  /** What stands under the title: where the live numbers are, or since when these are frozen. */
  note: ReactNode;
  /** What is done with it: the only part of the page that runs in a browser. */
  actions: ReactNode;
  /** The heatmap with a test open; null where there is none. */
  hrefOf: ((test: string) => string) | null;
}

/** A view in the form of a benchmark post: to be read from top to bottom, printed, and pasted. */
export function ReportScreen({ title, facts, report, note, actions, hrefOf }: Props) {
  const { groups, legend, base, changes, rule } = report;
  return (
    <main id="main" className="page report">
      <header className="reporthead">
        <h1>{title}</h1>
        <div className="actions">{actions}</div>
        {note}
      </header>
      <section aria-labelledby="summary">
        <h2 id="summary">Summary</h2>
        <ul className="points">
          {groups.map(({ id, label, summary }) => (
            <li key={id}>
              <strong>{label}:</strong> {summary.slice(0, rule.name === 'verdicts' ? 2 : 1).join(' ')}
            </li>
          ))}
        </ul>
        <p className="mid" id="rule-in-force">
          {rule.sentence} <a href={methodHref('verdicts')}>The method</a>
        </p>
      </section>
      <section aria-labelledby="tested">
        <h2 id="tested">What was tested</h2>
        <dl className="facts">
          {facts.map(({ label, text }) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="legend">
        <h2 id="legend">Legend</h2>
        <dl className="facts">
          <div className="contents">
            <dt>Relative to</dt>
            <dd>
              <ColumnName name={base.name} label={base.label} />
            </dd>
          </div>
          {legend.map(({ number, label, name }) => (
            <div key={number} className="contents">
              <dt>{number}</dt>
              <dd>
                <ColumnName name={name} label={label} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {groups.map((group) => (
        <ReportTable key={group.id} group={group} report={report} hrefOf={hrefOf} />
      ))}
      <ReportChanges
        title="Largest changes for the worse"
        changes={changes.worse}
        way="worse"
        report={report}
      />
      <ReportChanges
        title="Largest changes for the better"
        changes={changes.better}
        way="better"
        report={report}
      />
      {changes.worse.length + changes.better.length === 0 && legend.length > 0 ? (
        <p className="mid">{noChangeSentence(report)}</p>
      ) : null}
    </main>
  );
}

/** A column by its short name and its label; labels of published tables begin with the name. */
function ColumnName({ name, label }: { name: string; label: string }) {
  return (
    <>
      {label.startsWith(name) ? null : `${name} `}
      <span className="mono dim">{label}</span>
    </>
  );
}
