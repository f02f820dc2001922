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
}

/**
 * One or two letters, a number, a letter and perhaps a number: `x10a`, `z12b`, `cx10b2`. Without the letter it may be
 * a value (`bp25`, `thr16`), whose next value is another experiment; so is one with a unit (`bp24g`, `io4k`) or a server
 * class (`c8r32`). In `x10cw4` the `w4` is a variation.
 */
const SUCCESSION = /^([a-z]{1,2})(\d+)(?![ghkmrst])([a-z])(\d*)([a-z]\w*)?$/;

/** Reads a config name; null where it has no place in a succession. */
export function readConfigName(config: string): ConfigName | null {
  const [first = '', ...others] = config.toLowerCase().split(/[_.]/);
  const [, stem, number, letter, revision, variation] = SUCCESSION.exec(first) ?? [];
  if (stem === undefined || number === undefined || letter === undefined) return null;
  return {
    stem,
    number: Number(number),
    letter,
    revision: Number(revision),
    // A config with a variation follows those with the same one only.
    rest: [...others, variation === undefined ? '' : `${letter}${variation}`].filter(Boolean).join(' '),
  };
}

/** Configs of one succession have the same key. */
export function successionKey({ stem, rest }: ConfigName): string {
  return `${stem} ${rest}`;
}

/** Places of two configs of one succession, the earlier one first. */
export function compareConfigNames(a: ConfigName, b: ConfigName): number {
  return a.number - b.number || a.letter.localeCompare(b.letter) || a.revision - b.revision;
}

/** True where no number is left out in between: `z12b` and `z13a`, not `z12b` and `z14a`. */
export function areNeighbours(a: ConfigName, b: ConfigName): boolean {
  return Math.abs(a.number - b.number) <= 1;
}
