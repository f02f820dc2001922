import type { LogParser, ParseSession, Sample } from '../../parser';
import { textLines } from '../../text-lines';

/** The answer to `SELECT version()`, alone in a file: `12.2.2-MariaDB-ubu2404-log`, `8.4.8`. */
export interface ServerVersion {
  type: 'server-version';
  text: string;
}

export const serverVersion: LogParser = {
  kind: 'server_version',
  score: scoreVersion,
  open: readVersion,
};

const NAME = /^(?:mariadb|mysql|server)_version\.txt$/;
const VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}[\w.+~-]{0,60}$/;
/** A version alone in a file may be anything's: above a side file, below other content. */
const BY_CONTENT = 0.6;

function scoreVersion({ name, head }: Sample): number {
  if (head.length > 100 || !VERSION.test(head.trim())) return 0;
  return NAME.test(name) ? 1 : BY_CONTENT;
}

function readVersion(): ParseSession {
  let version: string | null = null;
  return {
    line: textLines(100, (text) => {
      if (VERSION.test(text.trim())) version ??= text.trim();
    }),
    end: (): ServerVersion | null => (version === null ? null : { type: 'server-version', text: version }),
  };
}

/**
 * Product and release from the version strings of MySQL and its forks. The file name is not evidence: it is
 * mariadb_version.txt for every server.
 */
export function parseServerVersion(text: string): { product: string; version: string } {
  const [release = text] = /^\d+\.\d+\.\d+/.exec(text) ?? [];
  if (/mariadb/i.test(text)) return { product: 'MariaDB', version: release };
  if (/oceanbase/i.test(text)) return { product: 'OceanBase', version: text };
  // Percona Server counts its own builds: 8.0.36-28.
  const percona = /^\d+\.\d+\.\d+-\d+(?:\.\d+)?$/.test(text);
  if (percona) return { product: 'Percona Server', version: text };
  return { product: 'MySQL', version: text.replace(/-(?:log|debug)$/, '') };
}
