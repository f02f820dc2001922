import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import { FACTS_LEFT_OUT, MAX_FACTS } from '../../files/details-builder';
import { visitLines } from '../../files/line-blocks';
import type { FileDetails } from '../../model/details';
import { openDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';

function read(bytes: Buffer, name = 'some.txt'): FileDetails & { kind: string } {
  const detection = detect(toSample(name, bytes));
  if (detection.outcome !== 'claimed') throw new Error(detection.outcome);
  const session = openDetails(detection.parser, name);
  if (!session) throw new Error(`${detection.parser.kind} has no details`);
  visitLines(bytes, 1, session);
  return { kind: detection.parser.kind, ...session.end() };
}

/** `[group, name, value, number, unit, line]`, as short as a test wants it. */
const rows = ({ facts }: FileDetails) =>
  facts.map(({ group, name, value, number, unit, line }) => [group, name, value, number, unit, line]);
const find = (details: FileDetails, name: string, group?: string) =>
  details.facts.find((fact) => fact.name === name && (group === undefined || fact.group === group));

describe('PostgreSQL', () => {
  it('reads the counters of a table, leaves out what is NULL', () => {
    const details = read(readFixture('o.pgs.sut2'));
    expect(details.kind).toBe('pg_stat');
    expect(find(details, 'n_tup_upd')).toEqual({
      group: 'sbtest1',
      name: 'n_tup_upd',
      value: '300',
      number: 300,
      unit: null,
      line: 10,
    });
    expect(find(details, 'last_vacuum')).toMatchObject({
      number: null,
      value: expect.stringContaining('2026'),
    });
    expect(find(details, 'last_autovacuum')).toBeUndefined();
  });

  it('groups by table and index, by backend, object and context; a view of one row has no group', () => {
    expect(new Set(read(readFixture('o.pgi.idxs')).facts.map(({ group }) => group))).toEqual(
      new Set(['sbtest1 sbtest1_pkey', 'sbtest1 k_1']),
    );
    expect(rows(read(readFixture('made-pg-stat-io.txt')))).toEqual([
      ['client backend relation normal', 'reads', '1084', 1084, null, 5],
      ['client backend relation normal', 'read_time', '8.158', 8.158, null, 6],
      ['client backend relation normal', 'op_bytes', '8192', 8192, null, 8],
      ['checkpointer relation normal', 'writes', '77', 77, null, 14],
    ]);
    expect(find(read(readFixture('o.pgs.bg')), 'buffers_alloc')).toMatchObject({ group: null, number: 273 });
  });

  it('reads SHOW ALL by the columns of its header', () => {
    const details = read(readFixture('o.pg.conf'));
    expect(details.kind).toBe('pg_settings');
    expect(rows(details).slice(0, 2)).toEqual([
      [null, 'allow_in_place_tablespaces', 'off', null, null, 3],
      [null, 'allow_system_table_mods', 'off', null, null, 4],
    ]);
  });
});

describe('configuration', () => {
  it.each([
    ['my.cnf', [['mysqld', 'innodb_buffer_pool_size', '1G', null, null, 2]]],
    [
      'made-conf.diff',
      [
        [null, 'shared_buffers', '96GB', null, null, 1],
        [null, 'huge_pages', 'off', null, null, 2],
        [null, 'wal_level', 'replica', null, null, 3],
        [null, 'synchronous_commit', 'off', null, null, 4],
      ],
    ],
    ['made-diff.cnf', [[null, 'shared_buffers', '96GB', null, null, 4]]],
    [
      'made-o.pg.pg181_o2nofp.x10b_c8r32.conf',
      [
        [null, 'max_connections', '300', 300, null, 1],
        [null, 'shared_buffers', '23GB', null, null, 2],
      ],
    ],
  ])('%s', (name, expected) => {
    const details = read(readFixture(name), name);
    expect(details.kind).toBe('config');
    expect(rows(details).slice(0, expected.length)).toEqual(expected);
  });

  it.each([
    'my.cnf.cz12a_c8r32',
    'conf.diff.cx10a_c32r128',
    'postgresql.conf',
    'o.my.my9500_rel.z12a.conf',
    'mariadb.cnf',
  ])('%s is one by its name', (name) => {
    expect(detect(toSample(`a/${name}`, Buffer.from('x\n')))).toMatchObject({ parser: { kind: 'config' } });
  });
});

describe('MySQL', () => {
  it.each([
    // 1200 / 4800
    ['made-global-status.txt', { value: 1200, line: 4 }, { value: 4800, line: 6 }, 0.25],
    // 30 / 40
    ['made-global-status-vertical.txt', { value: 30, line: 7 }, { value: 40, line: 10 }, 0.75],
    // Nothing was written: no ratio.
    ['made-global-status-table.txt', { value: 500, line: 5 }, { value: 0, line: 6 }, undefined],
  ])('%s: status', async (name, dataFsyncs, dataWrites, ratio) => {
    const { log, artifact } = await parseBytes('x', readFixture(name));
    expect(artifact.kind).toBe('mysql_status');
    expect(log).toEqual({ type: 'mysql_status', dataFsyncs, dataWrites });
    expect(find(read(readFixture(name)), 'fsyncs_per_write', 'computed')?.number).toBe(ratio);
  });

  it('keeps text of the status as text', () => {
    const details = read(readFixture('made-global-status.txt'));
    expect(find(details, 'Innodb_redo_log_enabled')).toMatchObject({ value: 'ON', number: null, line: 7 });
    expect(find(details, 'Uptime')).toMatchObject({ number: 361 });
  });

  it('tells variables from status, and a second list from the first', () => {
    const details = read(readFixture('made-global-variables.txt'));
    expect(details.kind).toBe('mysql_variables');
    expect(rows(details)).toEqual([
      [null, 'activate_all_roles_on_login', 'OFF', null, null, 2],
      [null, 'back_log', '10000', 10_000, null, 4],
      [null, 'tls_version', 'TLSv1.2,TLSv1.3', null, null, 5],
      ['list 2', 'activate_all_roles_on_login', 'ON', null, null, 7],
      ['list 2', 'back_log', '80', 80, null, 8],
    ]);
  });

  it('reads InnoDB status: sums, not single buffer pools', () => {
    const details = read(readFixture('made-innodb-status.txt'));
    expect(details.kind).toBe('innodb_status');
    expect(details.facts.map(({ name, number }) => [name, number])).toEqual([
      ['averages taken over', 8],
      ['history list length', 1207],
      ['OS file reads', 4481],
      ['OS file writes', 58_407_631],
      ['OS fsyncs', 24_141],
      ['buffer pool size', 1_507_328],
      ['modified pages', 12],
      ['rows inserted', 10],
      ['rows updated', 20],
      ['rows deleted', 30],
      ['rows read', 40],
    ]);
  });

  it('reads the length of the history list as a series, a gap as a gap', () => {
    const details = read(readFixture('made-history-list.txt'));
    expect(details.series).toEqual([
      {
        id: 'history_list_length',
        label: 'history list length',
        unit: 'transactions',
        of: null,
        seconds: [0, 1, 2, 4],
        values: [0, 228, null, 100],
        lines: [2, 3, 4, 5],
      },
    ]);
    expect(rows(details)).toEqual([[null, 'max history list length', '228', 228, null, 3]]);
  });
});

describe('perf', () => {
  it('reads counters as the scripts list them; -1 is none', () => {
    const details = read(readFixture('made-perf-hw.sorted'));
    expect(details.kind).toBe('perf_stat');
    expect(rows(details)).toEqual([
      [null, 'branches', '1919942594', 1_919_942_594, null, 1],
      [null, 'branch-miss-pct', '7.28', 7.28, '%', 2],
      [null, 'bus-cycles', '-1', null, null, 3],
      [null, 'cycles', '14284550053', 14_284_550_053, null, 4],
      [null, 'instructions', '9321310685', 9_321_310_685, null, 5],
      ['computed', 'instructions per cycle', '0.653', 9_321_310_685 / 14_284_550_053, null, 5],
    ]);
  });

  it('reads what perf stat prints, recorded where the hardware does not count', () => {
    const details = read(readFixture('perf-stat.txt'));
    expect(rows(details)).toEqual([
      [null, 'task-clock', '0.48', 0.48, 'msec', 4],
      [null, 'context-switches', '1', 1, null, 5],
      [null, 'page-faults', '49', 49, null, 6],
      [null, 'cycles', '<not supported>', null, null, 7],
      [null, 'instructions', '<not supported>', null, null, 8],
      [null, 'time elapsed', '0.002029129', 0.002029129, 's', 10],
      [null, 'user', '0.001496000', 0.001496, 's', 12],
      [null, 'sys', '0.000000000', 0, 's', 13],
    ]);
    expect(rows(read(readFixture('perf-stat.csv')))).toEqual([
      [null, 'task-clock', '0.55', 0.55, 'msec', 1],
      [null, 'cycles', '<not supported>', null, null, 2],
      [null, 'instructions', '<not supported>', null, null, 3],
    ]);
  });

  it('reads large counters, a share of the time, and user space only', () => {
    const details = read(readFixture('made-perf-stat-cycles.txt'));
    expect(rows(details)).toEqual([
      [null, 'cycles:u', '14,284,550,053', 14_284_550_053, null, 4],
      [null, 'instructions:u', '7,142,275,026', 7_142_275_026, null, 5],
      [null, 'LLC-loads:u', '<not counted>', null, null, 6],
      [null, 'task-clock', '1,234.50', 1234.5, 'msec', 7],
      [null, 'time elapsed', '10.001862431', 10.001862431, 's', 9],
      ['computed', 'instructions per cycle:u', '0.500', 7_142_275_026 / 14_284_550_053, null, 5],
    ]);
  });
});

describe('RocksDB', () => {
  it('reads version and options of a LOG', () => {
    const details = read(readFixture('LOG'));
    expect(details.kind).toBe('rocksdb_log');
    expect(find(details, 'RocksDB version')).toMatchObject({ group: null, value: '7.8.3', line: 1 });
    expect(find(details, 'Compile date')).toMatchObject({ value: '2023-01-07 12:33:41', line: 3 });
    expect(find(details, 'create_if_missing')).toMatchObject({ group: 'DB', number: 1, line: 9 });
    expect(find(details, 'comparator')).toMatchObject({
      group: 'default',
      value: 'leveldb.BytewiseComparator',
    });
  });

  it('reads an OPTIONS file by its sections', () => {
    const details = read(readFixture('OPTIONS-000007'));
    expect(details.kind).toBe('rocksdb_options');
    expect(find(details, 'rocksdb_version', 'Version')).toMatchObject({ value: '7.8.3', line: 8 });
    expect(find(details, 'write_buffer_size', 'CFOptions "default"')).toMatchObject({ number: 67_108_864 });
  });
});

describe('processes', () => {
  it('reads /usr/bin/time in its three forms', () => {
    expect(rows(read(readFixture('time-gnu.txt')))).toEqual([
      [null, 'user', '0.00', 0, 's', 1],
      [null, 'system', '0.00', 0, 's', 1],
      [null, 'elapsed', '0:00.10', 0.1, 's', 1],
      [null, 'CPU', '0', 0, '%', 1],
      [null, 'max RSS', '1704', 1_744_896, 'bytes', 1],
      [null, 'inputs', '0', 0, null, 2],
      [null, 'outputs', '0', 0, null, 2],
      [null, 'major page faults', '0', 0, null, 2],
      [null, 'minor page faults', '98', 98, null, 2],
      [null, 'swaps', '0', 0, null, 2],
    ]);
    const verbose = read(readFixture('time-verbose.txt'));
    expect(verbose.kind).toBe('time');
    expect(find(verbose, 'elapsed')).toMatchObject({ number: 0.1, line: 5 });
    expect(find(verbose, 'max RSS')).toMatchObject({ number: 1628 * 1024, line: 10 });
    expect(rows(read(readFixture('time-shell.txt')))).toEqual([
      [null, 'elapsed', '0m0.102s', 0.102, 's', 2],
      [null, 'user', '0m0.001s', 0.001, 's', 3],
      [null, 'system', '0m0.000s', 0, 's', 4],
    ]);
  });

  it('reads minutes and hours of elapsed time', () => {
    const line = (elapsed: string) =>
      Buffer.from(`0.17user 0.17system ${elapsed}elapsed 0%CPU (0avgtext+0avgdata 22072maxresident)k\n`);
    expect(find(read(line('5:38.63')), 'elapsed')?.number).toBeCloseTo(338.63, 9);
    expect(find(read(line('1:02:03')), 'elapsed')?.number).toBe(3723);
  });

  it('takes the largest of each process from repeated lists', () => {
    const details = read(readFixture('made-ps.txt'));
    expect(details.kind).toBe('ps');
    expect(rows(details)).toEqual([
      ['postgres: checkpointer', 'max RSS', '6144000', 6_144_000, 'bytes', 7],
      ['postgres: checkpointer', 'max CPU', '3.6', 3.6, '%', 7],
      ['postgres', 'max RSS', '2048000', 2_048_000, 'bytes', 2],
      ['postgres', 'max CPU', '0.5', 0.5, '%', 2],
      ['postgres: me ib', 'max RSS', '716800', 716_800, 'bytes', 4],
      ['postgres: me ib', 'max CPU', '66', 66, '%', 4],
    ]);
  });

  it('takes the largest load average of top', () => {
    expect(rows(read(readFixture('made-top.txt')))).toEqual([
      [null, 'screens', '2', 2, null, 1],
      [null, 'max load average, 1 minute', '40.50', 40.5, null, 7],
    ]);
  });
});

describe('sizes', () => {
  it('reads du, df and ls -s in bytes', () => {
    expect(rows(read(readFixture('made-du.txt')))).toEqual([
      [null, '/data/m/pg/base', '27G', 28_991_029_248, 'bytes', 1],
      [null, '/data/m/pg/base/1', '7.3M', 7.3 * 1_048_576, 'bytes', 3],
      [null, '/data/m/pg/base/2', '512', 524_288, 'bytes', 4],
    ]);
    expect(find(read(readFixture('made-df.txt')), 'used')).toMatchObject({
      group: '/data',
      number: 900 * 1024 ** 3,
      line: 2,
    });
    expect(rows(read(readFixture('sb.lsh.r.scan.range100.pk1'), 'sb.lsh.r.scan.range100.pk1'))).toEqual([
      ['/data/m/pg/base', '16385', '12K', 12_288, 'bytes', 3],
      ['/data/m/pg/base/16385', '16400.1', '1.1G', 1.1 * 1024 ** 3, 'bytes', 9],
    ]);
  });

  it('reads huge pages', () => {
    expect(find(read(readFixture('meminfo.txt')), 'Hugepagesize')).toMatchObject({
      number: 2_097_152,
      unit: 'bytes',
    });
  });
});

describe('facts', () => {
  it('are bounded and report the omitted part', () => {
    const many = Array.from({ length: MAX_FACTS + 7 }, (_, i) => `name_${i}\t${i}\n`).join('');
    const { facts } = read(Buffer.from(`Variable_name\tValue\nautocommit\tON\n${many}`));
    expect(facts).toHaveLength(MAX_FACTS + 1);
    expect(facts.at(-1)).toMatchObject({ name: FACTS_LEFT_OUT, number: 8 });
  });

  it('cut overlong values and replace control characters', () => {
    const { facts } = read(Buffer.from(`autocommit\tON\nb\t${'x'.repeat(9000)}\nc\ta\u0000b\n`));
    expect(facts[1]?.value).toHaveLength(500);
    expect(facts[2]?.value).toBe('a b');
  });
});
