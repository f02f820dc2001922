import { findVariant, type Place } from '../../../layout/find-variant';
import { productOfWord } from '../../../layout/products';
import type { Variant } from '../../../model/run';
import type { BenchbaseSummary } from '../summary/summary-log';

/** By the type that a configuration names, where it is not the product's own word: enum DatabaseType of BenchBase. */
const PRODUCTS: Readonly<Record<string, string>> = {
  db2: 'Db2',
  h2: 'H2',
  hsqldb: 'HSQLDB',
  memsql: 'SingleStore',
  monetdb: 'MonetDB',
  noisepage: 'NoisePage',
  oracle: 'Oracle Database',
  phoenix: 'Phoenix',
  singlestore: 'SingleStore',
  sqlazure: 'SQL Server',
  sqlserver: 'SQL Server',
};
/** What a server that speaks the protocol of another one says of itself. */
const SAID: readonly (readonly [pattern: RegExp, product: string])[] = [
  [/-YB-(\d+(?:\.\d+)+)/, 'YugabyteDB'],
  [/CockroachDB [A-Z ]{0,8}v(\d+(?:\.\d+)+)/, 'CockroachDB'],
  [/(?:^|[^\d.])(\d+\.\d+\.\d+)-MariaDB/i, 'MariaDB'],
  [/TiDB-v(\d+(?:\.\d+)+)/, 'TiDB'],
  [/^PostgreSQL (\d+(?:(?:\.\d+)+|(?:devel|beta|rc|alpha)\d*)?)/, 'PostgreSQL'],
];
/** `8.0.28-0ubuntu0.20.04.3`, `Oracle Database 19.3.0.0.0`. */
const RELEASE = /(?:^|[\sv])(\d+(?:\.\d+){1,3})/;

/** The variant of a run: by the name of its directory, else as the server told BenchBase. */
export function variantOf(place: Place, summary: BenchbaseSummary | null): Variant {
  const product = productOf(summary?.dbms ?? null);
  const said = summary?.version ? versionOf(summary.version, product) : null;
  return findVariant(place, { product, said });
}

function productOf(dbms: string | null): string | null {
  if (dbms === null) return null;
  const lower = dbms.toLowerCase();
  return (Object.hasOwn(PRODUCTS, lower) ? PRODUCTS[lower] : null) ?? productOfWord(dbms) ?? dbms;
}

function versionOf(text: string, product: string | null): { product: string; version: string } | null {
  for (const [pattern, name] of SAID) {
    const version = pattern.exec(text)?.[1];
    if (version !== undefined) return { product: name, version };
  }
  const release = RELEASE.exec(text)?.[1];
  return release === undefined || product === null ? null : { product, version: release };
}
