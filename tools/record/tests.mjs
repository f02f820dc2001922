import { CONNECTION } from './server.mjs';

const TABLE_ROWS = 500_000;

/**
 * @typedef {object} SysbenchTest
 * @property {string} name as in the file name `sb.o.<name>.range<range>.pk1.dop1`
 * @property {number} range
 * @property {string} script a Lua script that comes with sysbench
 * @property {string[]} [options] options only this script has
 */

/**
 * Reads come before writes, so that they meet the table as it was loaded; insert comes last,
 * because it makes the table longer.
 *
 * @type {SysbenchTest[]}
 */
export const TESTS = [
  { name: 'point-query', range: 100, script: 'oltp_point_select' },
  {
    name: 'random-points',
    range: 10,
    script: 'select_random_points',
    options: ['--random-points=10'],
  },
  {
    name: 'random-points',
    range: 100,
    script: 'select_random_points',
    options: ['--random-points=100'],
  },
  {
    name: 'random-ranges',
    range: 10,
    script: 'select_random_ranges',
    options: ['--number-of-ranges=10'],
  },
  { name: 'read-only', range: 100, script: 'oltp_read_only' },
  { name: 'read-write', range: 100, script: 'oltp_read_write' },
  { name: 'write-only', range: 100, script: 'oltp_write_only' },
  { name: 'update-index', range: 100, script: 'oltp_update_index' },
  { name: 'update-nonindex', range: 100, script: 'oltp_update_non_index' },
  { name: 'insert', range: 100, script: 'oltp_insert' },
];

export const WORKLOAD_LABEL = `cached, 1 table x ${TABLE_ROWS / 1000}K rows, 1 client`;

const DATABASE_OPTIONS = [
  '--db-driver=pgsql',
  `--pgsql-host=${CONNECTION.host}`,
  `--pgsql-port=${CONNECTION.port}`,
  `--pgsql-user=${CONNECTION.user}`,
  `--pgsql-password=${CONNECTION.password}`,
  `--pgsql-db=${CONNECTION.database}`,
  '--tables=1',
  `--table-size=${TABLE_ROWS}`,
];

/** Arguments of `sysbench` that create and fill the table. */
export const LOAD_ARGUMENTS = ['oltp_read_write', ...DATABASE_OPTIONS, 'prepare'];

/**
 * @param {SysbenchTest} test
 * @param {number} seconds
 * @returns {string[]} arguments of `sysbench` for one execution of the test
 */
export function buildTestArguments(test, seconds) {
  return [
    test.script,
    ...DATABASE_OPTIONS,
    `--range-size=${test.range}`,
    ...(test.options ?? []),
    '--threads=1',
    '--events=0',
    `--time=${seconds}`,
    '--report-interval=1',
    '--histogram=on',
    '--rand-type=uniform',
    '--rand-seed=42',
    'run',
  ];
}
