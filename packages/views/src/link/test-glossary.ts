import { type BenchmarkId, benchmarkModel, isBenchmarkId } from '@basecase/ingest/model';

/*
 * What a test does, for readers who do not know the benchmark: verb first, one line. The tests are those of the models in
 * packages/ingest/src/parsers; a test that is not known here has no line.
 */

type Entry = readonly [name: RegExp, does: string];

const SYSBENCH: readonly Entry[] = [
  [/^hot-points$/, 'Reads the same 100 rows again and again.'],
  [/^point-query$|^oltp_point_select$/, 'Reads one row by its primary key.'],
  [/^points-covered-pk$/, 'Reads many single rows from the primary key index alone.'],
  [/^points-covered-si$/, 'Reads many single rows from a secondary index alone.'],
  [
    /^points-notcovered-pk$/,
    'Reads many single rows by the primary key, with a column outside of the index.',
  ],
  [/^points-notcovered-si$/, 'Reads many single rows by a secondary index, with a column outside of it.'],
  [/^random-points$|^select_random_points$/, 'Reads rows at random places with one query.'],
  [/^range-covered-pk$/, 'Reads a range of rows from the primary key index alone.'],
  [/^range-covered-si$/, 'Reads a range of rows from a secondary index alone.'],
  [/^range-notcovered-pk$/, 'Reads a range of rows by the primary key, with a column outside of the index.'],
  [/^range-notcovered-si$/, 'Reads a range of rows by a secondary index, with a column outside of it.'],
  [/^scan$/, 'Reads the whole table from start to end.'],
  [/^random-ranges$|^select_random_ranges$/, 'Counts the rows of several ranges at random places.'],
  [/^read-only-count$/, 'Counts the rows of a range.'],
  [/^read-only-distinct$/, 'Reads the distinct values of a range, sorted.'],
  [/^read-only-order$/, 'Reads a range of rows and sorts it.'],
  [/^read-only-simple$/, 'Reads a range of rows.'],
  [/^read-only-sum$/, 'Adds up a column of a range.'],
  [/^read-only$|^oltp_read_only$/, 'Reads single rows and ranges in one transaction.'],
  [/^delete$|^oltp_delete$/, 'Removes one row per transaction.'],
  [/^insert$|^oltp_insert$/, 'Adds one row per transaction.'],
  [/^bulk_insert$/, 'Adds many rows with one statement.'],
  [
    /^read-write$|^oltp_read_write$/,
    'Reads rows and ranges, then changes, removes and adds rows in one transaction.',
  ],
  [/^update-index$|^oltp_update_index$/, 'Changes an indexed column of one row.'],
  [/^update-inlist$/, 'Changes a list of rows with one statement.'],
  [/^update-nonindex$|^oltp_update_non_index$/, 'Changes a column without an index in one row.'],
  [/^update-one$/, 'Changes always the same row.'],
  [/^update-zipf$/, 'Changes one row; a few rows much more often than others.'],
  [/^write-only$|^oltp_write_only$/, 'Changes, removes and adds rows in one transaction.'],
  [/^tpcc$/, 'Runs the five transactions of an order system (TPC-C).'],
  [/^cpu/, 'Computes prime numbers; no database is used.'],
  [/^memory/, 'Reads or writes blocks of memory; no database is used.'],
  [/^threads|^mutex/, 'Makes threads wait for each other; no database is used.'],
  [/^fileio/, 'Reads or writes files; no database is used.'],
];

const INSERT_BENCHMARK: readonly Entry[] = [
  [/^l\.i0/, 'Inserts rows in order into tables that have a primary key only.'],
  [/^l\.x\.all/, 'Creates three indexes on a loaded table at once.'],
  [/^l\.x\.one/, 'Creates three indexes on a loaded table, one after the other.'],
  [/^l\.x/, 'Creates three secondary indexes on the loaded tables.'],
  [
    /^l\.i1/,
    'Inserts and deletes many rows per transaction, with three secondary indexes to keep up to date.',
  ],
  [
    /^l\.i2/,
    'Inserts and deletes few rows per transaction, with three secondary indexes to keep up to date.',
  ],
  [/^qp\d/, 'Reads single rows while rows are inserted and deleted at a fixed rate.'],
  [/^qr\d|^q\d/, 'Reads short ranges while rows are inserted and deleted at a fixed rate.'],
];

const DB_BENCH: readonly Entry[] = [
  [/^fillseq/, 'Writes keys in order into an empty database.'],
  [/^fillrandom/, 'Writes keys in random order into an empty database.'],
  [/^bulkload/, 'Loads keys in order as fast as it can, without a log.'],
  [/^filluniquerandom/, 'Writes each key once, in random order.'],
  [/^overwritesome/, 'Overwrites a part of the keys in random order.'],
  [/^overwrite/, 'Overwrites existing keys in random order.'],
  [/^updaterandom/, 'Reads a random key and writes it back.'],
  [/^readrandom/, 'Reads random keys.'],
  [/^multireadrandom/, 'Reads several random keys with one call.'],
  [/^readwhilewriting/, 'Reads random keys while one thread writes.'],
  [/^revrangewhilewriting/, 'Reads short ranges backwards while one thread writes.'],
  [/^fwdrangewhilewriting/, 'Reads short ranges forwards while one thread writes.'],
  [/^revrange/, 'Reads short ranges backwards.'],
  [/^fwdrange|^seekrandom/, 'Looks up random keys and reads a short range from there.'],
  [/^readseq/, 'Reads all keys in order.'],
  [/^delete/, 'Removes keys.'],
  [/^merge/, 'Merges values into existing keys.'],
  [/^compact/, 'Merges the files of the database.'],
];

const YCSB: readonly Entry[] = [
  [/^read-modify-write/, 'Reads a record, changes it and writes it back.'],
  [/^read/, 'Reads one record by its key.'],
  [/^update/, 'Changes one record by its key.'],
  [/^insert/, 'Adds one record.'],
  [/^scan/, 'Reads a range of records.'],
  [/^delete/, 'Removes one record.'],
  [/^batch-/, 'Reads or changes several records with one call.'],
  [/^start|^commit|^abort/, 'Begins or ends a transaction.'],
  [/^overall/, 'Runs the mix of reads and writes of the workload.'],
];

const PGBENCH: readonly Entry[] = [
  [/^tpcb-like/, 'Updates an account, a teller and a branch, adds a history row and reads the balance.'],
  [/^simple-update/, 'Updates an account, adds a history row and reads the balance.'],
  [/^select-only/, 'Reads the balance of one account.'],
];

const TPCC: readonly Entry[] = [
  [/new[-_ ]?order/i, 'Enters an order of about ten items.'],
  [/payment/i, 'Books a payment of a customer.'],
  [/order[-_ ]?status/i, "Reads a customer's last order."],
  [/delivery/i, 'Delivers the oldest order of each district.'],
  [/stock[-_ ]?level/i, 'Counts recently sold items that are low in stock.'],
  [/^q\d/, 'Runs one analytic query of CH-benCHmark on the tables of TPC-C.'],
  [/./, 'Runs the transactions of an order system (TPC-C).'],
];

const FIO: readonly Entry[] = [
  [/randread/, 'Reads blocks at random places of a file.'],
  [/randwrite/, 'Writes blocks at random places of a file.'],
  [/randrw/, 'Reads and writes blocks at random places of a file.'],
  [/^fsync|^fdatasync|fsync=|sync/, 'Writes blocks and waits until the storage has them.'],
  [/read/, 'Reads a file from start to end.'],
  [/write/, 'Writes a file from start to end.'],
];

const TESTS: Readonly<Partial<Record<BenchmarkId, readonly Entry[]>>> = {
  sysbench: SYSBENCH,
  'insert-benchmark': INSERT_BENCHMARK,
  db_bench: DB_BENCH,
  ycsb: YCSB,
  pgbench: PGBENCH,
  'tproc-c': [[/./, 'Runs the transactions of an order system (TPROC-C) and counts new orders.']],
  tpcc: TPCC,
  fio: FIO,
};

const BENCHMARKS: Readonly<Partial<Record<BenchmarkId, string>>> = {
  sysbench:
    'Small tests, each repeats one kind of query: find a row, read a range, add, change or remove a row.',
  'insert-benchmark':
    'Loads tables, builds indexes, then reads them while rows are inserted at a fixed rate.',
  db_bench: 'Reads and writes keys of an embedded key-value store.',
  ycsb: 'Reads and writes records by their key, in a mix that is fixed for each workload.',
  pgbench: 'Repeats short transactions on accounts of a bank.',
  'tproc-c': 'Runs the transactions of an order system (TPROC-C) and counts new orders.',
  tpcc: 'Runs the transactions of an order system (TPC-C).',
  fio: 'Reads and writes files, without a database.',
};

/** The line on a test; null where nothing is known of it. A suffix for warm-ups does not count. */
export function testDoes(benchmark: BenchmarkId, test: string): string | null {
  const bare = test.replace(/\.(pre|warm|warmpre)$/, '');
  return TESTS[benchmark]?.find(([name]) => name.test(bare))?.[1] ?? null;
}

/** The line on a benchmark; null where nothing is known of it. */
export function benchmarkDoes(benchmark: BenchmarkId): string | null {
  return BENCHMARKS[benchmark] ?? null;
}

/** `sysbench`; of a tool without a parser the name of the tool. */
export function benchmarkName(benchmark: BenchmarkId): string {
  return isBenchmarkId(benchmark) ? benchmarkModel(benchmark).name : benchmark;
}

const NOUNS: readonly Entry[] = [
  [/^(?:oltp_|bulk_)?insert$/, 'inserts'],
  [/^(?:oltp_)?delete$/, 'deletes'],
  [/^(?:oltp_)?update[-_]/, 'updates'],
];

const UNITS: Readonly<Record<string, string>> = {
  NOPM: 'new orders per minute',
  TPM: 'transactions per minute',
  tpmC: 'new orders per minute',
  'IO/s': 'reads and writes per second',
  'Krows/s per client': 'rows per second and client',
};

/**
 * `inserts per second`: what a throughput counts, for a sentence.
 *
 * @param test its name; null for several tests
 * @returns null where the unit counts nothing: a time, or a size
 */
export function countedNoun(unit: string, test: string | null): string | null {
  const known = UNITS[unit];
  if (known) return known;
  const counted = /^([a-z][a-z ]*)\/(s|min)$/i.exec(unit);
  if (!counted) return null;
  const [, what = '', time] = counted;
  const own = test === null || what !== 'queries' ? undefined : NOUNS.find(([name]) => name.test(test))?.[1];
  return `${own ?? what} per ${time === 's' ? 'second' : 'minute'}`;
}
