import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RecordError } from '../record-error';
import type { SearchedBuild } from './bisect-journal';

const run = promisify(execFile);

/** @throws Error with the message of git */
export async function git(directory: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', directory, ...args], { maxBuffer: 2 ** 28 });
  return stdout.trim();
}

/** @throws RecordError where the directory is in no repository */
export async function findRepository(directory: string): Promise<string> {
  return git(directory, 'rev-parse', '--show-toplevel').catch((cause: unknown) => {
    throw new RecordError(
      'NOT_POSSIBLE',
      `${directory} is not in a git repository. Run this in one, or pass a list of builds with --builds FILE.`,
      { cause },
    );
  });
}

/**
 * The commits from GOOD to BAD, both included: of the first-parent history of BAD those that contain GOOD, so a merge is
 * one build. Where GOOD is on a merged branch, the first commit after it is the merge.
 *
 * @throws RecordError for names that git does not know, and where BAD does not contain GOOD
 */
export async function listCommits(repository: string, good: string, bad: string): Promise<SearchedBuild[]> {
  const hashOf = (name: string, role: string) =>
    git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).catch(
      (cause: unknown) => {
        throw new RecordError('PLAN_INVALID', `${role} is not a commit of ${repository}: "${name}".`, {
          cause,
        });
      },
    );
  const [first, last] = [await hashOf(good, 'GOOD'), await hashOf(bad, 'BAD')];
  if (first === last) throw new RecordError('PLAN_INVALID', `GOOD and BAD are one commit: ${first}.`);
  const base = await git(repository, 'merge-base', first, last).catch(() => null);
  if (base !== first) {
    const advice =
      base === null
        ? 'They have no commit in common.'
        : base === last
          ? 'BAD comes before GOOD: exchange the two.'
          : `Search from their merge base: basecase bisect ${base.slice(0, 12)} ${bad}.`;
    throw new RecordError('PLAN_INVALID', `BAD does not contain GOOD (${good}). ${advice}`);
  }
  const range = `${first}..${last}`;
  const descendants = new Set((await git(repository, 'rev-list', '--ancestry-path', range)).split('\n'));
  const listed = await git(repository, 'log', '--first-parent', '--reverse', '--format=%H %cI', range);
  const commits = listed
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([name = '', at = null]) => (descendants.has(name) ? [{ name, at }] : []));
  return [{ name: first, at: await git(repository, 'show', '-s', '--format=%cI', first) }, ...commits];
}

/**
 * Builds of a list, one on each line from GOOD to BAD; empty lines and lines that begin with `#` are left out.
 *
 * @throws RecordError for fewer than two builds, and for a name that is there twice
 */
export function parseBuilds(text: string): SearchedBuild[] {
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new RecordError('PLAN_INVALID', `the list of builds has "${twice}" twice: expected each one once.`);
  if (names.length < 2) {
    throw new RecordError(
      'PLAN_INVALID',
      `the list of builds has ${names.length}: expected two at least, from GOOD to BAD, one on each line.`,
    );
  }
  return names.map((name) => ({ name, at: null }));
}

/**
 * How to search inside a merge: its first-parent history has it as one build.
 *
 * @returns null for a commit that does not merge others, and for a merge of one commit
 */
export async function mergeAdvice(repository: string, commit: string): Promise<string | null> {
  const [, first, second] = (await git(repository, 'rev-list', '--parents', '-n', '1', commit)).split(' ');
  if (first === undefined || second === undefined) return null;
  const inside = (await git(repository, 'rev-list', `${first}..${second}`)).split('\n').length;
  const base = await git(repository, 'merge-base', first, second).catch(() => null);
  if (base === null || inside < 2) return null;
  return `It is a merge of ${inside} commits. Search them: basecase bisect ${base.slice(0, 12)} ${second.slice(0, 12)} -- SCRIPT`;
}
