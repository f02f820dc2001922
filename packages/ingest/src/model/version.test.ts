import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, isVersion, versionSortKey } from './version';

const SEED = 30_2;

describe('compareVersions', () => {
  it('has the order of releases, with what is in development before the first beta', () => {
    const ordered = [
      ...['5.6.51', '8.0.43', '9.5.0', '10.11.5', '18.0', '18.4', '19dev', '19alpha1', '19beta1', '19beta2'],
      ...['19rc1', '19.0', '19.1', '20-devel', '20.0'],
    ];
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    expect(versionSortKey('19devel') < versionSortKey('19beta1')).toBe(true);
    expect(versionSortKey('19devel') > versionSortKey('18.99')).toBe(true);
  });

  it.each(['next.3', 'unstable', 'daily', 'trunk', 'testing', 'experimental', 'edge', 'canary.7'])(
    'puts 9.1.0-%s between the release and the one before',
    (stage) => {
      expect(compareVersions(`9.1.0-${stage}`, '9.1.0')).toBe(-1);
      expect(compareVersions('9.0.99', `v9.1.0-${stage}`)).toBe(-1);
    },
  );

  it.each(['-master', '-main', '-HEAD', '-tip', '.master', '-trunk', '-dev', '-master-20260101'])(
    'puts 7.0.0%s, a branch that the release is developed on, before it, and a commit after its tag behind it',
    (branch) => {
      const ordered = ['6.9.9', `7.0.0${branch}`, '7.0.0-alpha1', '7.0.0-rc2', '7.0.0'];
      ordered.push('7.0.0-12-gabc1234', '7.0.0-12-gabc1234-dirty', '7.0.0-100-gabc1234', '7.0.1');
      expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    },
  );

  it('keeps names of branches alone after all releases', () => {
    expect(['main', 'master', 'trunk', 'head'].filter(isVersion)).toEqual([]);
    expect(compareVersions('99999.9', 'main')).toBe(-1);
  });

  it('does not take the beginning of another word for a stage', () => {
    expect(compareVersions('8.0.28', '8.0.28developer')).toBe(-1);
  });

  it('puts names other than versions last', () => {
    expect(versionSortKey('master')).toMatch(/^~/);
    expect(compareVersions('99999.9', 'master')).toBe(-1);
  });

  it.each<[string, string[]]>([
    ['TiDB with v', ['v7.5.8', 'v7.5.9', 'v7.5.10', 'v7.5.11', 'v8.0.0']],
    ['v mixed with none', ['7.5.8', 'v7.5.9', '7.5.10', 'v7.5.11', '8.0.0']],
    [
      'CockroachDB',
      ['v9.0.0', 'v22.2.19', 'v23.1.9', 'v23.1.10', 'v23.2.0-alpha.1', 'v23.2.0-rc.2', 'v23.2.0'],
    ],
    [
      'builds of TiDB',
      [
        ...['v7.5.1', 'v7.5.1-20240306-abc123', 'v7.5.2', 'v7.5.10', 'v8.0.0-alpha-12-g1234567'],
        ...['8.0.0-rc.1', 'v8.0.0'],
      ],
    ],
    [
      'YugabyteDB with its builds',
      ['2.20.0.0', '2.20.0.0-b9', '2.20.0.0-b76', '2.20.0.1-b1', '2.20.10.0-b3'],
    ],
    [
      'semver, all of the example of its authors',
      [
        ...[
          '1.0.0-alpha',
          '1.0.0-alpha.1',
          '1.0.0-alpha.beta',
          '1.0.0-beta',
          '1.0.0-beta.2',
          '1.0.0-beta.11',
        ],
        ...['1.0.0-rc.1', '1.0.0'],
      ],
    ],
    ['builds of a day before the release', ['v7.6.0-20231101-nightly', 'v7.6.0-20231102-nightly', 'v7.6.0']],
    ['a stage before alpha', ['0.9.0-pre-alpha.1', '0.9.0-alpha.1', '0.9.0']],
    ['Vitess', ['v18.0.0-rc1', 'v18.0.0', '18.0.1', 'v19.0.0-rc2', 'v19.0.0-rc10', '19.0.0']],
    ['builds behind a tag', ['8.0.9', 'v8.1.0', 'v8.1.0-12-gdeadbee', 'v8.1.0-100-gdeadbe1', 'v8.1.1']],
    ['quarters', ['2023.Q4', '2024.Q1', '2024.Q3']],
    ['Spring', ['2.0.0.BUILD-SNAPSHOT', '2.0.0.M1', '2.0.0.M10', '2.0.0.RC1', '2.0.0.RELEASE']],
    [
      'Python',
      ['1.0.dev3', '1.0a1', '1.0a2', '1.0a10', '1.0b1', '1.0rc1.dev3', '1.0rc1', '1.0', '1.0.post1', '1.0.1'],
    ],
    [
      'Maven',
      ['1.9.9', '2.0.0-SNAPSHOT', '2.0.0-M1', '2.0.0-M2', '2.0.0-M10', '2.0.0-RC1', '2.0.0', '2.0.0.Final'],
    ],
    ['nightly builds', ['8.9', '9.0-nightly', '9.0-nightly.20260101', '9.0-alpha', '9.0']],
    [
      'MySQL milestones',
      ['5.7.4', '5.7.5-m9', '5.7.5-m15', '5.7.5-rc-log', '5.7.5', '5.7.5-log', '5.7.6', '9.7.0-er2', '9.7.0'],
    ],
    ['Percona', ['8.0.35-27', '8.0.36', '8.0.36-9', '8.0.36-28', '8.0.36-28.1', '8.0.37', '8.0.37-1']],
    [
      'packages of MariaDB',
      [
        '10.6.16-MariaDB-0ubuntu0.22.04.1',
        '10.11.6',
        '10.11.6-MariaDB-1:10.11.6+maria~ubu',
        '1:10.11.10+maria~deb12',
        '11.4.0-MariaDB-preview',
        '11.4.0',
      ],
    ],
    [
      'packages of Debian',
      ['16~beta1-1', '16~rc1-1', '16-1', '16.2-1.pgdg120+1', '16.2-1.pgdg120+2', '16.10-1'],
    ],
    ['an upstream snapshot of Debian', ['1.9', '2.0~20260101', '2.0~git20260101', '2.0', '2.0-1']],
    [
      'snapshots of Maven',
      ['1.2.2', '1.2.3-20260101.101112-1', '1.2.3-20260102.091112-2', '1.2.3', '1.2.4-SNAPSHOT'],
    ],
    [
      'what the server of PostgreSQL says',
      [
        '16.10 (Debian 16.10-1.pgdg120+1)',
        ...['17devel', '17beta1 (Debian 17~beta1-1.pgdg120+1)', '17rc1', '17.2 (Debian 17.2-1.pgdg120+1)'],
        ...['17.10 (Ubuntu 17.10-0ubuntu0.24.04.1)', '18devel', '18beta1', '18rc1', '18'],
      ],
    ],
    [
      'tags before PostgreSQL 10',
      ['REL9_5_25', 'REL9_6_ALPHA1', 'REL9_6_BETA2', 'REL9_6_RC1', 'REL9_6_0', 'REL9_6_24', 'REL_10_0'],
    ],
    [
      'commits after a tag',
      [
        ...['8.0.35', '8.0.36', '8.0.36-1-gabcdef1', '8.0.36-12-gabc1234', '8.0.36-100-gabc1234', '8.0.37'],
        ...['v17.0.0-rc1', 'v17.0.0-rc1-5-gabc1234', 'v17.0.0-rc2', 'v17.0.0', 'v17.0.0-3-gabc1234'],
      ],
    ],
    [
      'what the server of TiDB says',
      [
        ...[
          '5.7.25-TiDB-v7.5.9',
          '8.0.11-TiDB-v7.5.9',
          '8.0.11-TiDB-v7.5.10',
          '8.0.11-TiDB-v8.0.0-alpha-12-g1234567',
        ],
        '8.0.11-TiDB-v8.0.0',
      ],
    ],
    ['RocksDB', ['6.29.5', 'v8.9.1', '8.10.0', '8.10.fb', 'v8.10.2', '9.0.0', '9.11.2', '10.0.1']],
    [
      'packages of Percona',
      ['8.0.35-27-1.jammy', '8.0.36-28-1.jammy', '8.0.36-28-1.noble', '8.0.37-29-1.jammy'],
    ],
    [
      'packages of Ubuntu and MariaDB',
      [
        '1:10.6.18-0ubuntu0.22.04.1',
        '1:10.11.6-0+deb12u1',
        '1:10.11.6+maria~deb12',
        '1:11.4.3+maria~ubu2404',
      ],
    ],
    [
      'previews by other words',
      ['2.9', '3.0-develop', '3.0-insiders', '3.0-EAP2', '3.0-tp3', '3.0-candidate1', '3.0'],
    ],
    ['Redis', ['7.0-rc1', '7.0.0', '7.2-rc3', '7.2.0', '8.0-M01', '8.0-M03', '8.0-RC1', '8.0.0']],
    [
      'calendar versions',
      ['2023.12', '2024.1', '2024.01.2', '2024.2', '2024.10', '2024.10.1', '2025.1-rc1', '2025.1'],
    ],
    ['ClickHouse', ['22.9.1.1', '22.10.1.1', '23.3.1.2823', '23.3.1.10000', '24.3-lts', '24.4']],
    ['days', ['2023-12-31', '2024-01-02', '2024.01.10', '2024-02-01', '2024-10-01']],
    ['days without separators', ['20231231', '20240102', '20241001']],
    ['tags of PostgreSQL', ['REL_16_BETA1', 'REL_16_RC1', 'REL_16_2', 'REL_16_10', 'REL_17_0']],
    ['tags of MongoDB', ['r6.0.9', 'r6.0.10', 'r7.0.0-rc2', 'r7.0.0']],
    ['letters after a release', ['1.0.2', '1.0.2a', '1.0.2k', '1.0.3']],
    [
      'names of other schemes',
      ['build-2', 'build-10', 'master', 'mysql-8.0.9', 'mysql-8.0.36-rc1', 'mysql-8.0.36'],
    ],
  ])('orders %s', (_, ordered) => {
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    for (const version of ordered) expect(compareVersions(version, version)).toBe(0);
  });

  it('puts names of one release next to each other', () => {
    const ordered = ['7.9', '8', '8.0', '8.0.0', 'v8.0', '8.0.0.1'];
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
  });

  it('orders two versions in one direction only, and three without a circle', () => {
    fc.assert(
      fc.property(anyVersion(), anyVersion(), anyVersion(), (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
        expect(compareVersions(a, b) === 0).toBe(a === b);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it('has the order of the bytes that the database compares', () => {
    fc.assert(
      fc.property(anyVersion(), anyVersion(), (a, b) => {
        const [ka, kb] = [versionSortKey(a), versionSortKey(b)];
        expect(compareVersions(a, b)).toBe(Buffer.compare(Buffer.from(ka), Buffer.from(kb)));
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it('puts every preview before its release, and after the release before that', () => {
    fc.assert(
      fc.property(numbers(), stage(), fc.constantFrom('', 'v', 'r'), (release, preview, tag) => {
        const version = `${tag}${release.join('.')}${preview}`;
        expect(compareVersions(version, release.join('.'))).toBe(-1);
        expect(compareVersions(version, `v${release.join('.')}`)).toBe(-1);
        const last = release.at(-1) ?? 0;
        if (last > 0)
          expect(compareVersions([...release.slice(0, -1), last - 1].join('.'), version)).toBe(-1);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it('orders releases by their numbers, with and without v', () => {
    const tag = fc.constantFrom('', 'v', 'V');
    fc.assert(
      fc.property(numbers(), numbers(), tag, tag, (a, b, tagA, tagB) => {
        const at = [0, 1, 2, 3].find((index) => (a[index] ?? 0) !== (b[index] ?? 0));
        if (at === undefined) return;
        const expected = Math.sign((a[at] ?? 0) - (b[at] ?? 0));
        expect(compareVersions(`${tagA}${a.join('.')}`, `${tagB}${b.join('.')}`)).toBe(expected);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });
});

describe('isVersion', () => {
  it.each(['8.0', 'v7.5.10', '18beta1', '2024-01-02', '20240102', 'REL_16_2', 'r7.0.5', '2024a1'])(
    'takes %s for a version',
    (version) => {
      expect(isVersion(version)).toBe(true);
    },
  );

  it.each(['', 'master', 'mine', '4eb13e8', 'g4eb13e8', 'ext4', 'version', 'v'])(
    'does not take %j for a version',
    (version) => {
      expect(isVersion(version)).toBe(false);
    },
  );
});

function numbers() {
  return fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 4 });
}

function stage() {
  const word = fc.constantFrom(
    ...['dev', 'devel', 'nightly', 'SNAPSHOT', 'alpha', 'beta', 'rc', 'RC', 'preview', 'pre', 'Milestone'],
    ...['master', 'main', 'HEAD', 'tip', 'trunk'],
  );
  const number = fc.integer({ min: 0, max: 400 }).map(String);
  const joined = fc.tuple(
    fc.constantFrom('', '-', '.', '~', '_'),
    word,
    fc.constantFrom('', '.', '-'),
    number,
  );
  return fc.oneof(
    fc.tuple(fc.constantFrom('', '-', '.'), word).map((parts) => parts.join('')),
    joined.map((parts) => parts.join('')),
    number.map((digits) => `a${digits}`),
    number.map((digits) => `-M${digits}`),
  );
}

function anyVersion() {
  const tag = fc.constantFrom('', '', 'v', 'release-', 'mysql-');
  const suffix = fc.constantFrom(
    '',
    '-28',
    '-log',
    '+maria~ubu',
    '-1.el8',
    'git',
    '-12-g4eb13e8',
    '-b12',
    'a',
    '-dirty',
  );
  const made = fc
    .tuple(tag, numbers(), fc.oneof(fc.constant(''), stage()), suffix)
    .map(([start, release, preview, end]) => `${start}${release.join('.')}${preview}${end}`);
  return fc.oneof(made, made, fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 6 }));
}
