import type { LogParser } from '../parser';
import { textLines } from '../text-lines';

/** The answer to `SELECT version()`, alone in a file: `12.2.2-MariaDB-ubu2404-log`, `8.4.8`. */
export interface ServerVersion {
  type: 'server-version';
  text: string;
}

export const serverVersion: LogParser = {
  kind: 'server_version',
  score({ name, head }) {
    const text = head.trim();
    if (PRINTED.test(text) && NAME.test(name) && head.length < 2000) return 1;
    if (head.length > 100 || !VERSION.test(text)) return 0;
    return NAME.test(name) ? 1 : BY_CONTENT;
  },
  open() {
    let version: string | null = null;
    return {
      line: textLines(300, (text) => {
        const line = text.trim();
        if (VERSION.test(line)) version ??= line;
        else if (PRINTED.test(line)) version ??= line;
      }),
      end: (): ServerVersion | null => (version === null ? null : { type: 'server-version', text: version }),
    };
  },
};

const NAME = /^(?:[a-z]+[-_])?version(?:\.txt)?$/i;
const VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}[\w.+~-]{0,60}$/;
/** `mysqld  Ver 8.0.36 for Linux on x86_64`, `postgres (PostgreSQL) 16.4 (Ubuntu 16.4-1)`, `PostgreSQL 16.4 on x86_64`. */
const PRINTED =
  /^(?:\S*\b(?:mysqld?|mariadbd?|postgres|psql)\S*\s+(?:Ver\s+|\((?:PostgreSQL)\)\s+)|PostgreSQL\s+)(\d[\w.+~-]{0,60})/;
/** A version alone in a file may be anything's: above a side file, below other content. */
const BY_CONTENT = 0.6;

/**
 * Product and release from the version strings of MySQL and its forks. The file name is not evidence: it is
 * mariadb_version.txt for every server.
 */
export function parseServerVersion(text: string): { product: string; version: string } {
  const printed = PRINTED.exec(text);
  if (printed && /postgres|psql/i.test(text)) return { product: 'PostgreSQL', version: printed[1] ?? text };
  if (printed) return parseServerVersion(`${printed[1]}${/mariadb/i.test(text) ? '-MariaDB' : ''}`);
  const [release = text] = /^\d+\.\d+\.\d+/.exec(text) ?? [];
  if (/mariadb/i.test(text)) return { product: 'MariaDB', version: release };
  if (/oceanbase/i.test(text)) return { product: 'OceanBase', version: text };
  // Percona Server counts its own builds: 8.0.36-28.
  const percona = /^\d+\.\d+\.\d+-\d+(?:\.\d+)?$/.test(text);
  if (percona) return { product: 'Percona Server', version: text };
  return { product: 'MySQL', version: text.replace(/-(?:log|debug)$/, '') };
}
