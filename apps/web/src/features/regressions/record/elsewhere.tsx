import type { ElsewhereEntry, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { elsewhereSentence, STATE_LABELS } from '@basecase/views/regressions';
import { clientsText, serverClass, shortWorkloadLabel } from '@basecase/views/text';
import { Section } from '../../../ui/page/section';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';
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
        <ScrollTable
          label="The same test elsewhere"
          head={['Server', 'Workload', 'Versions', numeric('Ratio'), 'Verdict', 'Record']}
        >
          {page.elsewhere.map((entry) => (
            <ElsewhereRow
              key={`${entry.server.slug} ${entry.workload.slug} ${entry.build?.config}`}
              entry={entry}
            />
          ))}
        </ScrollTable>
      ) : null}
    </Section>
  );
}

function ElsewhereRow({ entry }: { entry: ElsewhereEntry }) {
  const { server, workload, build, slug, state, firstBad, lastGood, ratio, verdict } = entry;
  return (
    <tr>
      <th scope="row">
        {serverClass(server)} <span className="dim">{server.cores === null ? '' : server.name}</span>
      </th>
      <td>
        {[shortWorkloadLabel(workload), clientsText(workload.clients), build?.config]
          .filter(Boolean)
          .join(', ')}
      </td>
      <td className="mid">
        {versionLabel(firstBad)} to {versionLabel(lastGood)}
      </td>
      <td className="num">
        <VerdictCell ratio={ratio} verdict={verdict} />
      </td>
      <td>{verdict}</td>
      <td>
        {slug === null ? (
          <span className="dim">none</span>
        ) : (
          <>
            <a href={`/r/${slug}`}>Open</a>{' '}
            <span className="dim">{state === null ? '' : STATE_LABELS[state].toLowerCase()}</span>
          </>
        )}
      </td>
    </tr>
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
      head={['Config', 'Build', numeric('Ratio'), 'Verdict']}
    >
      {builds.map(({ column, version, config, flavour, ratio, verdict }) => (
        <tr key={column}>
          <th scope="row">
            {versionLabel(version)} <span className="mono">{config}</span>
          </th>
          <td className="mono mid">{flavour}</td>
          <td className="num">
            <VerdictCell ratio={ratio} verdict={verdict} />
          </td>
          <td>{verdict}</td>
        </tr>
      ))}
    </TableSection>
  );
}
