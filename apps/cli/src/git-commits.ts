import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Commit, cleanCommit } from '@basecase/ingest/model';

const run = promisify(execFile);

/** Most commits of a range that are read with their subjects. */
const MOST_COMMITS = 20;
/** A hash, and nothing that git would take for an option. */
const HASH = /^[0-9a-f]{7,64}$/i;
const TIMEOUT_MS = 30_000;

/** Commits of a range: all are counted, the newest 20 are read. */
export interface ReadRange {
  total: number;
  /** The newest first. */
  commits: Commit[];
}

/**
 * Commits after one up to another, as `git log` lists them.
 *
 * @param directory a clone, or a directory in it
 * @returns null for an unknown commit or an empty range, such as one of two branches
 * @throws Error without git, and outside a repository
 */
export async function readCommits(
  directory: string,
  { after, upTo }: { after: string; upTo: string },
): Promise<ReadRange | null> {
  if (!HASH.test(after) || !HASH.test(upTo)) return null;
  const isKnown = await Promise.all([after, upTo].map((hash) => knows(directory, hash)));
  if (isKnown.includes(false)) return null;
  const range = `${after}..${upTo}`;
  const [count, log] = await Promise.all([
    git(directory, ['rev-list', '--count', range, '--']),
    git(directory, [
      ...['log', '--no-color', '--no-show-signature', `--max-count=${MOST_COMMITS}`],
      ...['--format=%H%x00%s%x00%an%x00%cI%x00', range, '--'],
    ]),
  ]);
  const total = Number(count);
  if (!Number.isSafeInteger(total) || total === 0) return null;
  const fields = log.split('\0');
  const commits: Commit[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [hash = '', subject = '', author = '', time = ''] = fields.slice(at, at + 4);
    commits.push(cleanCommit({ hash: hash.trim(), subject, author, at: timeOf(time) }));
  }
  return { total, commits };
}

function timeOf(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

async function knows(directory: string, hash: string): Promise<boolean> {
  try {
    await git(directory, ['rev-parse', '--quiet', '--verify', `${hash}^{commit}`]);
    return true;
  } catch (error) {
    // 1: unknown; anything else is an error.
    if (error instanceof Error && 'code' in error && error.code === 1) return false;
    throw error;
  }
}

async function git(directory: string, args: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', directory, '--no-pager', ...args], {
    timeout: TIMEOUT_MS,
    maxBuffer: 8 * 1024 ** 2,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
  });
  return stdout;
}
