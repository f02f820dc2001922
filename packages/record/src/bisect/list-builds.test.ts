import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findRepository, listCommits, mergeAdvice, parseBuilds } from './list-builds';
import { madeSearch, searchIn } from './testing/made-search';

const repository = mkdtempSync(join(tmpdir(), 'basecase-commits-'));
afterAll(() => rmSync(repository, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
  }).trim();

/** Writes its number to a file, which the script prints. */
function commit(name: string, level: number): string {
  writeFileSync(join(repository, 'level'), `${level}\n${name}\n`);
  git('add', '-A');
  git('commit', '-qm', name);
  return git('rev-parse', 'HEAD');
}

git('init', '-q', '-b', 'main');
const main: string[] = [commit('m0', 1000), commit('m1', 1000), commit('m2', 1000)];
git('checkout', '-qb', 'side', 'main~1');
const side = [commit('s0', 1000), commit('s1', 900)];
git('checkout', '-q', 'main');
git('merge', '-q', '-X', 'theirs', '--no-ff', '-m', 'merge', 'side');
const merge = git('rev-parse', 'HEAD');
main.push(merge, commit('m4', 900), commit('m5', 900));

const namesOf = async (good: string, bad: string) =>
  (await listCommits(repository, good, bad)).map(({ name }) => name);

describe('the commits between GOOD and BAD', () => {
  it('are those of the first parents, with a merge as one', async () => {
    expect(await namesOf('main~5', 'main')).toEqual(main);
    expect(await namesOf('main~1', 'main')).toEqual(main.slice(-2));
  });

  it('contain GOOD also where it is on a merged branch', async () => {
    expect(await namesOf(side[0] ?? '', 'main')).toEqual([side[0], ...main.slice(3)]);
  });

  it('are refused with a reason', async () => {
    await expect(namesOf('main', 'main~1')).rejects.toThrow('BAD comes before GOOD: exchange the two.');
    await expect(namesOf('main', 'main')).rejects.toThrow('GOOD and BAD are one commit');
    await expect(namesOf('main~3', 'side')).rejects.toThrow(
      `Search from their merge base: basecase bisect ${main[1]?.slice(0, 12)} side.`,
    );
    await expect(namesOf('nothing', 'main')).rejects.toThrow('GOOD is not a commit of');
    await expect(namesOf('--help', 'main')).rejects.toThrow('GOOD is not a commit of');
    await expect(findRepository(tmpdir())).rejects.toThrow('is not in a git repository');
  });

  it('of a merge are searched with a separate command', async () => {
    expect(await mergeAdvice(repository, merge)).toBe(
      `It is a merge of 2 commits. Search them: basecase bisect ${main[1]?.slice(0, 12)} ${side[1]?.slice(0, 12)} -- SCRIPT`,
    );
    expect(await mergeAdvice(repository, main[1] ?? '')).toBeNull();
  });

  it('are built in separate trees, which are gone at the end', async () => {
    const { root, search, directory, remove } = madeSearch({});
    const script = `echo "{\\"basecaseResults\\":1,\\"tool\\":\\"toy\\",\\"results\\":[{\\"test\\":\\"put\\",\\"value\\":$(($(head -1 level) + BASECASE_RUN % 3))}]}"`;
    writeFileSync(join(root, 'run.sh'), script);
    const builds = await listCommits(repository, 'main~5', 'main');
    const found = await searchIn(directory, { ...search, repository, builds });
    expect(found?.verdict).toMatchObject({ found: 'first bad', range: { from: 3, upTo: 3 } });
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(existsSync(join(directory, 'trees', `g${merge.slice(0, 12)}`))).toBe(false);
    remove();
  });
});

describe('a list of builds', () => {
  it('has one build on each line', () => {
    const text = '# nightly\n  a-1  \n\nb 2\n';
    expect(parseBuilds(text)).toEqual([
      { name: 'a-1', at: null },
      { name: 'b 2', at: null },
    ]);
    const many = Array.from({ length: 5000 }, (_, index) => `b${index}`);
    expect(parseBuilds(many.join('\n'))).toHaveLength(5000);
  });

  it('is refused with fewer than two builds, or one twice', () => {
    expect(() => parseBuilds('')).toThrow('the list of builds has 0: expected two at least');
    expect(() => parseBuilds('a\n')).toThrow('the list of builds has 1');
    expect(() => parseBuilds('a\nb\na')).toThrow('has "a" twice');
  });
});
