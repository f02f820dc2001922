import type { View } from '@basecase/views/servers';
import { prepareFacts } from '@basecase/views/servers';
import { MarkerIcon } from '../../ui/table/marker';

/** What differs between the servers, and what is the same: the first thing to know before their numbers. */
export function FactsTable({ view }: { view: View }) {
  const facts = prepareFacts(view);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className="scroll-x facts-box" tabIndex={0} aria-label="What differs">
      <table className="facts">
        <caption className="sr">
          What differs between the servers; what is the same is there too, lighter
        </caption>
        <thead>
          <tr>
            <th scope="col">What differs</th>
            {facts.map(({ label, differs }) => (
              <th key={label} scope="col" className={differs ? 'df' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.servers.map(({ label, server, workload }, index) => (
            <tr key={`${server.slug} ${workload.slug}`}>
              <th scope="row">
                <MarkerIcon shape={index} /> {label}
              </th>
              {facts.map((fact) => (
                <td key={fact.label} className={fact.differs ? 'df' : undefined}>
                  {fact.values[index] ?? <span className="dim">not recorded</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
