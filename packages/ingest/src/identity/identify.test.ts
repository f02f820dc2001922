import { describe, expect, it } from 'vitest';
import type { NormalizedRun, ParsedUpload } from '../model/run';
import { type ReadOptions, readUpload } from '../read-upload';
import { makeDirectory, readFixture, runFiles } from '../testing/fixtures';

const LOG = readFixture('oltp_read_write.t8.errors.p99.txt').toString();

/** An upload with this log, of 8 threads, at each of the paths. */
async function read(
  paths: readonly string[],
  {
    files = {},
    root,
    ...options
  }: ReadOptions & { files?: Record<string, string | Buffer>; root?: string } = {},
): Promise<ParsedUpload> {
  using directory = makeDirectory({
    ...Object.fromEntries(paths.map((file) => [root ? `${root}/${file}` : file, LOG])),
    ...files,
  });
  return await readUpload(root ? `${directory.path}/${root}` : directory.path, options);
}

/** `MySQL 5.7 buffer_pool=25 ×2`: the runs with the number of results of their only test. */
function namesOf({ runs }: Pick<ParsedUpload, 'runs'>): string[] {
  const name = ({ variant, results }: NormalizedRun) =>
    `${variant.product} ${variant.versionKnown ? variant.version : '?'} ${variant.config ?? '-'} ×${results.length}`;
  return runs.map(name).sort();
}

describe('runs of one log', () => {
  it('are kept apart and asked about, unless one command line shows that they are repeats', async () => {
    const apart = await read([], { files: { 'mysql57/x.log': LOG + LOG } });
    expect(namesOf(apart)).toEqual(['MySQL 5.7 run 1 ×1', 'MySQL 5.7 run 2 ×1']);
    expect(apart.questions).toMatchObject([{ count: 2, clients: 8 }]);
    const asked = apart.diagnostics.find(({ code }) => code === 'IDENTITY_UNKNOWN');
    expect(asked?.message).toContain('They differ in their place in the file');
    const repeats = `${LOG}\n Performance counter stats for './x.lua run':\n\n`.repeat(2);
    expect(namesOf(await read([], { files: { 'mysql57/x.log': repeats } }))).toEqual(['MySQL 5.7 - ×2']);
    const said = await read([], { files: { 'mysql57/x.log': LOG + LOG }, unknown: 'repeats' });
    expect(namesOf(said)).toEqual(['MySQL 5.7 - ×2']);
  });
});

describe('results in directories without a convention', () => {
  it('are different experiments where settings differ in directories above', async () => {
    const paths = [
      '4.9.62-21.56/mysql57.BP25/thr8',
      '4.9.62-21.56/mysql57.BP100/thr8',
      '4.9.76-3.78/mysql57.BP25/thr8',
    ];
    const upload = await read(paths.map((directory) => `res-kernel-${directory}/res.txt`));
    expect(namesOf(upload)).toEqual([
      'MySQL 5.7 kernel=4.9.62-21.56 buffer_pool=100 ×1',
      'MySQL 5.7 kernel=4.9.62-21.56 buffer_pool=25 ×1',
      'MySQL 5.7 kernel=4.9.76-3.78 buffer_pool=25 ×1',
    ]);
    expect(upload.questions).toEqual([]);
  });

  it('are the same whether a whole archive is read or its directories one by one', async () => {
    const paths = [
      'ps8036/BP25/thr8/res.txt',
      'ps8036/BP100/thr8/res.txt',
      'mariadb-10.11/BP25/thr8/res.txt',
    ];
    const whole = namesOf(await read(paths));
    const single = [
      await read(
        paths.slice(0, 2).map((file) => file.slice('ps8036/'.length)),
        { root: 'ps8036' },
      ),
      await read(['BP25/thr8/res.txt'], { root: 'mariadb-10.11' }),
    ];
    expect(single.flatMap(namesOf).sort()).toEqual(whole);
    expect(whole).toHaveLength(3);
  });

  it.each([
    ['mysql-8.0.36', 'run1', 'MySQL 8.0.36 -'],
    ['mysql-8.0.36/nvme/BP25', 'thr8', 'MySQL 8.0.36 nvme buffer_pool=25'],
    ['mysql', '8.4.2', 'MySQL 8.4.2 -'],
    ['mysql', 'run1', 'MySQL ? -'],
    ['mysql-8.0-vs-mariadb-10.6', 'mariadb', 'MariaDB 10.6 -'],
    // What is known below counts, and names above may be about anything else.
    ['mysql-8.0.36', 'pg16.4', 'PostgreSQL 16.4 -'],
    ['mysql-8.0.36', 'postgres', 'PostgreSQL ? -'],
    ['mysql-8.0-vs-8.4', 'run1', 'unknown ? -'],
    ['mysql-8.0.36/postgres-16.4', 'run1', 'unknown ? -'],
    ['my-mysql-tests', 'run1', 'unknown ? -'],
    ['mysql8036a', 'run1', 'unknown ? -'],
  ])('read in %s: %s is %s', async (above, root, expected) => {
    const upload = await read(['x.log'], { root: `${above}/${root}` });
    expect(namesOf(upload)).toEqual([`${expected} ×1`]);
    const weak = upload.diagnostics.filter(({ code }) => code === 'NAMED_ABOVE');
    const isWeak = upload.runs[0]?.identity?.find(({ source }) => source === 'above');
    expect(weak).toHaveLength(isWeak ? 1 : 0);
    expect(isWeak?.confidence ?? 'likely').toBe('likely');
  });

  it('keep the settings in the name of the upload, which are those of a directory of the archive', async () => {
    const upload = await read(['mysql57/thr8/res.txt'], { root: 'res-kernel-5.15.0-91-BP25' });
    expect(namesOf(upload)).toEqual(['MySQL 5.7 kernel=5.15.0-91 buffer_pool=25 ×1']);
  });

  it('raise no question where a setting distinguishes them as well', async () => {
    const upload = await read(['direct/mysql57.BP25/thr8.txt', 'balanced/mysql57.BP50/thr8.txt']);
    expect(namesOf(upload)).toHaveLength(2);
    expect(upload.questions).toEqual([]);
  });

  it('are configs of one product, never products, where words differ that have no form', async () => {
    const upload = await read(['direct/thr8.txt', 'balanced/thr8.txt']);
    expect(namesOf(upload)).toEqual(['unknown ? balanced ×1', 'unknown ? direct ×1']);
    expect(upload.questions).toMatchObject([
      { text: '2 experiments share this cell. What distinguishes them?', count: 2, clients: 8 },
    ]);
    expect(upload.questions[0]?.parts).toEqual([
      { segment: 1, values: ['balanced', 'direct'], suggestion: 'config' },
    ]);
    expect(upload.diagnostics.map(({ code }) => code)).toContain('IDENTITY_UNKNOWN');
  });

  it('are distinguished by the word for the system in a flat name', async () => {
    const upload = await read(['mysql1_thr8.log', 'proxy124_thr8.log', 'proxy130_thr8.log']);
    expect(upload.runs.map(({ variant }) => [variant.product, variant.version])).toEqual([
      ['MySQL', expect.any(String)],
      ['ProxySQL', '1.2.4'],
      ['ProxySQL', '1.3.0'],
    ]);
  });
});

describe('repeats', () => {
  it.each([
    ['runs', ['mysql57/run1/thr8.txt', 'mysql57/run2/thr8.txt']],
    ['numbers of files', ['mysql57/thr8.rep1.txt', 'mysql57/thr8.rep2.txt']],
    ['attempts', ['mysql57-1/thr8.txt', 'mysql57-try2-1/thr8.txt']],
    ['dates', ['mysql57/2026-01-02/thr8.txt', 'mysql57/2026-01-03/thr8.txt']],
  ])('are results that only %s distinguish', async (_, paths) => {
    const upload = await read(paths);
    expect(namesOf(upload)).toEqual(['MySQL 5.7 - ×2']);
    expect(upload.questions).toEqual([]);
  });

  it('are not results that bare numbers distinguish, and the sender is asked', async () => {
    const upload = await read(['mysql57/06/thr8.txt', 'mysql57/07/thr8.txt']);
    expect(namesOf(upload)).toEqual(['MySQL 5.7 06 ×1', 'MySQL 5.7 07 ×1']);
    expect(upload.questions).toHaveLength(1);
  });

  it('are results of unknown relation only where the sender declares them', async () => {
    const upload = await read(['mysql57/06/thr8.txt', 'mysql57/07/thr8.txt'], { unknown: 'repeats' });
    expect(namesOf(upload)).toEqual(['MySQL 5.7 - ×2']);
  });

  it('are not run directories of one name below directories with other words', async () => {
    const run = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
    const upload = await read([], { files: { ...runFiles(`before/${run}`), ...runFiles(`after/${run}`) } });
    expect(new Set(upload.runs.map(({ variant }) => variant.config))).toEqual(
      new Set(['z12a_c8r32 after', 'z12a_c8r32 before']),
    );
    expect(upload.questions.length).toBeGreaterThan(0);
  });
});

it('keeps logs of tools with their own names apart by their directories, too', async () => {
  const log = readFixture('made-hammerdb-v3-tpm-first.txt');
  const files: Record<string, string | Buffer> = {};
  for (const directory of ['BP25', 'BP100']) {
    files[`${directory}/run.log`] = log;
    files[`${directory}/mysql_version.txt`] = '8.0.36';
  }
  const { runs, questions } = await read([], { files });
  expect(runs.map(({ variant, results }) => [variant.config, results.length])).toEqual([
    ['buffer_pool=25', 1],
    ['buffer_pool=100', 1],
  ]);
  expect(questions).toEqual([]);
});

it('does not take a number for clients that is equal to them in one of the paths only', async () => {
  const upload = await read(['mysql57/set-8/res.txt', 'mysql57/set-9/res.txt']);
  expect(namesOf(upload)).toEqual(['MySQL 5.7 8 ×1', 'MySQL 5.7 9 ×1']);
});

describe('files next to logs', () => {
  it('give the settings that differ, and the product', async () => {
    const paths = ['res-2026-01-02/BP30/out.txt', 'res-2026-01-03/BP30/out.txt'];
    const files = {
      'res-2026-01-02/BP30/params.txt': 'server: ps8\nengine: innodb\nstorage: ssd\nthreads: 8\n',
      'res-2026-01-03/BP30/params.txt': 'server: ps8\nengine: myrocks\nstorage: ssd\nthreads: 8\n',
    };
    expect(namesOf(await read(paths, { files }))).toEqual([
      'Percona Server 8 buffer_pool=30 engine=innodb ×1',
      'Percona Server 8 buffer_pool=30 engine=myrocks ×1',
    ]);
  });

  it.each([
    [
      'mysql_version.txt',
      'mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)\n',
      'MySQL 8.0.36',
    ],
    ['version.txt', 'postgres (PostgreSQL) 16.4 (Ubuntu 16.4-1.pgdg22.04+1)\n', 'PostgreSQL 16.4'],
    ['version.txt', 'mariadbd  Ver 10.11.6-MariaDB for Linux on x86_64\n', 'MariaDB 10.11.6'],
  ])('give the version: %s', async (name, text, expected) => {
    const upload = await read(['a/thr8.txt'], { files: { [`a/${name}`]: text } });
    expect(namesOf(upload)).toEqual([`${expected} - ×1`]);
  });
});

describe('a version in the log', () => {
  it.each(['pg16.1', 'x.pg161_rel.b1.pk1'])(
    'counts before the one of the directory %s, and both are named',
    async (name) => {
      const log = readFixture('made-pgbench-15-retries.txt');
      const upload = await read([], { files: { [`${name}/out.txt`]: log } });
      const said = upload.diagnostics.filter(({ code }) => code === 'VERSION_DISAGREES');
      expect(said.map(({ message }) => message)).toEqual([
        expect.stringMatching(/says PostgreSQL 16\.1, the log says \d+[.\d]*: the log counts/),
      ]);
      expect(upload.runs[0]?.variant.version).not.toBe('16.1');
    },
  );
});

describe('basecase.json', () => {
  const manifest = (said: object) => JSON.stringify({ basecase: 1, ...said });

  it('names the product of all runs below it, which stay apart', async () => {
    const files = { 'basecase.json': manifest({ product: 'MySQL', version: '8.0.36' }) };
    expect(namesOf(await read(['BP25/thr8.txt', 'BP100/thr8.txt'], { files }))).toEqual([
      'MySQL 8.0.36 buffer_pool=100 ×1',
      'MySQL 8.0.36 buffer_pool=25 ×1',
    ]);
  });

  it('says of its directory what the name of the directory does not', async () => {
    const files = {
      'one/basecase.json': manifest({ product: 'MySQL', version: '8.0.36', config: 'a' }),
      'two/basecase.json': manifest({ product: 'MySQL', version: '8.0.36', config: 'b' }),
    };
    expect(namesOf(await read(['one/thr8.txt', 'two/thr8.txt'], { files }))).toEqual([
      'MySQL 8.0.36 a ×1',
      'MySQL 8.0.36 b ×1',
    ]);
  });
});

describe('a layout', () => {
  const PATHS = ['one/try-a/thr8/out.txt', 'one/try-b/thr8/out.txt', 'two/try-a/thr8/out.txt'];

  it('names the parts of the paths', async () => {
    const upload = await read(PATHS, { layout: '{config.disk}/try-{repeat}/thr{clients}/out.txt' });
    expect(namesOf(upload)).toEqual(['unknown ? disk=one ×2', 'unknown ? disk=two ×1']);
    expect(upload.questions).toEqual([]);
    expect(upload.runs[0]?.identity).toContainEqual({
      ...{ field: 'config', value: 'disk=one', source: 'layout', confidence: 'sure', at: 'one' },
    });
  });

  it('leaves what it does not name to a question', async () => {
    const upload = await read(PATHS, { layout: '…/thr{clients}/out.txt' });
    expect(namesOf(upload)).toHaveLength(3);
    expect(upload.questions).toHaveLength(1);
  });

  it('lists the files that do not have its form', async () => {
    const upload = await read([...PATHS, 'other.txt'], {
      layout: '{config.disk}/try-{repeat}/thr{clients}/out.txt',
    });
    const codes = upload.diagnostics.filter(({ code }) => code === 'LAYOUT_MISMATCH');
    expect(codes.map(({ file }) => file)).toEqual(['other.txt']);
  });
});

it('names a run by its path below the root, and says who determined what', async () => {
  const { runs } = await read(['all/mysql57/BP25/thr8/res.txt', 'all/mysql57/BP50/thr8/res.txt']);
  expect(runs.map(({ label }) => label)).toEqual(['all/mysql57/BP25/thr8', 'all/mysql57/BP50/thr8']);
  expect(runs[0]?.identity).toEqual([
    { field: 'product', value: 'MySQL', source: 'path', confidence: 'sure', at: 'mysql57' },
    { field: 'version', value: '5.7', source: 'path', confidence: 'sure', at: 'mysql57' },
    {
      ...{ field: 'config', value: 'buffer_pool=25', source: 'path', confidence: 'likely' },
      at: 'all/mysql57/BP25/thr8/res.txt',
    },
  ]);
});

describe('files of one directory in tools with their own names', () => {
  const FIXTURES: Record<string, string> = {
    HammerDB: 'made-hammerdb-v3-tpm-first.txt',
    BenchBase: 'tpcc_2026-05-04_10-20-30.summary.json',
    'sysbench in a directory of the convention': 'oltp_read_write.t8.errors.p99.txt',
  };

  it.each(Object.entries(FIXTURES))('are never combined for different words: %s', async (tool, fixture) => {
    const at = tool.startsWith('sysbench') ? 'my8036/' : '';
    const log = readFixture(fixture);
    const ending = fixture.endsWith('.json') ? '.summary.json' : '.log';
    const read2 = (...words: string[]) =>
      read([], {
        files: Object.fromEntries(
          words.map((word, index) => [
            `${at}${word}${ending}`,
            index === 0 ? log : log.toString().replace(/(achieved|from) /g, '$1 1'),
          ]),
        ),
      });
    const apart = await read2('alpha', 'beta');
    expect(apart.runs.map(({ results }) => countOfTest(results))).toEqual([1, 1]);
    expect(apart.questions.length).toBeGreaterThan(0);
    const repeats = await read2('alpha_run1', 'alpha_run2');
    expect(repeats.runs.map(({ results }) => countOfTest(results))).toEqual([2]);
    expect(repeats.questions).toEqual([]);
  });

  /** Most results of one test. */
  function countOfTest(results: NormalizedRun['results']): number {
    return Math.max(...results.map(({ test }) => results.filter((other) => other.test === test).length));
  }
});

describe('names of other authors', () => {
  it.each([
    [
      'a date in front of a release dates a repeat',
      ['2024-01-15_mysql-8.0.36/thr8.log', '2024-01-16_mysql-8.0.36/thr8.log'],
      ['MySQL 8.0.36 - ×2'],
      0,
    ],
    [
      'words with spaces count repeats',
      ['MySQL 8.0/8 threads/Run 1.txt', 'MySQL 8.0/8 threads/Run 2.txt'],
      ['MySQL 8.0 - ×2'],
      0,
    ],
    [
      'keys name product, version, clients and repeat',
      ['db=mysql,version=8.0.33,threads=8,run=1.txt', 'db=mysql,version=8.0.33,threads=8,run=2.txt'],
      ['MySQL 8.0.33 - ×2'],
      0,
    ],
    [
      'a number behind the clients is asked about',
      ['mysql57/ro.8.1.log', 'mysql57/ro.8.2.log'],
      ['MySQL 5.7 1 ×1', 'MySQL 5.7 2 ×1'],
      1,
    ],
    [
      'clients with a letter are not a size',
      ['mysql57/alpha_8t.log', 'mysql57/beta_8t.log'],
      ['MySQL 5.7 alpha ×1', 'MySQL 5.7 beta ×1'],
      1,
    ],
    [
      'a denied setting is one word',
      ['mysql57/thp_8t.log', 'mysql57/no-thp_8t.log'],
      ['MySQL 5.7 no-thp ×1', 'MySQL 5.7 thp ×1'],
      1,
    ],
    [
      'a machine behind the version is not a flavour',
      ['mysql-8.0.36_m5.xlarge/8t.log', 'mysql-8.0.36_m6g.xlarge/8t.log'],
      ['MySQL 8.0.36 m5.xlarge ×1', 'MySQL 8.0.36 m6g.xlarge ×1'],
      1,
    ],
    [
      'Aurora has its own versions',
      ['aurora-mysql-3.04/8.log', 'mysql-8.0/8.log'],
      ['Aurora MySQL 3.04 - ×1', 'MySQL 8.0 - ×1'],
      0,
    ],
    [
      'tags of images have versions',
      ['mysql:8.4/8.log', 'mysql:8/8.log'],
      ['MySQL 8 - ×1', 'MySQL 8.4 - ×1'],
      0,
    ],
    [
      'versions are written without points',
      ['MySQL_8_0_36/8.log', 'mariadb-10-6/8.log', 'mysql843/8.log', 'REL_16_2/8.log'],
      ['MariaDB 10.6 - ×1', 'MySQL 8.0.36 - ×1', 'MySQL 8.4.3 - ×1', 'PostgreSQL 16.2 - ×1'],
      0,
    ],
    [
      'a release is that of the only product above it',
      ['mysql/tuned/8.0.36/8.log', 'mysql/stock/8.0.36/8.log'],
      ['MySQL 8.0.36 stock ×1', 'MySQL 8.0.36 tuned ×1'],
      1,
    ],
    [
      'kernels are not releases',
      ['mysql/5.15.0-91/8.log', 'mysql/6.8.0/8.log'],
      ['MySQL ? 5.15.0-91 ×1', 'MySQL ? 6.8.0 ×1'],
      1,
    ],
    [
      'the nearest product has its own version',
      ['mysql-8.0-vs-mariadb-10.6/mysql/8.log', 'mysql-8.0-vs-mariadb-10.6/mariadb/8.log'],
      ['MariaDB 10.6 - ×1', 'MySQL 8.0 - ×1'],
      0,
    ],
    [
      'names differ in their signs only',
      ['mysql57/jit+/8.log', 'mysql57/jit-/8.log', 'mysql57/jit/8.log'],
      ['MySQL 5.7 jit ×1', 'MySQL 5.7 jit+ ×1', 'MySQL 5.7 jit- ×1'],
      1,
    ],
    [
      'days are written with points, and the day first',
      ['mysql57/2026.01.02/8.log', 'mysql57/2026.01.03/8.log', 'mysql57/04-01-2026/8.log'],
      ['MySQL 5.7 - ×3'],
      0,
    ],
    [
      'isolation levels are settings',
      ['mysql57/read-committed/8.log', 'mysql57/repeatable-read/8.log'],
      ['MySQL 5.7 read-committed ×1', 'MySQL 5.7 repeatable-read ×1'],
      0,
    ],
  ])('%s', async (_, paths, names, questions) => {
    const upload = await read(paths);
    expect(namesOf(upload)).toEqual(names);
    expect(upload.questions).toHaveLength(questions);
  });
});

it.each([
  ['mysql/8.0.36/thr8.txt', '8.0.36', '8.4.0'],
  ['MySQL 8.0 (tuned, xfs)/8 threads/Run 1.txt', 'xfs'],
  ['m6gd.xlarge_mariadb-10.11.6/thr8.txt', 'm6gd.xlarge'],
])('reads %s alone as in its archive', async (file, word, instead?: string) => {
  const [root = '', ...below] = file.split('/');
  const other = file.replace(word, instead ?? (word === 'xfs' ? 'ext4' : 'i3en.xlarge'));
  const whole = namesOf(await read([file, other]));
  const alone = namesOf(await read([below.join('/')], { root }));
  expect(whole).toContain(alone[0]);
  expect(alone[0]).toContain(word);
});

it('takes the name of a fork from the path where the log names what it speaks', async () => {
  const log = readFixture('made-hammerdb-v4-sweep-bare-cr.txt');
  const files = { 'ps-8.0.36/h.log': log, 'mariadb-10.6.4/h.log': log, 'postgres-16.2/h.log': log };
  const names = new Set(namesOf(await read([], { files })).map((name) => name.replace(/ ×\d+$/, '')));
  expect([...names].sort()).toEqual(['MariaDB 10.6.4 -', 'MySQL ? postgres-16.2', 'Percona Server 8.0.36 -']);
});

it('reads fio in a directory of a device alone as in its archive', async () => {
  const log = readFixture('randread.json');
  const whole = await read([], { files: { 'nvme/a.json': log, 'ext4/a.json': log } });
  const alone = await read([], { root: 'nvme', files: { 'nvme/a.json': log } });
  expect(namesOf(whole)).toContain(namesOf(alone)[0]);
});
