import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckBench, openCheckBench } from '../testing/check-bench';
import { commitOf, committedAt } from '../testing/night-directories';

let bench: CheckBench;

beforeAll(async () => {
  bench = await openCheckBench();
});
afterAll(() => bench.remove());

describe('the nights that basecase check --against uses', () => {
  it('are those before the build that the options name', async () => {
    await bench.past('past', 20);
    const path = await bench.fresh('told', 15, {}, { isBuildTold: false, server: null });
    const build = ['--commit', commitOf(15).slice(0, 10), '--branch', 'master'];
    const { series } = await bench.judge(
      path,
      '--against',
      'past',
      ...build,
      '--committed-at',
      committedAt(15),
    );
    expect(series).toMatchObject([
      {
        nights: 15,
        night: { label: `16 May 2026 g${commitOf(15).slice(0, 8)}` },
        server: 'pn53',
        leftOut: [
          { why: 'the new build itself', count: 1 },
          { why: 'committed after the new build', count: 4 },
        ],
      },
    ]);
  });

  it('are of one server, version and branch; others are counted', async () => {
    await bench.past('mixed/pn53', 14);
    await bench.past('mixed/pn54', 14, undefined, () => ({ server: 'pn54' }));
    await bench.fresh('mixed/other/a', 14, {}, { version: '18.4' });
    await bench.fresh('mixed/other/b', 14, {}, { branch: 'feature' });
    await mkdir(join(bench.cwd, 'mixed/pn53/broken'));
    await writeFile(join(bench.cwd, 'mixed/pn53/broken/notes.txt'), 'nothing');
    await writeFile(join(bench.cwd, 'mixed/README'), 'nights');
    const path = await bench.fresh('mixed-new', 20);
    const { series, stderr } = await bench.judge(path, '--against', 'mixed');
    expect(series).toMatchObject([
      {
        nights: 14,
        leftOut: [
          { why: 'of another version (18.4)', count: 1 },
          { why: 'not readable', count: 1 },
          { why: 'of another server (pn54)', count: 14 },
          { why: 'of another branch than master', count: 1 },
        ],
      },
    ]);
    expect(stderr).toContain('1 file that is not a tarball left out');
    const unsaid = await bench.fresh('mixed-unsaid', 20, {}, { server: null });
    expect(await bench.check(unsaid, '--against', 'mixed')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('several servers (pn53, pn54)'),
    });
    const said = await bench.judge(unsaid, '--against', 'mixed', '--server', 'PN53');
    expect(said.series[0]?.nights).toBe(14);
  });

  it('are of the branch of the build: another one is never taken in its place', async () => {
    await bench.past('branches', 14, undefined, (night) => ({ branch: night < 9 ? 'master' : 'REL_18' }));
    const judge = async (branch: string) => {
      const path = await bench.fresh(`on-${branch}`, 20, {}, { branch });
      return bench.judge(path, '--against', 'branches');
    };
    expect((await judge('REL_18')).series[0]?.line).toContain('19devel@REL_18');
    expect(await judge('pull')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(
        'no night of branch pull. There are: master (9 nights), REL_18 (5 nights). Choose one with --branch',
      ),
    });
    const merged = await bench.judge('on-pull', '--against', 'branches', '--branch', 'master');
    expect(merged).toMatchObject({ code: 0, series: [{ nights: 9 }] });
    const unsaid = await bench.fresh('on-none', 20, {}, { isBuildTold: false });
    expect(await bench.check(unsaid, '--against', 'branches')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('nothing names the branch of the new build'),
    });
  });

  it('are not called the first bad one where others have the same time', async () => {
    const committed = committedAt(12);
    const sketch = (night: number) => (night > 9 && night < 13 ? { committed } : {});
    await bench.past('tied', 20, (night) => ({ insert: night < 11 ? 1 : 0.8 }), sketch);
    const path = await bench.fresh('tied-new', 20, { insert: 0.8 });
    const { of } = await bench.judge(path, '--against', 'tied');
    expect(of('insert')?.known[0]?.tied?.map(({ commit }) => commit)).toEqual([10, 11, 12].map(commitOf));
    const { stdout } = await bench.check(path, '--against', 'tied');
    expect(stdout).toMatch(
      /insert_range=100: regression, .*since one of 3 builds with the same time and no known order: /,
    );
    expect(stdout).not.toContain('last good');
  });

  it('are separated if one upload has many', async () => {
    await bench.past('year', 14, (night) => ({ insert: night < 7 ? 1 : 0.8 }));
    // A file next to them makes the folder one upload.
    await writeFile(join(bench.cwd, 'year/notes.txt'), 'the first year');
    await mkdir(join(bench.cwd, 'years'));
    await rename(join(bench.cwd, 'year'), join(bench.cwd, 'years/2026'));
    const path = await bench.fresh('year-new', 14, { insert: 0.8 });
    const { series, of } = await bench.judge(path, '--against', 'years');
    expect(series[0]?.nights).toBe(14);
    expect(of('insert')?.known).toMatchObject([{ firstBad: { commit: commitOf(7) } }]);
  });

  it('count once where a build was measured twice: the median of both', async () => {
    await bench.past('twice', 14);
    await bench.fresh('twice/again', 13, { insert: 0.5 });
    const path = await bench.fresh('twice-new', 14);
    const { series, of } = await bench.judge(path, '--against', 'twice');
    expect(series[0]?.nights).toBe(14);
    // 1000 and 500 are 750: the newest past night has left the level, and the new build is back.
    expect(of('insert')).toMatchObject({ verdict: 'no change', nights: 15 });
  });

  it('are in the order of names where nothing says when they were built', async () => {
    for (let night = 0; night < 15; night += 1) {
      const factors = { 'point-query': night < 11 ? 1 : 0.9 };
      await bench.fresh(`names/run${night + 1}`, night, factors, { isBuildTold: false });
    }
    const path = await bench.fresh('names-new', 15, { 'point-query': 0.9 }, { isBuildTold: false });
    const { of, code } = await bench.judge(path, '--against', 'names');
    // run12 and run13 come last, not after run1.
    expect(of('point-query')?.change).toMatchObject({
      firstBad: { label: 'run12', commit: null },
      nights: 5,
    });
    expect(code).toBe(3);
    expect((await bench.check(path, '--against', 'names')).stdout).toContain('ordered by name');
  });
});
