import path from 'node:path';
import type { Variant } from '../../model/run';
import { partsOfPath } from '../layouts/path-parts';
import { isSameVersion } from '../words';
import { isReleaseOf, productOfWord } from './products';
import { parseRunDirectory } from './run-directory';
import { takeBuild, takeVersionBuild } from './take-build';

/** `mariadb-10.5.4.BP25`, `mongodb_4.4.1`: product, version, config. */
const BOTH = /^([a-z]\w*(?:-[a-z]\w*)*?)[-_ ]v?(\d+(?:\.\d+){1,3})(?:[-_. ]([a-z].*))?$/i;
/** `PostgreSQL_17.5-lto`: product, version, flavour. */
const FLAVOURED = /^([a-z-]+?)[-_ ]v?(\d+\.\d+(?:\.\d+)?)(?:[-_ ](.+))?$/i;
/** `8.0.21`, `v7.2`: a directory in one that is named after the product. */
const VERSION = /^v?(\d+(?:\.\d+){1,3})(?:[-_ ](.+))?$/i;

/** The day of a run in front of a release: `2024-01-15_mysql-8.0.36`. A day behind it is that of its build. */
const DATED = /^\d{4}-?\d\d-?\d\d[-_ T](?:\d{4,6}[-_ ])?(?=[a-z])/i;

/** The place of a log. */
export interface Place {
  /** Path within the upload, `.` at its top. */
  directory: string;
  /** Name of the upload. */
  rootLabel: string;
}

export interface VariantHints {
  /** Product that the log names, null when it names none; left out where the name alone counts. */
  product?: string | null;
  /** Product and version that the log names, for places whose names hold no version. */
  said?: { product: string; version: string } | null;
  /** True where a name may be that of any product and is kept as written; default: databases that are known. */
  isAnyProduct?: boolean;
  /** True where words after the version are the flavour: `12.2.2-MariaDB-ubu2404`. */
  hasFlavour?: boolean;
}

/** Name of the run: its directory, else the upload. */
export function placeLabel({ directory, rootLabel }: Place): string {
  return directory === '.' ? rootLabel : path.posix.basename(directory);
}

/**
 * Product, version, config and build of a run, by the convention of run directories, as `mongodb-4.4.1` or as
 * `mysql/8.0.21`. A version in the log counts before that of a name. Without any the version is unknown, and the
 * product is that of the log, else that of the name.
 */
export function findVariant(place: Place, hints: VariantHints = {}): Variant {
  const { product, said } = hints;
  const label = placeLabel(place);
  const named = parseRunDirectory(label).variant;
  if (named.versionKnown) return withSaid(named, said);
  const parent = place.directory.split('/').at(-2) ?? '';
  const found = variantOfName(label, { ...hints, parent });
  if (found) return withSaid(found, said);
  if (said) return { ...named, ...said, versionKnown: true };
  if (product === undefined) return named;
  return { ...named, product: product ?? productOfWord(label) ?? named.product };
}

/** The log counts where it says another version than the name. */
function withSaid(named: Variant, said: VariantHints['said']): Variant {
  if (!said || isSameVersion(named.version, said.version)) return named;
  return { ...named, ...said };
}

/**
 * Product, version, config and build as one name says them, null when it does not.
 *
 * @param parent name that is the product where this one is a version alone
 */
export function variantOfName(
  name: string,
  { parent = '', isAnyProduct, hasFlavour }: VariantHints & { parent?: string },
): Variant | null {
  const { rest, build } = takeBuild(name.replace(DATED, ''));
  const both = hasFlavour ? FLAVOURED : BOTH;
  const alone = VERSION.exec(rest);
  const [, word = '', version, words = null] =
    both.exec(rest) ?? (alone ? ['', parent, ...alone.slice(1)] : []);
  const product = isAnyProduct ? word : productOfWord(word);
  if (!product || version === undefined || !isReleaseOf(product, version)) return null;
  // Words with settings or machines are not a flavour.
  const isFlavour =
    words !== null && partsOfPath(words).every(({ kind }) => kind === null || kind === 'product');
  const [flavour, config] = hasFlavour ? [isFlavour ? words : null, null] : [null, words];
  return { product, version, versionKnown: true, flavour, config, ...(build && { build }) };
}

/** Of a version as a server prints it, which may hold a build: `19devel` of a commit. */
export function variantOfVersion(product: string, printed: string, config: string | null = null): Variant {
  const { version, build } = takeVersionBuild(printed);
  const versionKnown = /^\d/.test(version);
  return { product, version, versionKnown, flavour: null, config, ...(build && { build }) };
}
