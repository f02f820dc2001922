import type { ServersSelection } from '@basecase/views/servers';
import { serverFacts } from '@basecase/views/servers';
import { serverHref } from '@basecase/views/url';
import { MarkerIcon } from '../../ui/table/marker';
import { ScrollTable } from '../../ui/table/scroll-table';

/** What differs between the servers, and what is the same: the first thing to know before their numbers. */
export function FactsTable({ selection }: { selection: ServersSelection }) {
  const facts = serverFacts(selection);
  return (
    <ScrollTable
      label="What differs"
      boxClassName="facts-box"
      className="facts"
      caption="Differences between the servers; equal values are lighter"
      head={[
        'What differs',
        ...facts.map(({ label, differs }) => ({ label, className: differs ? 'differs' : undefined })),
      ]}
    >
      {selection.servers.map(({ label, server, workload }, index) => (
        <tr key={`${server.slug} ${workload.slug}`}>
          <th scope="row">
            <MarkerIcon shape={index} /> <a href={serverHref(server.slug)}>{label}</a>
          </th>
          {facts.map((fact) => (
            <td key={fact.label} className={fact.differs ? 'differs' : undefined}>
              {fact.values[index] ??
                (fact.asks ? (
                  <a href={serverHref(server.slug, 'facts')}>{fact.asks}</a>
                ) : (
                  <span className="dim">not recorded</span>
                ))}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
