import { describe, expect, it } from 'vitest';
import type { NormalizedRun } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

const LOG = readFixture('oltp_read_write.t8.errors.p99.txt').toString();

/** A tree of logs: each part in braces is one of several words, and a file has this many threads where `n` is a number. */
function tree(pattern: string): { path: string; clients: number }[] {
  const paths = pattern.split(/(\{[^}]*\})/).reduce<string[]>(
    (made, piece) =>
      made.flatMap((path) =>
        piece.startsWith('{')
          ? piece
              .slice(1, -1)
              .split('|')
              .map((word) => path + word)
          : [path + piece],
      ),
    [''],
  );
  return paths.map((path) => ({ path, clients: /(?<!\d)64(?!\d)/.test(path) ? 64 : 8 }));
}

async function namesOf(pattern: string): Promise<string[]> {
  const files = tree(pattern).map(({ path, clients }) => [
    path,
    LOG.replace('Number of threads: 8', `Number of threads: ${clients}`),
  ]);
  using directory = makeDirectory(Object.fromEntries(files));
  const { runs } = await readUpload(directory.path);
  const name = ({ variant: { product, version, config } }: NormalizedRun) =>
    [product, version, config].filter((part) => part !== null).join(' ');
  return [...new Set(runs.map((run) => `${name(run)} ×${run.results.length}`))].sort();
}

/** Trees as people name them who never saw this project; the words that differ are the columns, counts and days are repeats. */
const TREES: readonly (readonly [string, readonly string[]])[] = [
  ['Ergebnisse/MySQL 8.0.36/Puffer {16|32} GB/Lauf {1|2}.txt', ['MySQL 8.0.36 16 ×2', 'MySQL 8.0.36 32 ×2']],
  [
    'résultats/mariadb_11.4.2/tampon-{8|32}Go/essai{1|2}.log',
    ['MariaDB 11.4.2 32Go ×2', 'MariaDB 11.4.2 8Go ×2'],
  ],
  [
    'ベンチ/MySQL9.1.0/バッファ{10|40}G/スレッド{8|64}.log',
    ['MySQL 9.1.0 バッファ10G ×1', 'MySQL 9.1.0 バッファ40G ×1'],
  ],
  ['wyniki/mysql-8.4.3/watki{8|64}/wynik.txt', ['MySQL 8.4.3 ×1']],
  [
    '{us-east-1|eu-west-3}/mysql-8.4.3/sysbench_{8|64}c.txt',
    ['MySQL 8.4.3 eu-west-3 ×1', 'MySQL 8.4.3 us-east-1 ×1'],
  ],
  ['2025/01/{14|15}/mysql-{8.4.3|9.1.0}/out.txt', ['MySQL 8.4.3 ×2', 'MySQL 9.1.0 ×2']],
  ['2025-W{03|04}/mysql-9.1.0/binlog_{on|off}.log', ['MySQL 9.1.0 off ×2', 'MySQL 9.1.0 on ×2']],
  [
    'mysql-9.1/{feature/trx-sys|bugfix/lru}/sb.log',
    ['MySQL 9.1 bugfix lru ×1', 'MySQL 9.1 feature trx-sys ×1'],
  ],
  [
    'PR-{3421|3455}/mariadb-11.7/{before|after}.txt',
    [
      'MariaDB 11.7 3421 after ×1',
      'MariaDB 11.7 3421 before ×1',
      'MariaDB 11.7 3455 after ×1',
      'MariaDB 11.7 3455 before ×1',
    ],
  ],
  [
    'ghcr.io/acme/mariadb@11.4/{jemalloc|tcmalloc}/log',
    ['MariaDB 11.4 jemalloc ×1', 'MariaDB 11.4 tcmalloc ×1'],
  ],
  ['{mysql:8.0.36-debian|mysql:8.4.3-oracle}/sb.log', ['MySQL 8.0.36 debian ×1', 'MySQL 8.4.3 oracle ×1']],
  [
    'Standard_{D8s|E8ds}_v5/mysql84/out.txt',
    ['MySQL 8.4 Standard_D8s_v5 ×1', 'MySQL 8.4 Standard_E8ds_v5 ×1'],
  ],
  ['linux-{6.1.55|6.6.8}/mysql-8.4.3/x.log', ['MySQL 8.4.3 kernel=6.1.55 ×1', 'MySQL 8.4.3 kernel=6.6.8 ×1']],
  ['db{01|02}.lan/mysql-8.0.36-{8|64}.txt', ['MySQL 8.0.36 db01 ×1', 'MySQL 8.0.36 db02 ×1']],
  ['percona-server-8.0.35-{8|64}.log', ['Percona Server 8.0.35-64 ×1', 'Percona Server 8.0.35-8 ×1']],
  [
    'percona-xtradb-cluster-{8.0.35|8.4.2}/t{8|64}.log',
    ['Percona XtraDB Cluster 8.0.35 ×1', 'Percona XtraDB Cluster 8.4.2 ×1'],
  ],
  ['bios-{2.1.7|2.3.0}/mysql-8.4.3/x.log', ['MySQL 8.4.3 2.1.7 ×1', 'MySQL 8.4.3 2.3.0 ×1']],
  [
    'mariadb-10.11/{zfs|xfs}/recordsize-{16k|128k}/x.log',
    [
      'MariaDB 10.11 xfs 128k ×1',
      'MariaDB 10.11 xfs 16k ×1',
      'MariaDB 10.11 zfs 128k ×1',
      'MariaDB 10.11 zfs 16k ×1',
    ],
  ],
  [
    'mysql80/io_method={io_uring|worker}/w.log',
    ['MySQL 8.0 io_method=io_uring ×1', 'MySQL 8.0 io_method=worker ×1'],
  ],
  [
    'mysql-8.0.36/thp-{always|madvise|never}/r.txt',
    ['MySQL 8.0.36 always ×1', 'MySQL 8.0.36 madvise ×1', 'MySQL 8.0.36 never ×1'],
  ],
  [
    'res;mysql-8.0.36;sync_binlog={0|1};thr=8.txt',
    ['MySQL 8.0.36 sync_binlog=0 ×1', 'MySQL 8.0.36 sync_binlog=1 ×1'],
  ],
];

describe('trees of other people', () => {
  it.each(TREES)('%s', async (pattern, expected) => {
    expect(await namesOf(pattern)).toEqual(expected);
  });
});
