import { joinNames } from '../text/join-names';
import { clientsText } from '../text/server-name';
import { metricLabel, type SelectedServer, type ServersSelection } from './servers-selection';

/** More names than this are no title. */
const MAX_NAMES = 3;

/** `8-core, 24-core and 48-core`. */
export function serversText({ servers }: ServersSelection): string {
  return servers.length > MAX_NAMES
    ? `${servers.length} servers`
    : joinNames(servers.map(({ label }) => label));
}

/** Benchmark, base, and how numbers of several servers are made comparable. */
export function metaOf({ data, servers, base, metric }: ServersSelection): string[] {
  const [first] = servers;
  const cached = { true: 'cached', false: 'IO-bound', null: '' }[`${first?.workload.cached ?? null}`];
  return [
    [data.benchmark, cached].filter(Boolean).join(', '),
    base === '' ? 'each server against its own base' : `base ${base} on each server`,
    metric === 'throughput'
      ? 'CPU in microseconds per operation, so that servers can be compared'
      : `${metricLabel(data, metric)}, version / base on the same server`,
  ];
}

/** Says plainly what a table of ratios can and cannot do here; empty where there is none. */
export function ratioNote({ servers }: ServersSelection): string {
  const tables = servers.filter(({ isRatioTable }) => isRatioTable);
  if (tables.length === 0) return '';
  const bases = tables.map(
    ({ label, workload }) => `${label} to ${workload.relativeTo?.base.split(' ')[0] ?? 'its base'}`,
  );
  return `Published as ratios only: ${joinNames(bases)}. Such a table stays relative to its own base; QPS and costs were not published.`;
}

/** Version of a server's base; empty when the product was not run there. */
export function baseName({ base, columns }: SelectedServer): string {
  return base === null ? '' : (columns[base]?.version ?? '');
}

/** `pn53, 1 client, base 17.5`: the name where the class stands before it. */
export function describe(server: SelectedServer): string {
  const name = server.label.includes(server.server.name) ? '' : server.server.name;
  const base = baseName(server);
  return [name, clientsText(server.workload.clients), base ? `base ${base}` : ''].filter(Boolean).join(', ');
}
