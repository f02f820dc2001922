import { describe, expect, it } from 'vitest';
import { partsOfPath } from './path-parts';

/** `kind=value`, with the name of a config value; words without a form in quotes, literals left out. */
function read(path: string): string {
  return partsOfPath(path)
    .filter(({ kind }) => kind !== 'literal')
    .map(({ kind, name, value }) => (kind === null ? `"${value}"` : `${name ?? kind}=${value}`))
    .join(' ');
}

describe('the parts of a path', () => {
  it.each([
    [
      'AWS-r4.4xlarge/res-OLTP-RW-meltdown-network-4.9.62-21.56-oltp_read_only/mysql57-pareto.BP100/thr1/res.txt',
      '"AWS" machine=r4.4xlarge test=OLTP test=RW "meltdown" "network" kernel=4.9.62-21.56 test=oltp_read_only product=MySQL version=5.7 config=pareto buffer_pool=100 clients=1',
    ],
    ['raw/res.mysql57/res.thr13.txt', 'product=MySQL version=5.7 clients=13'],
    ['pgsql17.2/xfs/pgbench-c8.out', 'product=PostgreSQL version=17.2 config=xfs clients=8'],
    [
      'C:\\bench\\PostgreSQL 17\\NVMe\\clients=32.txt',
      '"C" product=PostgreSQL version=17 config=NVMe clients=32',
    ],
    ['PostgreSQL 17/c8.log', 'product=PostgreSQL version=17 clients=8'],
    // A file of that name may have 16 clients.
    ['tuned/postgres 16.log', '"tuned" product=PostgreSQL "16"'],
    ['postgres 16/out.txt', 'product=PostgreSQL "16"'],
    [
      'res-oltp-beast-node1-ubuntu-2021-01-28-13-23/BP60.threads150/results.txt',
      'test=oltp "beast" "node1" "ubuntu" date=2021-01-28-13-23 buffer_pool=60 clients=150',
    ],
    [
      'res-tpcc-Aurora-3nodes-5tables-db.r5.xlarge-1/res_thr16.txt',
      'test=tpcc product=Aurora config=3nodes config=5tables machine=db.r5.xlarge "1" clients=16',
    ],
    [
      'res-tpcc-PXC-Operator-3nodes-10tables-r5.xlarge-try2-1/res_thr16.txt',
      'test=tpcc product=Percona XtraDB Cluster "Operator" config=3nodes config=10tables machine=r5.xlarge repeat=2 "1" clients=16',
    ],
    ['io5000.BP10.threads1/results.txt', '"io5000" buffer_pool=10 clients=1'],
    ['results/pgbench-tpcb/10m/disabled-thp/tps-128', 'test=tpcb config=10m config=disabled "thp" "128"'],
    [
      'results/result-33-mariadb-10.0-amazon-block_size.cnf/sysbench.32.res',
      '"33" product=MariaDB version=10.0 "amazon" "block" "size" "32"',
    ],
    ['issue754/test1/mysql1_thr32.log', '"issue754" "test1" "mysql1" clients=32'],
    ['issue754/test1/proxy124_thr32.log', '"issue754" "test1" product=ProxySQL version=1.2.4 clients=32'],
    ['mysql/8.0.21/rw_8.txt', 'product=MySQL version=8.0.21 test=rw "8"'],
    ['ps8036/run2/thr_8.txt', 'product=Percona Server version=8.0.36 repeat=2 clients=8'],
    ['pg16.4/round-3/64clients.log', 'product=PostgreSQL version=16.4 repeat=3 clients=64'],
    [
      'mysql80/my57/maria-10.11/pg18beta1/postgres16',
      'product=MySQL version=8.0 product=MySQL version=5.7 product=MariaDB version=10.11 product=PostgreSQL version=18beta1 product=PostgreSQL version=16',
    ],
    ['pg180_48u/dop40', 'product=PostgreSQL version=18.0 clients=48 clients=40'],
    ['flush_log_at_trx_commit=0+sync_binlog=256.cnf/x', 'flush_log_at_trx_commit=0 sync_binlog=256 "x"'],
    ['res-kernel-5.15.0-91/innodb/ext4', 'kernel=5.15.0-91 config=innodb config=ext4'],
  ])('%s', (path, expected) => {
    expect(read(path)).toBe(expected);
  });

  it('have the places in the path that they were read from', () => {
    const path = 'a/mysql57-pareto.BP100/thr1/res.txt';
    for (const { start, end, text } of partsOfPath(path)) expect(path.slice(start, end)).toBe(text);
  });

  it('does not take the number of a host for a version', () => {
    expect(read('mysql1/x')).toBe('"mysql1" "x"');
    expect(read('pg2/x')).toBe('"pg2" "x"');
    expect(read('POSTGRESQL-2019/x')).toBe('product=PostgreSQL "2019" "x"');
  });
});
