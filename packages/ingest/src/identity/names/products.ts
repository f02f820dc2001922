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
    const product = Object.hasOwn(PRODUCTS, name) ? PRODUCTS[name] : undefined;
    if (product !== undefined) return product;
  }
  return null;
}
