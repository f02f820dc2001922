import { takeBuild } from '../../../layout/take-build';
import type { Variant } from '../../../model/run';

const PRODUCTS: Readonly<Record<string, string>> = {
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  percona: 'Percona Server',
  'percona-server': 'Percona Server',
  myrocks: 'MyRocks',
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
  pg: 'PostgreSQL',
};
/** `8.4.8`, `12.2.2-MariaDB-ubu2404`, `v17.5`. */
const VERSION = /^v?(\d+\.\d+(?:\.\d+)?)(?:[-_ ](.+))?$/;
/** `mariadb-10.1.36`, `PostgreSQL_17.5`. */
const BOTH = /^([a-z-]+?)[-_ ]v?(\d+\.\d+(?:\.\d+)?)(?:[-_ ](.+))?$/i;

/**
 * Product and version of directories such as `mysql/8.4.8`, `mariadb/12.2.2-MariaDB-ubu2404` or `mariadb-10.1.36`; null
 * when the last two names do not say both.
 */
export function productOfPath(directory: string): Variant | null {
  const [last = '', parent = ''] = directory.split('/').reverse();
  const { rest, build } = takeBuild(last);
  const [, name = parent, version, flavour] = BOTH.exec(rest) ?? withoutName(VERSION.exec(rest));
  const product = Object.hasOwn(PRODUCTS, name.toLowerCase()) ? PRODUCTS[name.toLowerCase()] : undefined;
  if (product === undefined || version === undefined) return null;
  return {
    product,
    version,
    versionKnown: true,
    flavour: flavour ?? null,
    config: null,
    ...(build && { build }),
  };
}

function withoutName(found: RegExpExecArray | null): (string | undefined)[] {
  return found ? [found[0], undefined, found[1], found[2]] : [];
}
