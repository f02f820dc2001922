import { describe, expect, it } from 'vitest';
import { takeBuild, takeVersionBuild } from './take-build';

describe('takeBuild', () => {
  it.each([
    ['pg19devel_20260829_g4eb13e8', 'pg19devel', '4eb13e8', '2026-08-29'],
    ['pg19devel-20260829-g4eb13e8', 'pg19devel', '4eb13e8', '2026-08-29'],
    ['my9600_nightly20260829', 'my9600', null, '2026-08-29'],
    ['my9600_nightly_20260829_rel', 'my9600_rel', null, '2026-08-29'],
    ['rel_o2nofp_g4eb13e8', 'rel_o2nofp', '4eb13e8', null],
    ['g4eb13e8_rel_o2nofp', 'rel_o2nofp', '4eb13e8', null],
    ['20260829_g4EB13E8', '', '4eb13e8', '2026-08-29'],
    ['19devel-g4eb13e8', '19devel', '4eb13e8', null],
    ['19devel20260829', '19devel', null, '2026-08-29'],
    ['19devel.2026-03-01', '19devel', null, '2026-03-01'],
    ['10.11.5-20260829', '10.11.5', null, '2026-08-29'],
    ['18.0-2026-03-01', '18.0', null, '2026-03-01'],
    ['10.9.0.20260829', '10.9.0', null, '2026-08-29'],
    ['9.6.0+git20260829.4eb13e8a1b2c', '9.6.0', '4eb13e8a1b2c', '2026-08-29'],
    ['19~~devel~20260829-1', '19~~devel-1', null, '2026-08-29'],
    ['v9.6.0-45-g4eb13e8', 'v9.6.0', '4eb13e8', null],
    ['REL_19_BETA1-123-g4eb13e8', 'REL_19_BETA1', '4eb13e8', null],
    ['10.11.5-g4eb13e8', '10.11.5', '4eb13e8', null],
    ['mariadb-11-g4eb13e8', 'mariadb-11', '4eb13e8', null],
    ['9.6.0_git4eb13e8', '9.6.0', '4eb13e8', null],
    ['19devel_commit-4eb13e8', '19devel', '4eb13e8', null],
    ['19devel-4eb13e8a1b2c', '19devel', '4eb13e8a1b2c', null],
    ['g1234567_rel', 'rel', '1234567', null],
    ['PostgreSQL 19devel (commit 4eb13e8a) on x86_64', 'PostgreSQL 19devel on x86_64', '4eb13e8a', null],
    [
      '11.8.0-MariaDB-log source revision 4eb13e8a1b2c3d4e5f60718293a4b5c6d7e8f901',
      '11.8.0-MariaDB-log source',
      '4eb13e8a1b2c3d4e5f60718293a4b5c6d7e8f901',
      null,
    ],
  ])('%s is %j', (text, rest, commit, day) => {
    expect(takeBuild(text)).toEqual({
      rest,
      build: {
        commit,
        branch: null,
        committedAt: day && `${day}T00:00:00.000Z`,
        number: null,
        url: null,
        repository: null,
      },
    });
  });

  it.each([
    ...['8.0.28', '5.6.51', '18beta1', '18.0 x10b', '18b1git', '8.0.36-28', '11.8.3-MariaDB-ubu2404-log'],
    ...['rel_o2nofp', 'mdev16168_rel_withdbg', 'v2_rel', 'rel_lto', 'deadbeef', 'z12a_c8r32', ''],
    ...['my8028', 'my100102', 'ma120101', 'pg18b1git_o2nofp', '16.0.1135.2', '9.7.0-er2', 'golden_gabba'],
    // No day of the calendar, no year of builds, no separator.
    ...['19devel_20260230', '19devel_18000101', '19devel_21010101', 'my20260829', '1920260829', '202608291'],
    // Too short, too long, digits alone, or without a mark or version.
    ...['rel_g4eb13e', `rel_g${'4eb13e8a'.repeat(9)}`, 'rel_123456789012', 'rel_4eb13e8', 'rel_4eb13e8a1b2c'],
  ])('%j holds no build', (text) => {
    expect(takeBuild(text)).toEqual({ rest: text, build: null });
  });

  it('reads digits that are a day as a hash nowhere', () => {
    expect(takeBuild('9.6.0-g20260829').build).toBeNull();
    expect(takeBuild('9.6.0-git20260829').build).toMatchObject({
      commit: null,
      committedAt: expect.any(String),
    });
  });

  // With a rule that goes back and forth in what it has read, one of these takes longer than any test may.
  it.each(['1', 'g', '20260829', '-20', '4eb13e8', '_', '45-g'])('ends with a long name of %s', (part) => {
    expect(takeBuild(part.repeat(50_000)).build).toBeNull();
  });
});

describe('takeVersionBuild', () => {
  it('leaves a version that is a build and nothing else', () => {
    expect(takeVersionBuild('20260829')).toEqual({ version: '20260829', build: null });
    expect(takeVersionBuild('19devel-g4eb13e8')).toMatchObject({
      version: '19devel',
      build: { commit: '4eb13e8' },
    });
  });
});
