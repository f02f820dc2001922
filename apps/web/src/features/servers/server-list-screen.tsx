import type { ServerList, ServerListRow } from '@basecase/views/servers';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

/** Every server, told apart by what it is and by what was measured on it. */
export function ServerListScreen({ list: { servers, fileSystems, sideBySide } }: { list: ServerList }) {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <div>
          <h1>Servers</h1>
          <p>Small servers first, then by name.</p>
        </div>
        {sideBySide.length > 0 ? (
          <p className="side-by-side">
            Side by side:{' '}
            {sideBySide.map(({ product, servers: count, href }, index) => (
              <span key={product}>
                {index > 0 ? ' · ' : ''}
                <a href={href}>{product}</a> <span className="dim">on {count}</span>
              </span>
            ))}
          </p>
        ) : null}
      </div>
      <div className="stack">
        <Section title="Servers" hint={String(servers.length)}>
          <ServerTable label="Servers" rows={servers} />
        </Section>
        {fileSystems.length > 0 ? (
          <Section
            title="File systems"
            hint="fio's logs named no server; send them again with its name to count them there"
          >
            <ServerTable label="File systems" rows={fileSystems} />
          </Section>
        ) : null}
      </div>
    </main>
  );
}

function ServerTable({ label, rows }: { label: string; rows: ServerListRow[] }) {
  return (
    <ScrollTable
      label={label}
      className="data-table server-list"
      head={[
        'Server',
        numeric('Cores'),
        numeric('Memory'),
        'CPU',
        'Storage',
        'Products',
        numeric('Runs'),
        'Last run',
      ]}
    >
      {rows.map((row) => (
        <tr key={row.slug}>
          <th scope="row">
            <a href={row.href}>{row.name}</a>
            {row.mark === '' ? null : <small className="dim"> {row.mark}</small>}
          </th>
          <td className="num" data-label="Cores">
            <Known fact={row.cores} />
          </td>
          <td className="num" data-label="Memory">
            <Known fact={row.memory} />
          </td>
          <td className="fact" data-label="CPU">
            <Known fact={row.cpu} />
          </td>
          <td className="fact" data-label="Storage">
            <Known fact={row.storage} />
          </td>
          <td className="fact" data-label="Products">
            {row.products}
          </td>
          <td className="num" data-label="Runs">
            <a href={row.runsHref}>
              {row.runs}
              <span className="sr-only"> runs on {row.name}</span>
            </a>
          </td>
          <td data-label="Last run">
            <time dateTime={row.date}>{row.measured}</time>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

/** A fact, or a dash when it is not recorded. */
function Known({ fact }: { fact: string | null }) {
  if (fact !== null) return fact;
  return (
    <span className="dim" title="not recorded">
      –<span className="sr-only">not recorded</span>
    </span>
  );
}
