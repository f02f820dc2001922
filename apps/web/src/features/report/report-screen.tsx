import {
  changeColumns,
  explainedChanges,
  largeText,
  NO_VALUE,
  noChangeSentence,
  type Report,
  type ReportCell,
  type ReportChange,
  type ReportGroup,
  readCell,
} from '@basecase/analysis';
import { cellClass } from '@basecase/views/document';
import type { Fact, WhatIf } from '@basecase/views/report';
import type { Disclosure } from '@basecase/views/runs';
import { methodHref } from '@basecase/views/url';
import type { CSSProperties, ReactNode } from 'react';
import { DisclosureCard } from '../../ui/disclosure/disclosure-card';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { CellWords } from '../../ui/table/tile';
import { WhatIfSection } from '../../ui/what-if/what-if-section';

interface Props {
  title: string;
  facts: Fact[];
  report: Report;
  whatIf: WhatIf | null;
  /** The form of what if; null where nothing is chosen any more. */
  whatIfForm?: ReactNode;
  /** Null for links from before it was kept. */
  disclosure: Disclosure | null;
  /** What stands under the title: where the live numbers are, or since when these are frozen. */
  note: ReactNode;
  /** What is done with it: the only part of the page that runs in a browser. */
  actions: ReactNode;
  /** The heatmap with a test open; null where there is none. */
  hrefOf: ((test: string) => string) | null;
}

/** A view in the form of a benchmark post: to be read from top to bottom, printed, and pasted. */
export function ReportScreen({
  title,
  facts,
  report,
  whatIf,
  whatIfForm,
  disclosure,
  note,
  actions,
  hrefOf,
}: Props) {
  const { groups, legend, base, changes, rule } = report;
  return (
    <main id="main" className="page report">
      <header className="reporthead cluster">
        <h1>{title}</h1>
        <div className="actions">{actions}</div>
        {note}
      </header>
      <section aria-labelledby="summary">
        <h2 id="summary">Summary</h2>
        <ul className="points bullets">
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
      <WhatIfSection whatIf={whatIf} form={whatIfForm} />
      <DisclosureCard disclosure={disclosure} />
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

interface ReportChangesProps {
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
function ReportChanges({ title, changes, way, report }: ReportChangesProps) {
  if (changes.length === 0) return null;
  const { total, possible, large } = report.changes;
  return (
    <section aria-labelledby={way}>
      <h2 id={way}>{title}</h2>
      <p className="mid">
        {report.judged} relative to {report.base.name}
        {total[way] > changes.length ? `; ${changes.length} of ${total[way]}` : ''}
        {possible[way] > 0 ? `; ${possible[way]} of them likely, not confirmed${largeText(large[way])}` : ''}
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
  const { explained, note } = explainedChanges(changes);
  if (explained.length === 0) return null;
  return (
    <>
      <ul className="points bullets">
        {explained.map(({ test, sentence }) => (
          <li key={test}>
            <strong>{test}:</strong> {sentence}
          </li>
        ))}
      </ul>
      {note ? <p className="mid">{note}</p> : null}
    </>
  );
}

interface ReportTableProps {
  group: ReportGroup;
  report: Report;
  hrefOf: ((test: string) => string) | null;
}

/** The relative table of one group of tests, with what it says. */
function ReportTable({ group, report, hrefOf }: ReportTableProps) {
  const { legend, metric, base } = report;
  const title = `Relative ${metric}: ${group.label}`;
  return (
    <section aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`}>{title}</h2>
      <ul className="points bullets">
        {group.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {legend.length === 0 ? null : (
        <ColumnTable<ReportGroup['rows'][number]>
          label={`${title}, table`}
          className="heatstill parts"
          style={columnCount(legend.length)}
          caption={`${title}, relative to ${base.name}`}
          rows={group.rows}
          rowKey={({ test }) => test}
          columns={[
            {
              head: 'Test',
              kind: 'name',
              cell: ({ test }) => (hrefOf ? <a href={hrefOf(test)}>{test}</a> : test),
            },
            ...legend.map(({ number, name }, index) => ({
              head: (
                <>
                  <b>{number}</b>
                  <span>{name}</span>
                </>
              ),
              className: ({ cells }: ReportGroup['rows'][number]) => cells[index] && cellClass(cells[index]),
              cell: ({ cells }: ReportGroup['rows'][number]) =>
                cells[index] && <CellWords cell={cells[index]} />,
            })),
          ]}
        >
          {group.rows.length > 1 ? (
            <tr className="mean">
              <th scope="row">geometric mean</th>
              {group.means.map(({ text }, index) => (
                <td key={legend[index]?.number}>{text}</td>
              ))}
            </tr>
          ) : null}
        </ColumnTable>
      )}
    </section>
  );
}

/** Read by print.css. */
function columnCount(count: number): CSSProperties {
  return { '--n': count } as CSSProperties;
}
