import { describe, expect, it } from 'vitest';
import { makeBuild, makeNightPage } from '../../testing/test-night-record';
import { makePage } from '../../testing/test-page';
import { makeColumn } from '../../testing/test-record';
import { bisectCommand } from './bisect-command';

describe('the command that searches a commit', () => {
  it('has the whole hashes of the last good and the first bad night', () => {
    const page = makeNightPage();
    const { nights, server, workload, test } = page;
    const found = bisectCommand(page);
    expect(found?.command).toBe(
      `basecase bisect ${nights?.lastGood.commit} ${nights?.firstBad.commit} --test ${test.key} --server ${server.slug} --workload ${workload.slug} -- ./build-and-run.sh`,
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
