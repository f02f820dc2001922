import path from 'node:path';
import { parseRunDirectory } from '../../layout/run-directory';
import { takeBuild } from '../../layout/take-build';
import type { Variant } from '../../model/run';
import { productOfWord } from './products';

/** Where a log lies. */
export interface Place {
  /** Path within the upload, `.` at its top. */
  directory: string;
  /** Name of the upload. */
  rootLabel: string;
}

/** `mariadb-10.5.4.BP25`, `mongodb_4.4.1`: product, version, config. */
const BOTH = /^([a-z]+(?:-[a-z]+)*)[-_ ]v?(\d+(?:\.\d+){1,3})(?:[-_. ]([a-z].*))?$/i;
/** `8.0.21`, `v7.2`: a directory in one that is named after the product. */
const VERSION = /^v?(\d+(?:\.\d+){1,3})(?:[-_ ](.+))?$/i;

/** Name of the run: its directory, else the upload. */
export function labelOf({ directory, rootLabel }: Place): string {
  return directory === '.' ? rootLabel : path.posix.basename(directory);
}

/**
 * Product and version of what was measured. Clients of YCSB and TPC-C print no version: the directory says it, by the
 * convention of run directories or as `mongodb-4.4.1`, `mysql/8.0.21`. Where it does not, the product is the one that the
 * log names, and the version is unknown.
 *
 * @param product as the log says, null when it does not
 */
export function variantOf(place: Place, product: string | null): Variant {
  const label = labelOf(place);
  const named = parseRunDirectory(label).variant;
  if (named.versionKnown) return named;
  return variantOfPath(place) ?? { ...named, product: product ?? productOfWord(label) ?? named.product };
}

function variantOfPath({ directory, rootLabel }: Place): Variant | null {
  const [last = '', parent = ''] = (directory === '.' ? rootLabel : directory).split('/').reverse();
  const { rest, build } = takeBuild(last);
  const both = BOTH.exec(rest);
  const alone = VERSION.exec(rest);
  const product = productOfWord(both?.[1] ?? (alone ? parent : ''));
  const version = both?.[2] ?? alone?.[1];
  if (product === null || version === undefined) return null;
  const config = both?.[3] ?? alone?.[2] ?? null;
  return { product, version, versionKnown: true, flavour: null, config, ...(build && { build }) };
}
