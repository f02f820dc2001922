import path from 'node:path';
import { baseName } from '../../../layout/base-name';
import { parseDbmsToken } from '../../../layout/dbms-token';
import { variantOfVersion } from '../../../layout/find-variant';
import { parseRunDirectory } from '../../../layout/run-directory';
import type { Variant } from '../../../model/run';
import type { PgbenchVersion } from '../summary/pgbench-log';

const PRODUCT = 'PostgreSQL';
/** YugabyteDB says the version of PostgreSQL that it is made of, then its own: `11.2-YB-2024.2.0.0-b0`. */
const YUGABYTE = /^\d[\w.]*-YB-(\d[\w.-]*)$/;
/** `pg12`, `postgres-13.4`, `PostgreSQL_17.5` within a name; not the number of `pgbench_16`, which may be anything. */
const NAMED = /(?:^|[._ -])(pg|postgres|postgresql)([-_ ]?)v?(\d{1,6}(?:\.\d{1,2}){0,2})(?=$|[._ -])/i;
/** `pgbench_13_readonly_...`: only where no summary names its version, which is so up to 13. */
const OF_OLD_LOG = /^pgbench[-_](9\.\d|1[0-3])[-_]/;
/** Directories of repeats, which are parts of one run. */
const REPEAT = /^(?:run-r[ow]|run|repeat|rep|round|iteration|iter)[-_]?\d{1,6}$/i;

/** Where a file lies. */
export interface Place {
  /** Path of the file within the upload. */
  file: string;
  /** Name of the upload, for files at its top. */
  rootLabel: string;
}

/** Name of the run: that of a run directory, else the path without directories of repeats. */
export function labelOf({ file, rootLabel }: Place): string {
  const directory = path.posix.dirname(file);
  if (parseRunDirectory(path.posix.basename(directory)).conventional) return path.posix.basename(directory);
  const parts = directory.split('/').filter((part) => part !== '.');
  while (parts.length > 0 && REPEAT.test(parts.at(-1) ?? '')) parts.pop();
  return parts.length > 0 ? parts.join('/') : rootLabel;
}

/**
 * Product and version of the server: as pgbench prints them (its own version where it prints no other, because then they
 * are equal), else by the name of the directory or of the file. Flavour and config are those of a run directory's name.
 */
export function variantOf(version: PgbenchVersion | null, place: Place): Variant {
  const label = labelOf(place);
  const named = parseRunDirectory(path.posix.basename(label)).variant;
  const said = version && toVariant(version.server ?? version.client);
  if (!said) return named.versionKnown ? named : (variantOfNames(place) ?? unknownVariant(label));
  if (!named.versionKnown) return said;
  const isSame = named.version.startsWith(said.version) || said.version.startsWith(named.version);
  return isSame ? named : { ...named, product: said.product, version: said.version };
}

/** `16.1 (Ubuntu 16.1-1.pgdg22.04+1)` → 16.1, `19devel` of a commit → that build. */
function toVariant(text: string): Variant {
  const [word = text] = text.split(' ');
  const yugabyte = YUGABYTE.exec(word)?.[1];
  return variantOfVersion(yugabyte === undefined ? PRODUCT : 'YugabyteDB', yugabyte ?? word);
}

/** The name of the file first, then those of directories, nearest first, then that of the upload. */
function variantOfNames({ file, rootLabel }: Place): Variant | null {
  const directories = path.posix.dirname(file).split('/').reverse();
  for (const name of [baseName(file), ...directories, rootLabel]) {
    const version = versionOfName(name);
    if (version !== null) return { ...unknownVariant(version), versionKnown: true };
  }
  return null;
}

function versionOfName(name: string): string | null {
  const old = OF_OLD_LOG.exec(name)?.[1];
  if (old !== undefined) return old;
  const [, letters = '', separator, digits] = NAMED.exec(name) ?? [];
  if (digits === undefined) return null;
  // `pg96` is 9.6, `pg12` is 12.
  const token = parseDbmsToken(`pg${digits}`);
  if (letters.toLowerCase() === 'pg' && separator === '' && token.versionKnown) return token.version;
  if (/^9\d$/.test(digits)) return `9.${digits[1]}`;
  // Longer ones are dates and ports.
  return /^\d{1,2}(?:\.|$)/.test(digits) ? digits : null;
}

function unknownVariant(version: string): Variant {
  return { product: PRODUCT, version, versionKnown: false, flavour: null, config: null };
}
