import type { EvidenceItem, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { elsewhereSentence, STATE_LABELS } from '@basecase/views/regressions';
import { clientsText, serverClass, shortWorkloadLabel, timeText } from '@basecase/views/text';
import { Section } from '../../../ui/page/section';
import { ColumnTable } from '../../../ui/table/column-table';
import { VerdictCell } from '../verdict-cell';
import { TableSection } from './table-section';

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
            { head: 'Verdict', text: 'verdict' },
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
      hint={`to ${versionLabel(page.lastGood.version)}; when every config shows it, it is more likely real`}
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
        { head: 'Verdict', text: 'verdict' },
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
              <a className="mono" href={`/uploads/${upload.id}`}>
                {upload.filename}
              </a>
              <small>
                {upload.origin}
                {parserVersion === null ? '' : `, read by parser version ${parserVersion}`}
              </small>
              {runs.map(({ id, label, version }) => (
                <small key={id}>
                  {label === version ? null : `${versionLabel(version)}: `}
                  <a className="mono" href={`/runs/${id}`}>
                    {label}
                  </a>
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="inset dim judged">
        Judged on <time dateTime={page.evaluatedAt}>{timeText(page.evaluatedAt)}</time> by{' '}
        <a href="/method">rule version {page.ruleVersion}</a>.
      </p>
    </Section>
  );
}
