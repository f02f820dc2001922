import path from 'node:path';
import { parseRunDirectory } from '../../layout/run-directory';
import { takeBuild } from '../../layout/take-build';
import type { Variant } from '../../model/run';

/** `rocksdb-10.9.0`, `mylib_v1.4.2.clang`: product, version, config. */
const BOTH = /^([a-z]\w*(?:-[a-z]\w*)*?)[-_ ]v?(\d+(?:\.\d+){1,3})(?:[-_. ]([a-z].*))?$/i;
/** `1.4.2`, `v10.9`: a directory in one that is named after the product. */
const VERSION = /^v?(\d+(?:\.\d+){1,3})(?:[-_ ](.+))?$/i;

/** Where a log lies. */
export interface Place {
  /** Path within the upload, `.` at its top. */
  directory: string;
  /** Name of the upload. */
  rootLabel: string;
}

/** Name of the run: its directory, else the upload. */
export function labelOf({ directory, rootLabel }: Place): string {
  return directory === '.' ? rootLabel : path.posix.basename(directory);
}

/**
 * Product and version of what a micro-benchmark measured. Its output names machines, compilers, packages and the tool, and
 * none of them is the product: the directory says it, by the convention of run directories or as `mylib-1.4.2` or
 * `mylib/1.4.2`, or basecase.json does, later. Where nobody does the version is unknown.
 */
export function variantOf(place: Place): Variant {
  const label = labelOf(place);
  const named = parseRunDirectory(label).variant;
  return named.versionKnown ? named : (variantOfName(label) ?? variantOfParent(place, label) ?? named);
}

/** Product and version as one name says them; null where it does not. */
export function variantOfName(name: string): Variant | null {
  const { rest, build } = takeBuild(name);
  const [, product, version, config = null] = BOTH.exec(rest) ?? [];
  if (product === undefined || version === undefined) return null;
  return { product, version, versionKnown: true, flavour: null, config, ...(build && { build }) };
}

function variantOfParent({ directory }: Place, label: string): Variant | null {
  const { rest, build } = takeBuild(label);
  const [, version, config = null] = VERSION.exec(rest) ?? [];
  const product = directory.split('/').at(-2);
  if (product === undefined || version === undefined) return null;
  return { product, version, versionKnown: true, flavour: null, config, ...(build && { build }) };
}
