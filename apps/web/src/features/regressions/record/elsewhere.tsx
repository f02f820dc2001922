import type { ElsewhereEntry, RegressionPage } from '@basecase/db/types';
import { elsewhereSentence, STATE_LABELS } from '@basecase/views/regressions';
import { clientsText, serverClass, shortWorkloadLabel } from '@basecase/views/text';
import { VerdictCell } from '../verdict-cell';
import { TableSection } from './scroll-table';

/** The same test at the same step on other servers and workloads. */
export function Elsewhere({ page }: { page: RegressionPage }) {
  return (
    <section className="sec elsewhere">
      <header>
        <h2>The same test elsewhere</h2>
        <span>{elsewhereSentence(page)}</span>
      </header>
      {page.elsewhere.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="scroll-x" tabIndex={0} aria-label="The same test elsewhere">
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">Server</th>
                <th scope="col">Workload</th>
                <th scope="col">Versions</th>
                <th scope="col" className="num">
                  Ratio
                </th>
                <th scope="col">Verdict</th>
                <th scope="col">Record</th>
              </tr>
            </thead>
            <tbody>
              {page.elsewhere.map((entry) => (
                <PlaceRow
                  key={`${entry.server.slug} ${entry.workload.slug} ${entry.build?.config}`}
                  entry={entry}
                />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}

function PlaceRow({ entry }: { entry: ElsewhereEntry }) {
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
        {firstBad} to {lastGood}
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
      title={`Other configs of ${page.firstBad.version}`}
      hint={`to ${page.lastGood.version}; when every config shows it, it is more likely real`}
    >
      <thead>
        <tr>
          <th scope="col">Config</th>
          <th scope="col">Build</th>
          <th scope="col" className="num">
            Ratio
          </th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {builds.map(({ column, version, config, flavour, ratio, verdict }) => (
          <tr key={column}>
            <th scope="row">
              {version} <span className="mono">{config}</span>
            </th>
            <td className="mono mid">{flavour}</td>
            <td className="num">
              <VerdictCell ratio={ratio} verdict={verdict} />
            </td>
            <td>{verdict}</td>
          </tr>
        ))}
      </tbody>
    </TableSection>
  );
}
