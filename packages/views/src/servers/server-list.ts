import type { ServerEntry } from '@basecase/db/types';
import { bySizeAndName, coresText, dayText, groupDigits, memoryText, productName } from '../text/words';
import { serverHref } from '../url/hrefs';
import { serversHref } from './servers-state';

/** A server as a row of the list. */
export type ServerListRow = ReturnType<typeof toRow>;

export type ServerList = ReturnType<typeof serverList>;

/** What Linux, BSD and others call their file systems. */
const FILE_SYSTEM =
  /^(?:ext[234]|xfs|btrfs|zfs|f2fs|jfs|nilfs2?|bcachefs|reiserfs|ntfs|ufs2?|apfs|tmpfs|overlay)$/i;

/** A file system that was taken for a server: only fio ran on it, and it is called like one. */
function isFileSystem({ name, benchmarks }: ServerEntry): boolean {
  return FILE_SYSTEM.test(name) && benchmarks.every((benchmark) => benchmark === 'fio');
}

/** Without file systems, in the order they came. */
function databaseServers(entries: readonly ServerEntry[]): ServerEntry[] {
  return entries.filter((entry) => !isFileSystem(entry));
}

/** All servers, told apart by what they are and by what was measured on them. */
export function serverList(entries: readonly ServerEntry[]) {
  const sorted = entries.toSorted(bySizeAndName);
  const servers = databaseServers(sorted);
  const products = [...new Set(servers.flatMap((server) => server.products))].sort();
  return {
    /** Small servers first, then by name; servers with unknown cores last. */
    servers: withMarks(servers.map(toRow)),
    /** What fio's logs named for want of a server. */
    fileSystems: sorted.filter(isFileSystem).map(toRow),
    /** Products that were measured on two servers and more: links to them side by side. */
    sideBySide: products
      .map((product) => ({
        product: productName(product),
        servers: servers.filter((server) => server.products.includes(product)).length,
        href: serversHref({ product }),
      }))
      .filter((link) => link.servers > 1),
  };
}

/** Of several servers of one name each says its slug. */
function withMarks(rows: readonly ServerListRow[]): ServerListRow[] {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.map((row) => ({ ...row, mark: (counts.get(row.name) ?? 0) > 1 ? row.slug : '' }));
}

function toRow(entry: ServerEntry) {
  const { slug, name, cpu, memoryBytes, storage, products, runs, latestRunAt } = entry;
  return {
    slug,
    name,
    /** The slug where another server has the same name; else empty. */
    mark: '',
    /** Null: not specified. */
    cores: coresText(entry),
    cpu,
    memory: memoryBytes === null ? null : memoryText(memoryBytes),
    storage,
    products: products.map(productName).join(', '),
    runs: groupDigits(runs),
    /** Of the newest run. */
    measured: dayText(latestRunAt),
    date: latestRunAt.slice(0, 10),
    href: serverHref(slug),
    runsHref: `/runs?${new URLSearchParams({ server: slug })}`,
  };
}
