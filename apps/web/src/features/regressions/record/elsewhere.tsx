import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { elsewhereSentence, STATE_LABELS } from '@basecase/views/regressions';
import { clientsText, serverClass, shortWorkloadLabel } from '@basecase/views/text';
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
