/** A config name of the form `x10b2_c32r128_gtid`: its place in a succession of configs, and what must stay equal. */
export interface ConfigName {
  /** `x` of `x10b2`. */
  stem: string;
  /** `10`, `b`, `2`: later ones are larger. */
  number: number;
  letter: string;
  revision: number;
  /** Server class and variations, which successors share: `c32r128 gtid`, `cw4` of `x10cw4`. */
  rest: string;
  /** The order is known by a number or a date alone: joins are proposed and not made. */
  isWeak: boolean;
}

/** Parts of a name. */
const BETWEEN = /[\s_.,-]+/;

/**
 * One or two letters, a number, a letter and perhaps a number: `x10a`, `z12b`, `cx10b2`. Without the letter it may be
 * a value (`bp25`, `thr16`), whose next value is another experiment; so is one with a unit (`bp24g`, `io4k`) or a server
 * class (`c8r32`). In `x10cw4` the `w4` is a variation.
 */
const SUCCESSION = /^([a-z]{1,2})(\d+)(?![ghkmrst])([a-z])(\d*)([a-z]\w*)?$/;

/** `v2`, `rev3`: may be the next version of a config, or another experiment. */
const NUMBERED = /^(?:v|rev)(\d+)$/;

/** `2025-09-02`, `20250902`. */
const DATE = /(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)/;

/** Reads a config name; null where it has no place in a succession. */
export function readConfigName(config: string): ConfigName | null {
  const [first = '', ...others] = config.toLowerCase().split(BETWEEN);
  const [, stem, number, letter, revision, variation] = SUCCESSION.exec(first) ?? [];
  if (stem === undefined || number === undefined || letter === undefined)
    return readNumberedName(config.toLowerCase());
  return {
    stem,
    number: Number(number),
    letter,
    revision: Number(revision),
    // A config with a variation follows those with the same one only.
    rest: [...others, variation === undefined ? '' : `${letter}${variation}`].filter(Boolean).join(' '),
    isWeak: false,
  };
}

/** `cnf-v2`, `my.2025-09-02.cnf`: in an order, and nothing tells whether the one continues the other. */
function readNumberedName(config: string): ConfigName | null {
  const date = DATE.exec(config);
  const parts = (date ? config.replace(date[0], ' ') : config).split(BETWEEN).filter(Boolean);
  const numbered = parts.findIndex((part) => NUMBERED.test(part));
  if (!date && numbered === -1) return null;
  const number = date ? date.slice(1).join('') : NUMBERED.exec(parts[numbered] ?? '')?.[1];
  const rest = date ? parts : parts.toSpliced(numbered, 1);
  const name = { stem: date ? 'date' : 'v', number: Number(number), letter: '', revision: 0 };
  return { ...name, rest: rest.join(' '), isWeak: true };
}

/**
 * A name without the version that all its runs have: `my57.cnf` of 5.7.44 and `my80.cnf` of 8.0.43 have the same. A major
 * version alone counts from 10 on. Where nothing separates its parts, a version must begin a part or follow the name of a
 * product or config: `bp80` is a buffer pool.
 *
 * @returns null where the name has no version, or runs have another one
 */
export function nameWithoutVersion(config: string, versions: readonly string[]): string | null {
  const names = new Set(versions.map((version) => withoutVersion(config.toLowerCase(), version)));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

/** Where a number may be a version: at the beginning of a part, or after letters that name a product or a config. */
const STARTS =
  '(?:^|(?<=[\\s_.-])|(?<=(?:pg|postgres|postgresql|my|mysql|ma|maria|mariadb|ps|percona|cnf|conf|config)))';

function withoutVersion(config: string, version: string): string | null {
  const [major, minor, patch] = version.match(/\d+/g) ?? [];
  if (major === undefined) return null;
  const between = '[._-]?';
  const whole = [major, minor, patch].filter((part) => part !== undefined);
  const forms = [
    ...(whole.length > 2 ? [`(?<!\\d)${whole.join(between)}(?!\\d)`] : []),
    ...(minor === undefined
      ? []
      : [`(?<!\\d)${major}[._-]${minor}(?!\\d)`, `${STARTS}${major}${minor}(?!\\d)`]),
    ...(Number(major) < 10 ? [] : [`${STARTS}${major}(?![\\d.])`]),
  ];
  for (const form of forms) {
    const pattern = new RegExp(form);
    if (pattern.test(config)) return config.replace(pattern, '{version}');
  }
  return null;
}

/** Configs of one succession have the same key. */
export function successionKey({ stem, rest }: ConfigName): string {
  return `${stem} ${rest}`;
}

/** Places of two configs of one succession, the earlier one first. */
export function compareConfigNames(a: ConfigName, b: ConfigName): number {
  return a.number - b.number || a.letter.localeCompare(b.letter) || a.revision - b.revision;
}

/**
 * Whether something is left out in between: not from `z12b` to `z12c` or `z13a`; a letter from `z12b` to `z12d`, a
 * number from `z12b` to `z14a`.
 */
export function leftOut(a: ConfigName, b: ConfigName): 'number' | 'letter' | null {
  const numbers = Math.abs(a.number - b.number);
  if (numbers > 1) return 'number';
  const letters = b.letter.charCodeAt(0) - a.letter.charCodeAt(0);
  // A new number may begin with any letter up to that of the one before.
  return (numbers === 0 ? Math.abs(letters) : letters) > 1 ? 'letter' : null;
}
