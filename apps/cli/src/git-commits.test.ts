import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCommits } from './git-commits';

const HOSTILE = '\u001b[31mred\u202e<script>alert(1)</script> @everyone `x` | y';
const DAY = '2026-08-29T18:00:00Z';
let directory = '';
let hashes: string[] = [];

const git = (...args: string[]) =>
  execFileSync('git', ['-C', directory, ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ GIT_AUTHOR_NAME: 'Ann\u202eeve', GIT_AUTHOR_EMAIL: 'a@b.example', GIT_AUTHOR_DATE: DAY },
      ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'a@b.example', GIT_COMMITTER_DATE: DAY },
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
  }).trim();

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'basecase-git-'));
  git('init', '--quiet');
  hashes = ['base', HOSTILE, ...Array.from({ length: 25 }, (_, index) => `Change ${index}`)].map(
    (subject) => {
      git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject);
      return git('rev-parse', 'HEAD');
    },
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const range = (after: number, upTo: number) => ({ after: hashes[after] ?? '', upTo: hashes[upTo] ?? '' });

it('lists subject, author and time of the commits between two builds, the newest first', async () => {
  expect(await readCommits(directory, range(1, 3))).toEqual({
    total: 2,
    commits: [
      { hash: hashes[3], subject: 'Change 1', author: 'Ann eve', at: '2026-08-29T18:00:00.000Z' },
      { hash: hashes[2], subject: 'Change 0', author: 'Ann eve', at: '2026-08-29T18:00:00.000Z' },
    ],
  });
});

it('takes short hashes, and keeps subjects without characters that steer a terminal', async () => {
  const { after, upTo } = range(0, 1);
  const found = await readCommits(directory, { after: after.slice(0, 8), upTo: upTo.slice(0, 8) });
  expect(found?.commits[0]?.subject).toBe('[31mred <script>alert(1)</script> @everyone `x` | y');
});

it('counts all commits of a long range and reads the newest 20', async () => {
  const found = await readCommits(directory, range(0, 26));
  expect(found?.total).toBe(26);
  expect(found?.commits).toHaveLength(20);
  expect(found?.commits[0]?.subject).toBe('Change 24');
});

it('finds nothing for unknown commits, an empty range, and texts other than hashes', async () => {
  const [known = ''] = hashes;
  for (const [after, upTo] of [
    [known, 'd'.repeat(40)],
    ['deadbeef', known],
    [known, known],
    [hashes[3], hashes[1]],
    ['--output=/tmp/x', known],
    [known, 'HEAD'],
  ])
    expect(await readCommits(directory, { after: after ?? '', upTo: upTo ?? '' })).toBeNull();
});

it('fails outside a repository', async () => {
  await expect(readCommits(tmpdir(), range(0, 1))).rejects.toThrow();
});
