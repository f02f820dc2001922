import { testLabel } from '@basecase/ingest/model';

/** A microbenchmark and about what one client of the small server does with it when nothing disturbs. */
export interface PlannedTest {
  /** As the tests of a benchmark are named everywhere: `point-query_range=100`. */
  key: string;
  name: string;
  range: number;
  /** Lua script of sysbench. */
  script: string;
  /** Statements of one event: reads, writes, BEGIN and COMMIT. */
  statements: Statements;
  /** Queries per second; of a scan thousand rows per second of one client. */
  throughput: number;
  /** Context switches of one operation, and KB that it writes. */
  csPerOp: number;
  writeKbPerOp: number;
}

interface Statements {
  read: number;
  write: number;
  other: number;
}

const READ: Statements = { read: 1, write: 0, other: 0 };
const WRITE: Statements = { read: 0, write: 1, other: 0 };
/** BEGIN and COMMIT count as queries (docs/formats.md §3.2). */
const MIXED = (read: number, write: number): Statements => ({ read, write, other: 2 });

type Row = readonly [name: string, range: number, throughput: number, statements: Statements, kb?: number];

/** Those that something is planned for come first, so that a small plan has them too. */
const ROWS: readonly Row[] = [
  ['point-query', 100, 17_900, READ],
  ['read-only', 100, 9_350, MIXED(14, 0)],
  ['update-index', 100, 4_100, WRITE, 5.1],
  ['hot-points', 100, 2_480, READ],
  ['range-covered-pk', 100, 6_890, READ],
  ['scan', 100, 4_480, READ],
  ['points-covered-pk', 100, 2_310, READ],
  ['points-covered-si', 100, 2_260, READ],
  ['points-notcovered-pk', 100, 1_830, READ],
  ['points-notcovered-si', 100, 1_790, READ],
  ['random-points', 10, 10_650, READ],
  ['random-points', 100, 2_040, READ],
  ['random-points', 1000, 236, READ],
  ['range-covered-si', 100, 6_520, READ],
  ['range-notcovered-pk', 100, 3_940, READ],
  ['range-notcovered-si', 100, 2_970, READ],
  ['read-only-count', 1000, 3_720, READ],
  ['read-only-distinct', 1000, 7_410, MIXED(11, 0)],
  ['read-only-order', 1000, 7_680, MIXED(11, 0)],
  ['read-only-simple', 1000, 9_020, MIXED(11, 0)],
  ['read-only-sum', 1000, 8_550, MIXED(11, 0)],
  ['read-only', 10, 15_100, MIXED(14, 0)],
  ['read-only', 10000, 1_270, MIXED(14, 0)],
  ['delete', 100, 8_240, WRITE, 2.1],
  ['insert', 100, 6_770, WRITE, 2.4],
  ['read-write', 10, 12_900, MIXED(14, 4), 0.6],
  ['read-write', 100, 9_480, MIXED(14, 4), 0.7],
  ['update-inlist', 100, 3_310, WRITE, 9.8],
  ['update-nonindex', 100, 5_230, WRITE, 3.6],
  ['update-zipf', 100, 5_610, WRITE, 2.9],
  ['update-one', 100, 6_050, WRITE, 0.9],
  ['write-only', 10000, 11_400, MIXED(0, 4), 1.5],
];

const SCRIPTS: Readonly<Record<string, string>> = {
  'point-query': 'oltp_point_select',
  'read-only': 'oltp_read_only',
  'read-write': 'oltp_read_write',
  'write-only': 'oltp_write_only',
  delete: 'oltp_delete',
  insert: 'oltp_insert',
  scan: 'oltp_scan',
};

/** All that can be planned, most telling first. */
export const TESTS: readonly PlannedTest[] = ROWS.map(([name, range, throughput, statements, kb = 0]) => ({
  key: testLabel(name, range),
  name,
  range,
  script: SCRIPTS[name] ?? `oltp_${name.replaceAll('-', '_')}`,
  statements,
  throughput,
  csPerOp: name === 'scan' ? 0.07 : 3.8 + kb / 8,
  writeKbPerOp: kb,
}));

/** True for tests that count rows, not queries. */
export function isScan({ name }: Pick<PlannedTest, 'name'>): boolean {
  return name === 'scan';
}
