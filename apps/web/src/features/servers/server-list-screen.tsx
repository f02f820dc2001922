import type { ServerList, ServerListRow } from '@basecase/views/servers';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

/** Every server, told apart by what it is and by what was measured on it. */
export function ServerListScreen({ list: { servers, fileSystems, sideBySide } }: { list: ServerList }) {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <div>
          <h1>Servers</h1>
          <p>Small servers first, then by name.</p>
        </div>
        <p>
          <a href="/agents">Agents and their plans</a>
        </p>
        {sideBySide.length > 0 ? (
          <p className="side-by-side fine">
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
    <ColumnTable
      label={label}
      className="data-table cards server-list"
      hasLabels
      rows={rows}
      rowKey={({ slug }) => slug}
      columns={[
        {
          head: 'Server',
          kind: 'name',
          cell: ({ href, name, mark }) => (
            <>
              <a href={href}>{name}</a>
              {mark === '' ? null : <small className="dim"> {mark}</small>}
            </>
          ),
        },
        { head: 'Cores', kind: 'number', cell: ({ cores }) => <Known fact={cores} /> },
        { head: 'Memory', kind: 'number', cell: ({ memory }) => <Known fact={memory} /> },
        { head: 'CPU', className: 'fact', cell: ({ cpu }) => <Known fact={cpu} /> },
        { head: 'Storage', className: 'fact', cell: ({ storage }) => <Known fact={storage} /> },
        { head: 'Products', className: 'fact', text: 'products' },
        {
          head: 'Runs',
          kind: 'number',
          cell: ({ runsHref, runs, name }) => (
            <a href={runsHref}>
              {runs}
              <span className="sr-only"> runs on {name}</span>
            </a>
          ),
        },
        { head: 'Last run', cell: ({ date, measured }) => <time dateTime={date}>{measured}</time> },
      ]}
    />
  );
}

/** A fact, or a dash when it is not recorded. */
function Known({ fact }: { fact: string | null }) {
  if (fact !== null) return fact;
  return (
    <span className="dim unknown" title="not recorded">
      –<span className="sr-only">not recorded</span>
    </span>
  );
}
