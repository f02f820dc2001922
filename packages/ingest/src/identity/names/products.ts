import { lookUp } from '../../model/words/look-up';
import { parseDbmsToken } from './dbms-token';

/**
 * Databases by the words that bindings, addresses and directories call them: lower case, without what tells versions of
 * one binding apart. Sources: bindings.properties of github.com/brianfrankcooper/YCSB, db/ of github.com/pingcap/go-ycsb.
 */
const PRODUCTS: Readonly<Record<string, string>> = {
  accumulo: 'Accumulo',
  aerospike: 'Aerospike',
  aurora: 'Aurora',
  'aurora-mysql': 'Aurora MySQL',
  'aurora-postgres': 'Aurora PostgreSQL',
  'aurora-postgresql': 'Aurora PostgreSQL',
  arangodb: 'ArangoDB',
  badger: 'Badger',
  boltdb: 'BoltDB',
  cassandra: 'Cassandra',
  'cassandra-cql': 'Cassandra',
  cassandracql: 'Cassandra',
  cockroach: 'CockroachDB',
  cockroachdb: 'CockroachDB',
  couchbase: 'Couchbase',
  dynamodb: 'DynamoDB',
  elasticsearch: 'Elasticsearch',
  etcd: 'etcd',
  foundationdb: 'FoundationDB',
  geode: 'Geode',
  googlebigtable: 'Bigtable',
  hbase: 'HBase',
  ignite: 'Ignite',
  infinispan: 'Infinispan',
  kudu: 'Kudu',
  mariadb: 'MariaDB',
  memcached: 'Memcached',
  minio: 'MinIO',
  mongo: 'MongoDB',
  mongodb: 'MongoDB',
  mysql: 'MySQL',
  myrocks: 'MyRocks',
  oceanbase: 'OceanBase',
  orientdb: 'OrientDB',
  percona: 'Percona Server',
  'percona-server': 'Percona Server',
  'percona-xtradb-cluster': 'Percona XtraDB Cluster',
  pg: 'PostgreSQL',
  pgsql: 'PostgreSQL',
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
  postgrenosql: 'PostgreSQL',
  proxysql: 'ProxySQL',
  pxc: 'Percona XtraDB Cluster',
  rds: 'Amazon RDS',
  redis: 'Redis',
  riak: 'Riak',
  rocksdb: 'RocksDB',
  scylla: 'ScyllaDB',
  scylladb: 'ScyllaDB',
  solr: 'Solr',
  spanner: 'Spanner',
  sqlite: 'SQLite',
  tarantool: 'Tarantool',
  tidb: 'TiDB',
  tikv: 'TiKV',
  voltdb: 'VoltDB',
  yugabyte: 'YugabyteDB',
  yugabytedb: 'YugabyteDB',
};
/** `hbase12`, `mongodb-async`, `couchbase2`, `RedisClient`, `MongoDbClient`, `CassandraCQLClient`. */
const SUFFIX = /(?:-?async|client\d*|\d+)$/i;

/** The product that a word names, or null if unknown. */
export function productOfWord(word: string): string | null {
  const lower = word.toLowerCase();
  for (const name of [lower, lower.replace(SUFFIX, ''), lower.replace(SUFFIX, '').replace(SUFFIX, '')]) {
    const product = lookUp(PRODUCTS, name);
    if (product !== undefined) return product;
  }
  return null;
}

/** Databases that tools of another one measure as well: its logs name the protocol. */
const SPEAKERS: Readonly<Record<string, readonly string[]>> = {
  MySQL: [
    'Amazon RDS',
    'Aurora',
    'Aurora MySQL',
    'MariaDB',
    'MyRocks',
    'OceanBase',
    'Percona Server',
    'Percona XtraDB Cluster',
    'TiDB',
  ],
  PostgreSQL: ['Amazon RDS', 'Aurora', 'Aurora PostgreSQL', 'CockroachDB', 'Spanner', 'YugabyteDB'],
  Cassandra: ['ScyllaDB'],
};

/** True where a log that names the first product may be of the second. */
export function isSpokenBy(logged: string, product: string): boolean {
  return product === logged || (lookUp(SPEAKERS, logged)?.includes(product) ?? false);
}

const MYSQL_RELEASE = /^(?:4\.[01]|5\.[0-7]|7\.[1-6]|8\.[0-4]|9\.\d{1,2})(?:[.-]|$)/;
/** First numbers of releases; of other products every version is one. */
const RELEASES: Readonly<Record<string, RegExp>> = {
  MySQL: MYSQL_RELEASE,
  'Percona Server': MYSQL_RELEASE,
  'Percona XtraDB Cluster': MYSQL_RELEASE,
  MariaDB: /^(?:5\.[1-5]|1\d\.\d{1,2})(?:[.-]|$)/,
  PostgreSQL: /^(?:[6-9]\.\d(?:\.\d{1,2})?|[12]\d(?:\.[1-9]?\d)?)$/,
};

/** False for a version that the product can't have, as 6.8.0 of a kernel, 22.04 of Ubuntu. */
export function isReleaseOf(product: string, version: string): boolean {
  return lookUp(RELEASES, product)?.test(version) ?? true;
}

/** A release with three numbers of the only product in a path, which kernels and distributions do not have. */
export function isFullRelease(products: ReadonlySet<string>, version: string): boolean {
  const [product = '', ...others] = products;
  if (others.length > 0 || !isSpokenBy('MySQL', product)) return false;
  return (
    /^(?:5\.[567]|8|9|1\d)\.\d+(?:\.\d+)?/.test(version) &&
    /^\d+\.\d+\.\d+$/.test(version) &&
    isReleaseOf(product, version)
  );
}

/** Letters of a product in front of digits, as `parseDbmsToken` reads the same versions. */
const DIGITS_AS: Readonly<Record<string, string>> = {
  'Percona Server': 'my',
  'Percona XtraDB Cluster': 'my',
  MySQL: 'my',
  MyRocks: 'my',
  MariaDB: 'ma',
  PostgreSQL: 'pg',
};

/** `8.0.36`, `57`; any number of a tag, as `postgres:16`. Null where the product can't have that version. */
export function versionOfText(product: string, text: string, separator: string): string | null {
  if (separator === ':' && /^\d+$/.test(text)) return text;
  if (!text.includes('.')) return versionOfDigits(product, text);
  return isReleaseOf(product, text) ? text : null;
}

/** The version that digits without points mean: `57` of MySQL is 5.7, `16` of PostgreSQL 16; null where they mean none. */
export function versionOfDigits(product: string, digits: string): string | null {
  // The year of a name such as `postgresql-2019`.
  if (/^20[0-4]\d$/.test(digits)) return null;
  if (product === 'ProxySQL') return /^\d{3}$/.test(digits) ? [...digits].join('.') : null;
  const letters = lookUp(DIGITS_AS, product);
  if (product === 'MongoDB') return /^[3-9]$/.test(digits) ? digits : pointed(/^([3-8])([0246])$/, digits);
  if (letters === undefined) return null;
  if (letters === 'my' && /^[89]$/.test(digits)) return digits;
  if (letters === 'my' && /^\d{3}$/.test(digits))
    return pointed(/^(8|9)([04])(\d)$|^(9)(\d)([01])$|^(8)([123])(0)$/, digits);
  if (letters === 'my' && /^\d\d$/.test(digits) && !/^[4589]/.test(digits)) return null;
  if (letters === 'pg' && /^1\d$/.test(digits)) return digits;
  if (letters === 'pg' && /^9[0-6]$/.test(digits)) return `9.${digits[1]}`;
  if (letters === 'ma' && /^(?:55|1[0-9]\d{1,2})$/.test(digits))
    return digits === '55' ? '5.5' : `${digits.slice(0, 2)}.${Number(digits.slice(2))}`;
  const { version, versionKnown, suffix } = parseDbmsToken(`${letters}${digits}`);
  return versionKnown && suffix === null ? version : null;
}

/** The groups with points between them. */
function pointed(regex: RegExp, digits: string): string | null {
  const groups = regex
    .exec(digits)
    ?.slice(1)
    .filter((group) => group !== undefined);
  return groups?.join('.') ?? null;
}
