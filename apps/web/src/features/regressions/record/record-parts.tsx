import {
  type CellVerdict,
  formatRatio,
  NO_VALUE,
  possibleDepth,
  type Verdict,
  verdictName,
} from '@basecase/analysis';
import type { EvidenceItem, RecordSeries, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { elsewhereSentence, nightCosts, recordCosts, STATE_LABELS } from '@basecase/views/regressions';
import { capital, clientsText, serverClass, shortWorkloadLabel, timeText } from '@basecase/views/text';
import { believedLevel } from '@basecase/views/verdict';
import type { ReactNode } from 'react';
import { Section } from '../../../ui/page/section';
import { ColumnTable, type ColumnTableProps, type PageColumn } from '../../../ui/table/column-table';
import { type TileProps, VerdictText } from '../../../ui/table/tile';
import { Why } from '../../../ui/why/why';

/** The same test at the same step on other servers and workloads. */
export function Elsewhere({ page }: { page: RegressionPage }) {
  return (
    <Section
      title="The same test elsewhere"
      aside={<span>{elsewhereSentence(page)}</span>}
      className="elsewhere"
    >
      {page.elsewhere.length > 0 ? (
        <ColumnTable
          label="The same test elsewhere"
          rows={page.elsewhere}
          rowKey={({ server, workload, build }) => `${server.slug} ${workload.slug} ${build?.config}`}
          columns={[
            {
              head: 'Server',
              kind: 'name',
              cell: ({ server }) => (
                <>
                  {serverClass(server)}{' '}
                  <span className="dim">{server.cores === null ? '' : server.name}</span>
                </>
              ),
            },
            {
              head: 'Workload',
              text: ({ workload, build }) =>
                [shortWorkloadLabel(workload), clientsText(workload.clients), build?.config]
                  .filter(Boolean)
                  .join(', '),
            },
            {
              head: 'Versions',
              className: 'mid',
              text: ({ firstBad, lastGood }) => `${versionLabel(firstBad)} to ${versionLabel(lastGood)}`,
            },
            { head: 'Ratio', kind: 'number', cell: VerdictCell },
            { head: 'Verdict', text: ({ verdict }) => verdictName(verdict) },
            {
              head: 'Record',
              cell: ({ slug, state }) =>
                slug === null ? (
                  <span className="dim">none</span>
                ) : (
                  <>
                    <a href={`/r/${slug}`}>Open</a>{' '}
                    <span className="dim">{state === null ? '' : STATE_LABELS[state].toLowerCase()}</span>
                  </>
                ),
            },
          ]}
        />
      ) : null}
    </Section>
  );
}

/** Other configs and flavours of the first bad version. */
export function Builds({ page }: { page: RegressionPage }) {
  const { builds } = page;
  if (builds.length === 0) return null;
  return (
    <TableSection
      title={`Other configs of ${versionLabel(page.firstBad.version)}`}
      hint={`to ${versionLabel(page.lastGood.version)}; when every config shows it, it is less likely chance`}
      rows={builds}
      rowKey={({ column }) => column}
      columns={[
        {
          head: 'Config',
          kind: 'name',
          cell: ({ version, config }) => (
            <>
              {versionLabel(version)} <span className="mono">{config}</span>
            </>
          ),
        },
        { head: 'Build', className: 'mono mid', text: 'flavour' },
        { head: 'Ratio', kind: 'number', cell: VerdictCell },
        { head: 'Verdict', text: ({ verdict }) => verdictName(verdict) },
      ]}
    />
  );
}

const SIGNS = { for: '+', against: '−', open: '?' } as const;
const WORDS = { for: 'For: ', against: 'Against: ', open: 'Open: ' } as const;

/** Reasons to believe it and not to, each with its numbers. */
export function Evidence({ page }: { page: RegressionPage }) {
  const { evidence } = page;
  if (evidence.length === 0) return null;
  return (
    <Section title="Evidence" hint={countKinds(evidence)}>
      <ul className="evidence-list">
        {evidence.map(({ kind, title, text }) => (
          <li key={title}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <strong>
              <span className="sr-only">{WORDS[kind]}</span>
              {title}
            </strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function countKinds(evidence: readonly EvidenceItem[]): string {
  return (['for', 'against', 'open'] as const)
    .flatMap((kind) => {
      const count = evidence.filter((item) => item.kind === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    })
    .join(', ');
}

/** Where the numbers came from, and by which rule they were judged. */
export function Sources({ page }: { page: RegressionPage }) {
  return (
    <Section title="Sources">
      <ul className="list">
        <li>
          <span>
            <a href={page.comparePath}>The cell on the compare page</a>
            <small>with its formula, inputs and log lines</small>
          </span>
        </li>
        {page.sources.map(({ upload, runs, parserVersion }) => (
          <li key={upload.id}>
            <span>
              <a className="mono anywhere" href={`/uploads/${upload.id}`}>
                {upload.filename}
              </a>
              <small>
                {upload.origin}
                {parserVersion === null ? '' : `, read by parser version ${parserVersion}`}
              </small>
              {runs.map(({ id, label, version }) => (
                <small key={id}>
                  {label === version ? null : `${versionLabel(version)}: `}
                  <a className="mono anywhere" href={`/runs/${id}`}>
                    {label}
                  </a>
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="inset fine dim">
        Judged on <time dateTime={page.evaluatedAt}>{timeText(page.evaluatedAt)}</time> by{' '}
        <a href="/method">rule version {page.ruleVersion}</a>.
      </p>
    </Section>
  );
}

interface Props {
  ratio: number | null;
  verdict: Verdict | CellVerdict['verdict'];
  /** Instead of the ratio, e.g. the absolute value of the base. */
  text?: string;
}

/** A ratio with its verdict as a tile: fill and mark for what is believed, an outline by its size for what is likely only. */
export function VerdictCell({ ratio, verdict, text }: Props) {
  if (verdict === 'stopped working') {
    return (
      <span className={`tile ${believedLevel(ratio, verdict)}`} title={verdictName(verdict)}>
        stopped
        <span className="sr-only"> working</span>
      </span>
    );
  }
  if (ratio === null || verdict === 'missing') {
    return (
      <span className="tile v">
        {NO_VALUE}
        <span className="sr-only"> not recorded</span>
      </span>
    );
  }
  const isChange = /regression|improvement/.test(verdict);
  const mark = isChange ? ` arrow ${ratio < 1 ? 'dn' : 'up'}` : '';
  const depth = possibleDepth(verdict, ratio);
  const maybe = depth === null ? '' : ` maybe ${ratio < 1 ? 'bad' : 'good'} p${depth}`;
  return (
    <span className={`tile ${believedLevel(ratio, verdict)}${maybe}${mark}`} title={verdictName(verdict)}>
      {text ?? formatRatio(ratio)}
      <span className="sr-only"> {verdictName(verdict)}</span>
    </span>
  );
}

interface TableSectionProps<Row> extends Omit<ColumnTableProps<Row>, 'label'> {
  title: string;
  hint?: ReactNode;
  link?: ReactNode;
}

/** A section of a record that holds one table, named as the section is. */
export function TableSection<Row extends object>({ title, hint, link, ...table }: TableSectionProps<Row>) {
  return (
    <Section title={title} hint={hint} aside={link}>
      <ColumnTable label={title} {...table} />
    </Section>
  );
}

/** Why the first bad version differs from the last good one. */
export function WhyRecord({ page, isLive }: { page: RegressionPage; isLive: boolean }) {
  const { server, workload, test, firstBad, lastGood, series } = page;
  const [own, base] = [firstBad, lastGood].map(({ version }) => versionLabel(version));
  return (
    <section className="page-section" aria-labelledby="why">
      <header>
        <h2 id="why">Why</h2>
        <span className="dim">
          {own} and {base}
        </span>
      </header>
      <Why
        query={{
          server: server.slug,
          workload: workload.slug,
          test: test.key,
          column: firstBad.column,
          base: lastGood.column,
        }}
        names={{ own: own ?? '', base: base ?? '' }}
        costs={series ? <NightCosts series={series} explanation={page.explanation} /> : <Costs page={page} />}
        livePath={isLive ? null : `/r/${page.slug}`}
      />
    </section>
  );
}

interface CostRow {
  version: string;
  isFirstBad: boolean;
  cells: readonly (string | TileProps)[];
}

/** What the hardware paid for one operation in each version. */
function Costs({ page }: { page: RegressionPage }) {
  const model = recordCosts(page.costs, { lastGood: page.lastGood.column, firstBad: page.firstBad.column });
  if (!model) {
    return (
      <section>
        <h3>Per operation</h3>
        <p className="mid">
          No hardware metrics were uploaded for this test. Run vmstat and iostat during the test to see its
          costs per operation.
        </p>
      </section>
    );
  }
  const { heads, rows } = model;
  return (
    <ColumnTable<CostRow>
      label="Per operation"
      groupClass="block-t"
      bodies={[
        { key: 'absolute', label: 'Absolute', rows: rows.map((row) => ({ ...row, cells: row.absolute })) },
        {
          key: 'relative',
          label: `Relative to ${versionLabel(page.lastGood.version)}`,
          rows: rows.flatMap((row) => (row.relative ? [{ ...row, cells: row.relative }] : [])),
        },
      ]}
      rowKey={({ version }) => version}
      rowClass={({ isFirstBad }) => (isFirstBad ? 'selected' : undefined)}
      columns={[
        { head: 'Version', kind: 'name', text: 'version' },
        ...heads.map(
          (head, index): PageColumn<CostRow> => ({
            head,
            kind: 'number',
            cell: ({ cells: { [index]: cell } }) =>
              typeof cell === 'object' ? <VerdictText {...cell} /> : cell,
          }),
        ),
      ]}
    />
  );
}

interface WhyRecordProps {
  series: RecordSeries;
  explanation: string | null;
}

/** What an operation cost at the level before, and what it costs since. */
function NightCosts({ series, explanation }: WhyRecordProps) {
  const { hint, rows, hasCosts } = nightCosts(series);
  return (
    <>
      <ColumnTable
        label="Costs of both levels"
        caption={`Costs of both levels: ${hint}`}
        rows={rows}
        rowKey={({ metric }) => metric}
        columns={[
          { head: 'Metric', kind: 'name', text: 'metric' },
          { head: 'Before', kind: 'number', text: 'before' },
          { head: 'After', kind: 'number', text: 'after' },
          { head: 'Ratio', kind: 'number', cell: ({ ratio }) => <VerdictText {...ratio} /> },
          { head: 'Unit', className: 'dim', text: 'unit' },
        ]}
      />
      <section>
        <p className="mid">
          {capital(hint)}. {explanation ?? ''}
        </p>
        {hasCosts ? null : (
          <p className="mid">
            No hardware metrics were uploaded for this test. Run vmstat and iostat during the test to see its
            costs per operation.
          </p>
        )}
      </section>
    </>
  );
}
