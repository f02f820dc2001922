import { describe, expect, it } from 'vitest';
import { makeBuild, makeNightPage } from '../../testing/test-night-record';
import { makePage } from '../../testing/test-page';
import { makeColumn } from '../../testing/test-record';
import { bisectCommand, searchModel } from './bisect-command';

describe('the command that searches a commit', () => {
  it('has the whole hashes of the last good and the first bad night', () => {
    const page = makeNightPage();
    const { nights, server, workload, test } = page;
    const found = bisectCommand(page);
    expect(found?.command).toBe(
      `basecase bisect ${nights?.lastGood.commit} ${nights?.firstBad.commit} --test ${test.key} --server ${server.slug} --workload ${workload.slug} --record ${page.slug} -- ./build-and-run.sh`,
    );
    expect(nights?.firstBad.commit).not.toBe(nights?.lastGood.commit);
  });

  it.each([
    ['PostgreSQL', '18.1', 'REL_18_1'],
    ['PostgreSQL', '19beta1', 'REL_19_BETA1'],
    ['MySQL', '8.0.43', 'mysql-8.0.43'],
    ['RocksDB', '9.1.0', 'v9.1.0'],
    ['Other', '1 a', "'1 a'"],
  ])('has the tags of releases: %s %s', (product, version, tag) => {
    const page = makePage({ product, firstBad: makeColumn(version) });
    expect(bisectCommand(page)?.command).toContain(` ${tag} --test `);
    expect(bisectCommand(page)?.note).toContain('usual ones');
  });

  it('begins releases of two branches where the branches part, as no tag of one contains a tag of the other', () => {
    const page = makePage({
      product: 'PostgreSQL',
      lastGood: makeColumn('16.14'),
      firstBad: makeColumn('17.10'),
    });
    expect(bisectCommand(page)?.command).toContain(
      'basecase bisect "$(git merge-base REL_16_14 REL_17_10)" REL_17_10 --test ',
    );
  });

  it('is not there without commits', () => {
    const page = makeNightPage({}, { firstBad: makeBuild(30, { commit: null }) });
    expect(bisectCommand(page)).toBeNull();
  });
});

it('the verdict of a search has its change, runs and author', () => {
  const search = {
    ...{
      id: 'b1',
      found: 'first bad' as const,
      candidates: 1,
      chance: 0.97,
      change: 0.95,
      runs: 24,
      test: 't',
    },
    ...{
      firstBad: '4eb13e8a'.repeat(5),
      lastGood: 'b4',
      verdict: 'First bad build',
      by: 'ci',
      at: '2026-11-20T18:03:00.000Z',
    },
  };
  expect(searchModel(search)).toEqual({
    sentence: 'First bad build: 4eb13e8a4eb1 (97%), last good: b4.',
    about: 'BAD against GOOD: −5.0%, 24 runs, by ci, 20 Nov 2026.',
    evidence: 'First bad build',
  });
  expect(searchModel({ ...search, change: null, runs: 1, by: 'local' }).about).toBe(
    '1 run, on this machine, 20 Nov 2026.',
  );
});
