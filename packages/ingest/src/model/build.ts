/** Where the source of a product is kept. */
export interface Repository {
  /** Of its page: `https://github.com/postgres/postgres`. */
  url: string | null;
  /** Address of one commit, with `{commit}` in the place of its hash. */
  commitUrl: string | null;
}

/**
 * What was built between two releases: every night, or with every commit. It belongs to a version line, e.g. `19devel`. At
 * least one of commit, committedAt and number is known.
 */
export interface Build {
  /** Hash in hexadecimal digits, as long as it was given. */
  commit: string | null;
  branch: string | null;
  /** ISO 8601: when it was committed, or the day in the name of a nightly build. */
  committedAt: string | null;
  /** Number of the build, which grows along its branch. */
  number: number | null;
  /** Of the page of the build: the log of a CI job. */
  url: string | null;
  /** Hashes of the commits before it; left out: unknown. */
  parents?: readonly string[];
  /** Commits since an earlier build, as whoever measured it listed them; left out: not given. */
  commits?: CommitsSince;
  repository: Repository | null;
}

/** Run facts on the machine, the compilation and the setup of that day: texts by name. */
export const RUN_FACTS = [
  'kernel',
  'compiler',
  'tool',
  'microcode',
  'cpu',
  'storage',
  'os',
  'governor',
  'hypervisor',
  'filesystem',
  'numa',
  'flags',
  'isolation',
  'cache',
] as const;
export type RunFact = (typeof RUN_FACTS)[number];

/** Run facts on the time of the measurement. They change every night, so they mark no event of a series. */
export const RUN_CONDITIONS = ['otherCpus'] as const;
export type RunCondition = (typeof RUN_CONDITIONS)[number];

export type RunFacts = Partial<Record<RunFact | RunCondition, string>>;

/** `1.6`: so many CPUs did other processes of the machine use, in the mean. Text, as all that a run says. */
export const OTHER_CPUS = /^\d{1,5}(\.\d{1,3})?$/;

/** CPUs in use by others meanwhile; null where it was not measured. */
export function otherCpusOf({ otherCpus }: RunFacts): number | null {
  return otherCpus !== undefined && OTHER_CPUS.test(otherCpus) ? Number(otherCpus) : null;
}

/** Names as people read them where a fact changed between two nights. */
export const RUN_FACT_LABELS: Readonly<Record<RunFact | RunCondition, string>> = {
  kernel: 'kernel',
  compiler: 'compiler',
  tool: 'benchmark tool',
  microcode: 'microcode',
  cpu: 'CPU',
  storage: 'storage',
  os: 'operating system',
  governor: 'CPU governor',
  hypervisor: 'hypervisor',
  filesystem: 'file system',
  numa: 'NUMA',
  flags: 'compiler flags',
  isolation: 'isolation level',
  cache: 'cache state',
  otherCpus: 'CPUs used by others',
};

/** Fewest digits of a hash that name one commit of a repository in practice. */
export const LEAST_COMMIT = 7;

/** Digits of a commit that are shown. */
const SHORT_COMMIT = 8;

/** `4eb13e8a`: as much of a commit as is shown. */
export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** True for what can be the hash of a commit. */
export function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}

/**
 * What tells the builds of one version line apart: the commit, else the number, else the date.
 *
 * @throws Error for a build of which nothing is known
 */
export function buildKey({ commit, number, committedAt }: Build): string {
  if (commit !== null) return commit.toLowerCase();
  if (number !== null) return `#${number}`;
  if (committedAt !== null) return committedAt;
  throw new Error('A build without commit, number and date.');
}

/** `20260829-g4eb13e8a`: a build within a name; what sorts by it is in the order of days. */
export function buildName({
  commit,
  number,
  committedAt,
}: Omit<Build, 'repository' | 'url' | 'branch' | 'parents'>): string {
  const day =
    committedAt === null ? null : new Date(committedAt).toISOString().slice(0, 10).replaceAll('-', '');
  const name = commit !== null ? `g${shortCommit(commit)}` : number !== null ? `b${number}` : null;
  return [day, name].filter((part) => part !== null).join('-');
}

/** `29 Aug 2026 g4eb13e8a`: how a build is named where there is room for a line; the day is that of UTC. */
export function buildLabel({
  commit,
  number,
  committedAt,
}: Omit<Build, 'repository' | 'url' | 'branch'>): string {
  const day = committedAt === null ? null : dayText(committedAt);
  const name = commit !== null ? `g${shortCommit(commit)}` : number !== null ? `#${number}` : null;
  return [day, name].filter((part) => part !== null).join(' ');
}

/** Made when it is needed, as it takes milliseconds of every start. */
let days: Intl.DateTimeFormat | null = null;

/** `29 Aug 2026`, in UTC. @param at ISO 8601 */
export function dayText(at: string): string {
  days ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return days.format(new Date(at)).replace('Sept', 'Sep');
}

/** Commits after one, up to the build. */
export interface CommitsSince {
  after: string;
  /** All of them; `list` may have fewer. */
  total: number;
  /** The newest first. */
  list: readonly Commit[];
}

/** One commit as git lists it. */
export interface Commit {
  hash: string;
  /** First line of its message. */
  subject: string;
  author: string;
  /** ISO 8601; null: unknown. */
  at: string | null;
}

const MOST_OF_SUBJECT = 200;
const MOST_OF_AUTHOR = 80;
/** Control characters, and those that change the direction or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** A commit without characters that could change how a terminal or a page shows its neighbours, and not longer than a line. */
export function cleanCommit({ hash, subject, author, at }: Commit): Commit {
  const cut = (text: string, most: number) => {
    const characters = [...text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()];
    return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
  };
  return { hash, subject: cut(subject, MOST_OF_SUBJECT), author: cut(author, MOST_OF_AUTHOR), at };
}

/** URL of one commit; null where the pattern is unknown. */
export function commitHref(repository: Repository | null, commit: string): string | null {
  const pattern = repository?.commitUrl ?? null;
  return pattern === null ? null : pattern.replaceAll('{commit}', encodeURIComponent(commit));
}

/**
 * Address of a page with the commits after one up to another, at hosts whose form is known; null elsewhere.
 *
 * @param repository with its page on GitHub, GitLab, Gitea or a host of the same form
 */
export function commitRangeHref(repository: Repository | null, after: string, upTo: string): string | null {
  const url = repository?.url?.replace(/(\.git)?\/*$/, '') ?? null;
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  const range = `${encodeURIComponent(after)}...${encodeURIComponent(upTo)}`;
  return /\bgitlab\b/i.test(new URL(url).host) ? `${url}/-/compare/${range}` : `${url}/compare/${range}`;
}
