import { testLabel } from '@basecase/ingest/model';
import tests from './tests.json' with { type: 'json' };

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

const SCRIPTS: Readonly<Record<string, string>> = {
  'point-query': 'oltp_point_select',
  'read-only': 'oltp_read_only',
  'read-write': 'oltp_read_write',
  'write-only': 'oltp_write_only',
  delete: 'oltp_delete',
  insert: 'oltp_insert',
  scan: 'oltp_scan',
};

/**
 * All that can be planned. Those that something is planned for come first, so that a small plan has them too. BEGIN and
 * COMMIT count as queries (docs/formats.md §3.2).
 */
export const TESTS: readonly PlannedTest[] = tests.map(({ kb, ...test }) => ({
  ...test,
  key: testLabel(test.name, test.range),
  script: SCRIPTS[test.name] ?? `oltp_${test.name.replaceAll('-', '_')}`,
  csPerOp: test.name === 'scan' ? 0.07 : 3.8 + kb / 8,
  writeKbPerOp: kb,
}));

/** True for tests that count rows, not queries. */
export function isScan({ name }: Pick<PlannedTest, 'name'>): boolean {
  return name === 'scan';
}
