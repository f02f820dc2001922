import { describe, expect, it } from 'vitest';
import { isBesideTest, isOfTest, testTail } from './beside-test';
import { parseDumpName, viewTitle } from './dump-name';

describe('testTail', () => {
  it.each([
    ['sb.o.update-index.range100.pk1.dop40', 'update-index.range100.pk1'],
    ['sb.gs.update-index.range100.pk1', 'update-index.range100.pk1'],
    ['sb.pgs.db.update-index.range100.pk1', 'update-index.range100.pk1'],
    ['sb.perf.g.cycles.read-only.range10.pk1.2.svg', 'read-only.range10.pk1'],
    ['sb.perf.hw.delete.range100.pk1.0.sorted', 'delete.range100.pk1'],
    ['sb.gs.before.insert.range100.pk1', 'insert.range100.pk1'],
    ['sb.vm.point-query.pre.range100.pk1.dop1', 'point-query.pre.range100.pk1'],
    ['pgbench.vm.select-only.range100.pk1.dop8', 'select-only.range100.pk1'],
    ['status.before.txt', null],
    ['o.pgs.bg', null],
  ])('%s: %s', (name, tail) => {
    expect(testTail(name)).toBe(tail);
  });
});

describe('isBesideTest', () => {
  const own = [
    'x.pg184.c1.pk1/sb.o.insert.range100.pk1.dop1',
    'x.pg184.c1.pk1/sb.vm.insert.range100.pk1.dop1',
  ];
  const others = ['x.pg184.c1.pk1/sb.o.scan.range100.pk1.dop1'];

  it('uses test, range and primary key where names have them', () => {
    expect(isBesideTest('x.pg184.c1.pk1/sb.pgs.db.insert.range100.pk1', own, others)).toBe(true);
    expect(isBesideTest('x.pg184.c1.pk1/sb.pgs.db.scan.range100.pk1', own, others)).toBe(false);
    expect(isBesideTest('x.pg184.c1.pk1/sb.pgs.db.insert.range1000.pk1', own, others)).toBe(false);
  });

  it('keeps to the directory of the logs', () => {
    expect(isBesideTest('x.pg181.c1.pk1/sb.pgs.db.insert.range100.pk1', own, others)).toBe(false);
  });

  it('takes all of a directory that has one test, and not what names another', () => {
    expect(isBesideTest('run/l.i1/o.pgs.bg', ['run/l.i1/o.res.dop1'], ['run/l.i2/o.res.dop1'])).toBe(true);
    expect(isBesideTest('x.pg184.c1.pk1/sb.gs.scan.range100.pk1', own, [])).toBe(false);
  });

  it('uses the start of names elsewhere', () => {
    const [tier2, tier12] = [['m/Tier2G.sysbench.txt'], ['m/Tier12G.sysbench.txt']];
    expect(isBesideTest('m/Tier12G.status.txt', tier12, tier2)).toBe(true);
    expect(isBesideTest('m/Tier12G.status.txt', tier2, tier12)).toBe(false);
    expect(isBesideTest('m/my.cnf', tier2, tier12)).toBe(false);
  });
});

describe('parseDumpName', () => {
  it.each([
    ['sb.gs.insert.range100.pk1', 'sb.gs', null],
    ['sb.pgs.db.point-query.pre.range100.pk1', 'sb.pgs.db', null],
    ['sb.gs.before.insert.range100.pk1', 'sb.gs', 'before'],
    ['o.pgs.sut1', 'o.pgs.sut', 'before'],
    ['o.pgs.sut2', 'o.pgs.sut', 'after'],
    ['sb.hp.post', 'sb.hp', 'after'],
    ['status.before.txt', 'status.txt', 'before'],
    ['status-after.txt', 'status.txt', 'after'],
    ['o.pgs.bg', 'o.pgs.bg', null],
  ])('%s is of %s, %s', (name, view, moment) => {
    expect(parseDumpName(name)).toMatchObject({ view, moment });
  });

  it('gives the dumps before and after one test one stem', () => {
    const stem = (name: string) => parseDumpName(name).stem;
    expect(stem('sb.gs.before.insert.range100.pk1')).toBe(stem('sb.gs.insert.range100.pk1'));
    expect(stem('sb.gs.insert.range100.pk1')).not.toBe(stem('sb.gs.scan.range100.pk1'));
    expect(stem('q7.before.txt')).toBe(stem('q7.after.txt'));
  });

  it('names views as their servers do', () => {
    expect(viewTitle('sb.pgs.io', 'pg_stat')).toBe('pg_stat_io');
    expect(viewTitle('sb.pgi.tabs', 'pg_stat')).toBe('pg_statio_tabs');
    expect(viewTitle('sb.gs', 'mysql_status')).toBe('SHOW GLOBAL STATUS');
    expect(viewTitle('my_pg_stat_wal.txt', 'pg_stat')).toBe('pg_stat_wal');
  });
});

describe('isOfTest', () => {
  it.each([
    ['all.svg/x.pg175.c1/sb.perf.g.cycles.scan.range100.pk1.all.svg', 'scan_range=100', true],
    ['sb.pmp.read-only.pre.range10000.pk0.gz', 'read-only.pre_range=10000', true],
    ['sb.perf.g.cycles.scan.range10.pk1.all.svg', 'scan_range=100', false],
    ['sb.perf.g.cycles.read-only.pre.range100.pk1.svg', 'read-only_range=100', false],
    ['flame.svg', 'scan_range=100', false],
    ['flame.svg', 'scan', false],
  ])('%s: whether it is of %s is %s', (file, test, expected) => {
    expect(isOfTest(file, test)).toBe(expected);
  });
});
