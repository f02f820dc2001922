import { serverNames } from '../text/server-name';
import type { TrendLine } from './trends-data';

/**
 * The shortest names that tell lines apart, for their ends: the server's class, then as much as needed of cached or
 * IO-bound, clients, base or kind of a published table, config and build, and its date.
 */
export function lineLabels(lines: readonly TrendLine[]): string[] {
  const servers = [...new Map(lines.map(({ server }) => [server.slug, server])).values()];
  const names = serverNames(servers);
  const nameOf = (line: TrendLine) => names[servers.findIndex(({ slug }) => slug === line.server.slug)] ?? '';
  const parts = lines.map((line) => [nameOf(line), ...detailsOf(line)]);
  const labels = parts.map(([name = '']) => name);
  const depth = Math.max(0, ...parts.map((own) => own.length));
  for (let part = 1; part < depth; part++) {
    const before = [...labels];
    for (const [index, own] of parts.entries()) {
      const twins = before.flatMap((label, other) => (label === before[index] ? [other] : []));
      const isTelling = new Set(twins.map((other) => parts[other]?.[part])).size > 1;
      if (isTelling && own[part]) labels[index] += `, ${own[part]}`;
    }
  }
  return labels.map((label, index) => {
    const twins = labels.slice(0, index).filter((other) => other === label).length;
    return twins === 0 ? label : `${label} (${twins + 1})`;
  });
}

function detailsOf({ workload, config, flavour }: TrendLine): string[] {
  const { cached, clients, ownBase, source, details } = workload;
  const cache = { true: 'cached', false: 'IO-bound', null: '' }[`${cached}`];
  return [
    cache,
    clients === null ? '' : `${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ownBase === null ? '' : `to ${ownBase.split(' ')[0]}`,
    details.filter((detail) => /rows/.test(detail)).join(' '),
    config?.split('_')[0] ?? '',
    flavour ?? '',
    source === null ? '' : source.slice(0, 'YYYY-MM-DD'.length),
  ];
}
