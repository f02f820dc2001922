import { contextParser, factsOf } from './facts';
import { StorageSession } from './storage/storage-session';

const NAME =
  /^(?:my\.(?:cnf|ini)|conf\.diff|postgresql(?:\.auto)?\.conf|pg\.conf)(?:\.|$)|\.cnf(?:\.(?:txt|gz))?$|^o\.(?:[\w.]+\.)?conf(?:\.|$)/;
const CONTENT =
  /^\[(?:mysqld|mysqld_safe|mariadb|mariadbd|server|mysql)\]\s*$|^[ \t#<>]*(?:shared_buffers|max_connections|huge_pages|wal_sync_method|checkpoint_timeout|max_wal_size)[ \t]*=/m;
/** One of them is in every configuration that is known by its content. */
const NEEDLES = ['[m', '[server]', '_buffers', 'max_connections', 'huge_pages'];

/**
 * Configuration of a server: my.cnf, postgresql.conf, or what of it differs from the default (`conf.diff`, also as
 * `diff` prints it). Kept with passwords masked.
 *
 * [mysqld]
 * innodb_buffer_pool_size=23G     # comment
 */
export const config = contextParser({
  kind: 'config',
  name: NAME,
  needles: NEEDLES,
  content: CONTENT,
  open: () => new StorageSession(),
  isKept: true,
  details: factsOf((facts) => {
    let group: string | null = null;
    return {
      line(text, line) {
        const section = /^\s*\[([^\]]{1,100})\]\s*$/.exec(text);
        if (section) {
          group = section[1] ?? null;
          return;
        }
        // Of a diff the new side counts; `<` and `-` are the default.
        const bare = text.replace(/^[>+] ?/, '').trim();
        const setting = /^([a-z][\w.-]*)(?:\s*=\s*(.*))?$/i.exec(bare);
        if (!setting) return;
        const value = withoutComment(setting[2] ?? '');
        // A word alone switches something on (`skip-innodb`).
        facts.add({ name: setting[1] ?? '', value: setting[2] === undefined ? 'on' : value, line, group });
      },
    };
  }),
});

/** `off  # on, off, or try` is `off`; a quoted value keeps what is between its quotes. */
function withoutComment(text: string): string {
  const quoted = /^'([^']*)'|^"([^"]*)"/.exec(text);
  if (quoted) return quoted[1] ?? quoted[2] ?? '';
  const comment = /(?:^|\s)#/.exec(text);
  return (comment ? text.slice(0, comment.index) : text).trim();
}
