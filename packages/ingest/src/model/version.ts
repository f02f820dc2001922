/** Stages before a release, in their order: words of the same rank are one stage. */
const STAGES: readonly (readonly string[])[] = [
  [
    ...[
      'dev',
      'devel',
      'develop',
      'development',
      'nightly',
      'daily',
      'snapshot',
      'canary',
      'edge',
      'trunk',
      'next',
      'unstable',
      'testing',
    ],
    ...['experimental', 'prealpha', 'insider', 'insiders', 'wip'],
    // Branches that a release is developed on.
    ...['master', 'main', 'head', 'tip'],
  ],
  ['alpha', 'a'],
  ['beta', 'b'],
  ['milestone', 'm'],
  ['preview', 'pre', 'prerelease', 'ea', 'er', 'dmr', 'eap', 'tp', 'labs', 'gamma'],
  ['rc', 'cr', 'candidate'],
];

const RANK_OF = new Map(STAGES.flatMap((words, rank) => words.map((word) => [word, String(rank)] as const)));

/** What begins a part of a key, in byte order: a stage is before the end, everything else after it. */
const [STAGE, END, AFTER, NUMBER, WORD] = ['1', '3', '4', '5', '6'] as const;

/** Marks the version as one that is not understood: after all others. */
const UNKNOWN = '~';

/** `v7.5.10`, `r7.0.5`, `release-2.4`, `REL_16_2`: tags of releases. */
const TAG = /^(?:v|ver|version|rel|release|r)[ ._-]*(?=\d)/i;
/** The epoch of a Debian package is about its packaging, and the same release may be named without one. */
const EPOCH = /^\d{1,2}:(?=\d)/;
/** Abbreviated commits: a letter and a digit among their characters. `2024a1`, `b12` and days with a letter are none. */
const COMMIT = /^g?(?!20\d{6}|\d*[ab]\d{1,3}$)(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{6,40}$/;
/** A build of a day, before what it is a build of: `20231101-nightly`. */
const DAY = /^20\d{6}$/;
/** Debian sorts what follows a tilde before the release, 2.0~git20260101; Maven's snapshots have a time, 1.2.3-20260101.101112-1. */
const BEFORE = /^(?:~[a-z\d]|-\d{8}\.\d{6}-\d+$)/;
const DATE = /^\d{4}-\d{2}(?=-\d{2}(?!\d)|$)/;

interface Token {
  /** A number, a stage, or another word. */
  kind: 'number' | 'stage' | 'word';
  text: string;
}

/** `7.5.10` of `v7.5.10`. */
export function withoutTag(version: string): string {
  return version.trim().replace(TAG, '');
}

/**
 * True for a version that begins with a number, after a `v` or another tag of releases. Names of branches (`master`) and commits
 * have no place among releases.
 */
export function isVersion(version: string): boolean {
  const bare = withoutTag(version);
  return /^\d/.test(bare) && !COMMIT.test(bare.toLowerCase());
}

/**
 * Orders versions as releases are ordered, not as strings: 5.6.51 < 8.0.43 < v9.5.0; 18.4 < 19devel < 19beta1 < 19rc1 <
 * 19.0. Previews precede their release (precedence of semver 2.0, PEP 440), packages and builds of a release (`8.0.36-28`) follow it. Names
 * of one release, such as `8.0` and `v8.0.0`, are neighbours. Other schemes are last, in natural order.
 *
 * @param version as shown, e.g. `18beta3`
 * @param isKnown false for text in place of a version that is not known
 * @returns a key in ASCII whose byte order is release order; different versions have different keys
 */
export function versionSortKey(version: string, isKnown = isVersion(version)): string {
  const name = toAscii(version);
  if (!isKnown || !isVersion(version)) {
    return `${UNKNOWN}${encode(tokensOf(version.trim().toLowerCase(), false))}\t${name}`;
  }
  const text = withoutTag(version).replace(EPOCH, '').toLowerCase();
  const dotted = DATE.test(text) ? text.slice(0, 10).replaceAll('-', '.') + text.slice(10) : text;
  // Underscores separate the numbers of tags without dots: REL_16_2.
  const [numbers = ''] = /^\d+(?:[._]\d+)*/.exec(dotted) ?? [];
  const release = withoutZeros(numbers.split(/[._]/));
  const rest = dotted.slice(numbers.length);
  return `${release.map(numberKey).join('')}${suffixKey(rest, numbers.split('.').length)}\t${name}`;
}

/** Comparator over versions as shown, by `versionSortKey`. */
export function compareVersions(a: string, b: string): number {
  const [ka, kb] = [versionSortKey(a), versionSortKey(b)];
  return ka < kb ? -1 : Number(ka > kb);
}

/** 8.0 and 8.0.0 are one release. */
function withoutZeros(numbers: readonly string[]): string[] {
  const last = numbers.findLastIndex((number) => !/^0*$/.test(number));
  return numbers.slice(0, Math.max(last + 1, 1));
}

/**
 * What follows the numbers of a release. The first stage leads when only words precede it (`10.0.1-MariaDB-rc`).
 *
 * @param places numbers of the release: the fourth of YugabyteDB is followed by its build, `2.20.0.0-b76`
 */
function suffixKey(rest: string, places: number): string {
  const isBuild = places >= 4 && /^-b\d/.test(rest);
  const tokens = tokensOf(isBuild ? rest.slice(2) : rest, true);
  if (tokens.length === 0) return END;
  const isDaily = tokens.length > 1 && DAY.test(tokens[0]?.text ?? '');
  const first = tokens.findIndex(({ kind }, at) => kind !== 'word' && !(isDaily && at === 0));
  if (tokens[first]?.kind === 'stage') {
    const words = tokens.slice(0, first);
    return encode([...tokens.slice(first), ...words]);
  }
  const isBefore = BEFORE.test(rest);
  return `${isBefore ? `${STAGE}0` : AFTER}${encode(tokens)}`;
}

/**
 * Numbers and words. A word of STAGES is a stage after a number; a single letter is only with a number behind it, as 1.0.2a
 * is a release.
 */
function tokensOf(text: string, isAfterNumber: boolean): Token[] {
  const chunks = text
    .replace(/\bpre[._-](?=alpha)/, 'pre')
    .split(/[\s._+~:,()/-]+/)
    .filter((chunk) => chunk !== '');
  let hasNumber = isAfterNumber;
  let previous = '';
  return chunks.flatMap((chunk, index): Token[] => {
    if (COMMIT.test(chunk)) return [{ kind: 'word', text: chunk }];
    const runs = chunk.match(/\d+|\D+/g) ?? [];
    return runs.map((run, place): Token => {
      const isNumber = /^\d/.test(run);
      hasNumber ||= isNumber;
      // alpha.beta is a later alpha, alpha-nightly a night of it.
      const isOfStage = (RANK_OF.get(previous) ?? '0') !== '0' && (RANK_OF.get(run) ?? '0') !== '0';
      previous = run;
      if (isNumber) return { kind: 'number', text: run };
      const next = runs[place + 1] ?? chunks[index + 1] ?? '';
      const isStage = hasNumber && !isOfStage && RANK_OF.has(run) && (run.length > 1 || /^\d/.test(next));
      return { kind: isStage ? 'stage' : 'word', text: run };
    });
  });
}

function encode(tokens: readonly Token[]): string {
  const keys = tokens.map(({ kind, text }) => {
    if (kind === 'number') return numberKey(text);
    return kind === 'stage' ? `${STAGE}${RANK_OF.get(text)}` : `${WORD}${toAscii(text)} `;
  });
  return `${keys.join('')}${END}`;
}

/** As many digits as a number has precede it: 10 follows 9. */
function numberKey(digits: string): string {
  const bare = digits.replace(/^0+(?=\d)/, '');
  return `${NUMBER}${String(bare.length).padStart(4, '0')}${bare}`;
}

/** The database compares bytes, JavaScript 16-bit units: other characters become text on which both agree. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7d]/gu, (character) => {
    return `~${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`;
  });
}
