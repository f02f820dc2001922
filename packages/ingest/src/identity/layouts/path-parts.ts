import { isDay } from '../../model/build-fields';
import { isFullRelease, isReleaseOf, isSpokenBy, productOfWord, versionOfText } from '../names/products';

/**
 * What a part of a path says. `literal`: a word that many paths have and that tells nothing apart, as `results`. `null`: a
 * word or a number that no form explains.
 */
export type PartKind =
  | 'product'
  | 'version'
  | 'flavour'
  | 'config'
  | 'clients'
  | 'test'
  | 'repeat'
  | 'date'
  | 'machine'
  | 'literal'
  | null;

export interface PathPart {
  /** Offsets in the path. */
  start: number;
  end: number;
  /** As written: `BP25`, `4.9.62-21.56`, `thr16`. */
  text: string;
  kind: PartKind;
  /** Name of a config value: `buffer_pool`, `kernel`; null for others. */
  name: string | null;
  /** `25`, `4.9.62-21.56`, `16`, `MySQL`, `5.7`. */
  value: string;
  /** sure: it names itself (`mysql57`, `thr16`, `run2`). likely: by its form alone (`4.9.62-21.56`). */
  confidence: 'sure' | 'likely';
}

type Found = Pick<PathPart, 'kind' | 'value'> &
  Partial<Pick<PathPart, 'name' | 'confidence'>> & { length: number };

/** A way to read the beginning of a text; null where it does not have that form. */
type Form = (text: string) => Found | readonly Found[] | null;

/** A part ends where the next character is neither a letter nor a digit. */
const END = '(?![0-9A-Za-z])';

/** The form of a regular expression: its first group is the value. */
function form(source: string, kind: PartKind, options: Partial<Found> = {}): Form {
  const regex = new RegExp(`^(?:${source})${END}`, 'i');
  return (text) => {
    const match = regex.exec(text);
    if (!match) return null;
    const value = match.slice(1).find((group) => group !== undefined) ?? match[0];
    return { kind, value, length: match[0].length, ...options };
  };
}

/** Short words that name a product only in front of a version. */
const SHORT: Readonly<Record<string, string>> = {
  my: 'MySQL',
  fbmy: 'MyRocks',
  rx: 'MyRocks',
  ma: 'MariaDB',
  maria: 'MariaDB',
  ps: 'Percona Server',
  pxc: 'Percona XtraDB Cluster',
  pg: 'PostgreSQL',
  proxy: 'ProxySQL',
};

/** Products of several words. */
const WORDS = 'aurora[-_](?:mysql|postgres(?:ql)?)|percona[-_]xtradb[-_]cluster';
const WORD_AND_VERSION = new RegExp(
  String.raw`^(${WORDS}|[a-z]+(?:[-_ ](?:server|operator))?)([-_. :@]?)v?(\d+(?:\.\d+){1,3}(?:-\d{1,3}(?![\d.]))?|\d+(?:(?:beta|rc|alpha|devel|dev)\d*)?)${END}`,
  'i',
);

/** Letters of the longest name that people shorten a product to. */
const LONGEST_NICKNAME = 'postgres'.length;

/** `mysql57`, `pg16.4`, `ps8036`, `mariadb-10.0`, `pg18beta1`: the product and, where the digits can be one, its version. */
const productAndVersion: Form = (text) => {
  const [all, word = '', separator = '', digits = ''] = WORD_AND_VERSION.exec(text) ?? [];
  if (all === undefined) return null;
  const lower = word.toLowerCase().replaceAll('_', '-');
  const product = productOfWord(lower) ?? (Object.hasOwn(SHORT, lower) ? SHORT[lower] : undefined);
  if (product === undefined) return null;
  const version = versionOfText(product, digits, separator);
  // `postgres 16.log` and `pg 16/` may have 16 clients; a directory `PostgreSQL 17` has the name of a release.
  const isRelease = word.length > LONGEST_NICKNAME && /^[\\/]/.test(text.slice(all.length));
  if (version === null || (separator === ' ' && !digits.includes('.') && !isRelease)) return null;
  const named = word.length + separator.length;
  return [
    { kind: 'product', value: product, length: word.length },
    { kind: 'version', value: version, length: all.length - named },
  ];
};

const WORD_AND_NUMBERS = new RegExp(
  String.raw`^([a-z]+(?:[-_]server)?)[-_]((?:5[-_][0-7]|8[-_]0|10[-_]\d{1,2})(?:[-_]\d{1,2})?|(?:[89]|1[12])[-_]\d[-_]\d{1,2})${END}`,
  'i',
);

/** `MySQL_8_0_36`, `mariadb-10-6`. Of PostgreSQL, `16_2` may be 2 clients. */
const productAndNumbers: Form = (text) => {
  const [all, word = '', numbers = ''] = WORD_AND_NUMBERS.exec(text) ?? [];
  const product = all === undefined ? null : productOfWord(word.replace('_', '-'));
  const version = numbers.replace(/[-_]/g, '.');
  if (product === null || !isSpokenBy('MySQL', product) || !isReleaseOf(product, version)) return null;
  return [
    { kind: 'product', value: product, length: word.length },
    { kind: 'version', value: version, length: numbers.length },
  ];
};

/** `REL_16_2`, `REL9_6_24`, `REL_17_RC1`: tags of PostgreSQL. */
const postgresTag: Form = (text) => {
  const [all, release = '', minor = ''] =
    new RegExp(`^REL_?(9_[0-6]|1\\d|2\\d)_((?:BETA|RC)?\\d{1,2})${END}`, 'i').exec(text) ?? [];
  if (all === undefined) return null;
  const point = /^\d/.test(minor) ? '.' : '';
  const version = `${release.replace('_', '.')}${point}${minor.toLowerCase()}`;
  return [
    { kind: 'product', value: 'PostgreSQL', length: 'REL'.length },
    { kind: 'version', value: version, length: all.length - (/^REL_/i.test(all) ? 4 : 3) },
  ];
};

/** A product without a version: `aurora`, `postgresql`. */
const productAlone: Form = (text) => {
  const [word] = new RegExp(`^(?:${WORDS}|[a-z]+)${END}`, 'i').exec(text) ?? [];
  const product = word === undefined || word.length < 3 ? null : productOfWord(word.replaceAll('_', '-'));
  return product === null ? null : { kind: 'product', value: product, length: word?.length ?? 0 };
};

const DATE = /^(\d{4})([-.]?)(\d\d)\2(\d\d)(?:[-_T ](\d\d)[-:_]?(\d\d)(?:[-:_]?\d\d)?)?(?![0-9A-Za-z])/;

const DAY_FIRST = /^(\d\d)([-.])(\d\d)\2(20\d\d)(?![0-9A-Za-z])/;

/** `2021-01-28`, `20210128`, `2021.01.28`, each with a time behind it; `28-01-2021`, `2022-12`, `2025-W03`. */
const date: Form = (text) => {
  const [all, year, , month, day] = DATE.exec(text) ?? [];
  if (all !== undefined && /^(?:19|20)/.test(all) && isDay(`${year}-${month}-${day}`))
    return { kind: 'date', value: all, length: all.length };
  const [dayFirst, first, , second, of] = DAY_FIRST.exec(text) ?? [];
  if (dayFirst !== undefined && (isDay(`${of}-${second}-${first}`) || isDay(`${of}-${first}-${second}`)))
    return { kind: 'date', value: dayFirst, length: dayFirst.length };
  return MONTH(text);
};

const MONTH = form(String.raw`20\d\d-(?:0[1-9]|1[0-2]|W(?:0[1-9]|[1-4]\d|5[0-3]))`, 'date');

const UNITS =
  'k|kb|kib|m|mb|mib|mins?|g|gb|gib|t|tb|tib|s|secs?|hours?|h|w|warehouses|tables?|nodes?|rows|jobs|hosts?|sf';
const WORDS_OF_CLIENTS =
  'threads?|thrs?|thds?|th|clients?|conns?|connections|users?|conc|concurrency|dop|vus?|nthreads|numthreads';
const WORDS_OF_REPEATS =
  'runs?|rounds?|reps?|repeats?|iter|iterations?|try|attempt|trial|pass|lauf|durchlauf|versuch|essai|rodada|ronda';
const ISOLATION = 'read[-_](?:un)?committed|repeatable[-_]read|serializable';
const SETTINGS =
  'innodb|tokudb|wiredtiger|myisam|aria|ext[34]|xfs|zfs|btrfs|nvme|ssd|sata|hdd|lz4|zstd|zlib|snappy|on|off|enabled?|disabled?|default|pareto|uniform|zipf(?:ian)?|gaussian|special';
const TESTS =
  'oltp[-_](?:read[-_](?:only|write)|write[-_]only|point[-_]select|update[-_](?:non[-_])?index|insert|delete)|select[-_]random[-_](?:points|ranges)|bulk[-_]insert|point[-_]select|read[-_](?:only|write)|write[-_]only|tpc-?[bch]|tproc-?[ch]|workload[a-f]|rand(?:read|write|rw)|(?:seq)?(?:read|write)|randrw|rw|ro|wo|oltp';
const LITERALS =
  'res|results?|raw|logs?|out|outputs?|data|bench|benchmarks?|bench[-_]results|tests?|runs|tmp|sysbench|pgbench|fio|hammerdb|ycsb|db_?bench|iostat|vmstat|mpstat|tps|qps|txt|cnf|conf|archive|home|root|www|stdout';

const NAMED_VALUE =
  /^(\w[\w.]{0,59})=(io_uring|o_d?sync|o_direct(?:_no_fsync)?|[\w.%+-]+?)(?=$|[+,; /]|[-_][a-z])/i;
const KEYS: readonly (readonly [PartKind, RegExp])[] = [
  ['clients', new RegExp(`^(?:${WORDS_OF_CLIENTS})$`, 'i')],
  ['repeat', new RegExp(`^(?:${WORDS_OF_REPEATS})$`, 'i')],
  ['version', /^(?:version|ver)$/i],
  ['product', /^(?:product|database|dbms|db|server|engine)$/i],
];

/** `threads=16`, `version=8.0.33`, `db=mysql`; any other key names a setting. */
const namedValue: Form = (text) => {
  const [all, key = '', written = ''] = NAMED_VALUE.exec(text) ?? [];
  if (all === undefined) return null;
  const [kind = 'config'] = KEYS.find(([, words]) => words.test(key)) ?? [];
  // RocksDB is a storage engine of MySQL too.
  const isEngine = /^engine$/i.test(key) && /rocks/i.test(written);
  const product = isEngine ? null : productOfWord(written);
  const value = kind === 'product' ? product : written;
  const isCount = kind === 'clients' || kind === 'repeat';
  if (value === null || (isCount && !/^\d{1,6}$/.test(value)) || kind === 'config')
    return { kind: 'config', name: key, value: written, length: all.length };
  return { kind, value, length: all.length };
};

const KERNEL = String.raw`(?:kernel|linux(?=[-_]?[3-6]\.))[-_=]?(\d+\.\d+[\d.]*(?:-[\d.]+)*)`;
/** In the order in which they are tried. */
const FORMS: readonly Form[] = [
  date,
  form(
    String.raw`(?:db\.)?[a-z]{1,3}\d[a-z]{0,4}\.(?:\d{0,2}xlarge|large|metal|medium|small|micro|nano)`,
    'machine',
  ),
  form(String.raw`[a-z]\d[a-z]?-(?:standard|highmem|highcpu)-\d{1,3}`, 'machine'),
  form(String.raw`standard_[a-z]{1,3}\d{1,3}[a-z]{0,4}(?:_v\d)?`, 'machine'),
  form(String.raw`c[1-9]\d{0,3}r[1-9]\d{0,4}`, 'config'),
  form(String.raw`(?:bp|buffer[-_]?pool(?:[-_]size)?)[-_=]?(\d+(?:\.\d+)?(?:[kmgt]i?b?)?)`, 'config', {
    name: 'buffer_pool',
  }),
  form(KERNEL, 'config', { name: 'kernel' }),
  namedValue,
  productAndNumbers,
  productAndVersion,
  postgresTag,
  form(String.raw`(?:${WORDS_OF_CLIENTS})[-_=. ]?(\d{1,6})`, 'clients'),
  form(String.raw`(\d{1,6})[-_ ]?(?:${WORDS_OF_CLIENTS})`, 'clients'),
  form(String.raw`[tcu](\d{1,6})|(\d{1,6})[tu]`, 'clients', { confidence: 'likely' }),
  form(String.raw`run[-_]r[ow][-_](\d{1,4})`, 'repeat'),
  form(String.raw`(?:${WORDS_OF_REPEATS})[-_.#= ]?(\d{1,4})`, 'repeat'),
  form(String.raw`v?\d+(?:\.\d+){1,3}(?:-\d[\d.]*)?`, 'version', { confidence: 'likely' }),
  form(String.raw`\d+(?:\.\d+)?(?:${UNITS})`, 'config', { confidence: 'likely' }),
  productAlone,
  // `no-thp` is one word, so that it differs from `thp`.
  form('(?:no|non|without)[-_][a-z][a-z0-9]*', null, { confidence: 'likely' }),
  form(ISOLATION, 'config', { confidence: 'likely' }),
  form(TESTS, 'test', { confidence: 'likely' }),
  form(SETTINGS, 'config', { confidence: 'likely' }),
  form(LITERALS, 'literal'),

  form(String.raw`[^-_.+ =,~@:;()/\\]+`, null, { confidence: 'likely' }),
];

/** A backslash is in paths that were packed on Windows. */
const SEPARATORS = /^[-_.+ =,~@:;()/\\]+/;
/** Endings of files, and of directories that are named after a file. */
const ENDINGS = /(?:\.(?:txt|logs?|out|res|json|csv|tsv|cnf|conf|gz|zst|xz|md))+$/i;

/**
 * The parts of a path below the root: of its directories, then of its file without the ending. Separators are left out. Each
 * part has the first form that fits; the time of a date belongs to the date, the digits behind `mysql` are its version.
 */
export function partsOfPath(path: string): PathPart[] {
  const parts: PathPart[] = [];
  let from = 0;
  for (const segment of path.split('/')) {
    const isLast = from + segment.length >= path.length;
    parts.push(...partsOfSegment(segment, from, isLast ? '' : '/'));
    from += segment.length + 1;
  }
  return withVersionsOfDirectories(withDays(parts, path), path);
}

/** `2025/01/14`: a directory for each year, month and day. */
const DAY_DIRECTORIES = /(?:^|\/)(20\d\d\/(?:0[1-9]|1[0-2])\/(?:0[1-9]|[12]\d|3[01]))(?=\/|$)/;

function withDays(parts: PathPart[], path: string): PathPart[] {
  const [all = '', day = ''] = DAY_DIRECTORIES.exec(path) ?? [];
  if (day === '') return parts;
  const start = path.indexOf(all) + all.length - day.length;
  return parts.map((part) =>
    part.start >= start && part.end <= start + day.length
      ? { ...part, kind: 'date', confidence: 'sure' }
      : part,
  );
}

/** The parts of a path and of the name of its upload, which is a directory above it: neither depends on where the upload begins. */
export function partsBelow(root: string, path: string): { above: PathPart[]; own: PathPart[] } {
  const from = path.startsWith(`${root}/`) ? 0 : root.length + 1;
  const parts = partsOfPath(from === 0 ? path : `${root}/${path}`);
  return {
    above: parts.filter(({ end }) => end < from),
    own: parts
      .filter(({ start }) => start >= from)
      .map((part) => ({ ...part, start: part.start - from, end: part.end - from })),
  };
}

/** Parts of segments that were read, with offsets from their beginning: in thousands of directories few names are new. */
const SEGMENTS = new Map<string, readonly PathPart[]>();
const MOST_SEGMENTS = 2000;

/** @param after the separator behind it: forms tell a directory from a file by it */
function partsOfSegment(segment: string, from: number, after: '' | '/'): PathPart[] {
  const text = `${segment.replace(ENDINGS, '') || segment}${after}`;
  const known = SEGMENTS.get(text);
  const parts = known ?? readSegment(text);
  if (!known) {
    if (SEGMENTS.size >= MOST_SEGMENTS) SEGMENTS.clear();
    SEGMENTS.set(text, parts);
  }
  return parts.map((part) => ({ ...part, start: part.start + from, end: part.end + from }));
}

function readSegment(text: string): PathPart[] {
  const parts: PathPart[] = [];
  let at = 0;
  while (at < text.length) {
    at += SEPARATORS.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) break;
    const found = readForm(text.slice(at));
    for (const { kind, value, length, name = null, confidence = 'sure' } of found) {
      at += SEPARATORS.exec(text.slice(at))?.[0].length ?? 0;
      parts.push({
        start: at,
        end: at + length,
        text: text.slice(at, at + length),
        kind,
        name,
        value,
        confidence,
      });
      at += length;
    }
  }
  return parts;
}

function readForm(text: string): readonly Found[] {
  for (const form of FORMS) {
    const found = form(text);
    if (found !== null) return Array.isArray(found) ? found : [found as Found];
  }
  return [{ kind: null, value: text, length: text.length }];
}

/**
 * A version without a product is that of the product in the directory above (`mysql/8.0.21`), or further above where its form
 * is that of a release of MySQL and its forks (`mysql/tuned/8.0.36`, `mysql-community-server-8.0.36`). Beside a version that is
 * sure it is a setting: a kernel, where it looks like one of Linux.
 */
function withVersionsOfDirectories(parts: readonly PathPart[], path: string): PathPart[] {
  const hasVersion = parts.some(({ kind, confidence }) => kind === 'version' && confidence === 'sure');
  const products = new Set(parts.flatMap(({ kind, value }) => (kind === 'product' ? [value] : [])));
  const releases = parts.filter(({ kind, value }) => kind === 'version' && isFullRelease(products, value));
  return parts.map((part, index) => {
    if (part.kind !== 'version' || part.confidence === 'sure') return part;
    const before = parts[index - 1];
    const value = part.value.replace(/^v/i, '');
    const isOfProduct =
      before?.kind === 'product' &&
      /^[-_. ]?\/?$/.test(path.slice(before.end, part.start)) &&
      isReleaseOf(before.value, value);
    const isOnlyRelease =
      releases.length === 1 &&
      releases[0] === part &&
      parts.findIndex(({ kind }) => kind === 'product') < index;
    if (isOfProduct || (isOnlyRelease && !hasVersion)) return { ...part, value, confidence: 'sure' };
    if (!hasVersion) return { ...part, value };
    // `16.1` may be 16 clients and their first run.
    if (/^\d+\.\d+$/.test(value)) return { ...part, kind: null, value };
    const name = /^[2-6]\.\d{1,2}\.\d{1,3}-\d/.test(value) ? 'kernel' : null;
    return { ...part, kind: 'config', name, value };
  });
}
