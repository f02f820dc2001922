import type { Report, ReportChange } from '@basecase/analysis';
import type { ReactNode } from 'react';
import type { Fact } from './prepare-facts';
import { ReportTable } from './report-table';

interface Props {
  title: string;
  facts: Fact[];
  report: Report;
  /** What stands under the title: where the live numbers are, or since when these are frozen. */
  note: ReactNode;
  share: ReactNode;
  /** Where the same report is as Markdown. */
  markdownHref: string;
  /** The heatmap with a test open; null where there is none. */
  hrefOf: ((test: string) => string) | null;
}

/** A view in the form of a benchmark post: to be read from top to bottom, printed, and pasted. */
export function ReportScreen({ title, facts, report, note, share, markdownHref, hrefOf }: Props) {
  const { groups, legend, base, changes } = report;
  return (
    <main id="main" className="page report">
      <header className="reporthead">
        <h1>{title}</h1>
        <div className="acts">
          <a className="btn" href={markdownHref}>
            Markdown
          </a>
          {share}
        </div>
        {note}
      </header>
      <section aria-labelledby="summary">
        <h2 id="summary">Summary</h2>
        <ul className="points">
          {groups.map(({ id, label, summary }) => (
            <li key={id}>
              <strong>{label}:</strong> {summary[0]}
            </li>
          ))}
        </ul>
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
              {base.name} <span className="mono dim">{base.label}</span>
            </dd>
          </div>
          {legend.map(({ number, label, name }) => (
            <div key={number} className="contents">
              <dt>{number}</dt>
              <dd>
                {name} <span className="mono dim">{label}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {groups.map((group) => (
        <ReportTable key={group.id} group={group} report={report} hrefOf={hrefOf} />
      ))}
      <Changes title="Largest changes for the worse" changes={changes.worse} way="worse" report={report} />
      <Changes title="Largest changes for the better" changes={changes.better} way="better" report={report} />
      {changes.worse.length + changes.better.length === 0 && legend.length > 0 ? (
        <p className="mid">No test of {report.judged} changed by the threshold.</p>
      ) : null}
    </main>
  );
}

interface ChangesProps {
  title: string;
  changes: ReportChange[];
  way: 'worse' | 'better';
  report: Report;
}

/** The tests that changed most, with what each operation costs now. */
function Changes({ title, changes, way, report }: ChangesProps) {
  if (changes.length === 0) return null;
  const { costs, total } = report.changes;
  const isWorse = way === 'worse';
  return (
    <section aria-labelledby={way}>
      <h2 id={way}>{title}</h2>
      <p className="mid">
        {report.judged} relative to {report.base.name}
        {total[way] > changes.length ? `; ${changes.length} of ${total[way]}` : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label={title}>
        <table className="heatstill">
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">{report.metric}</th>
              {costs.map((cost) => (
                <th key={cost} scope="col">
                  {cost}
                </th>
              ))}
              {isWorse ? (
                <>
                  <th scope="col">Slower since</th>
                  <th scope="col" className="words">
                    Explained by
                  </th>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.test}>
                <th scope="row">{change.test}</th>
                <td className={change.ratio.level}>{change.ratio.text}</td>
                {change.costs.map(({ text, level }, index) => (
                  <td key={costs[index]} className={level}>
                    {text}
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
          </tbody>
        </table>
      </section>
    </section>
  );
}
