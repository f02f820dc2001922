import { tmpdir } from 'node:os';
import path from 'node:path';

const ARCHIVE_SUFFIX = /\.(tar\.gz|tgz|tar\.zst|tzst|tar\.xz|txz|tar|zip)$/i;

/**
 * Column label of an upload: its name without the archive suffix (`.tar.gz .tgz .tar .tar.zst .tar.xz .zip`), and
 * nothing else removed. `.` and `dir/` give the name of the directory.
 */
export function labelOf(uploadPath: string): string {
  return path.basename(path.resolve(uploadPath)).replace(ARCHIVE_SUFFIX, '');
}

/**
 * Path of an archive inside an upload without its suffix: the directory of its members. A run that was packed without
 * its directory (`x.my9500_rel.z12a.pk1.tar.gz` holding `sb.o...`) gets the label that it would have unpacked.
 */
export function archiveDirectory(archivePath: string): string {
  const bare = archivePath.replace(ARCHIVE_SUFFIX, '');
  return bare === '' || bare.endsWith('/') ? archivePath : bare;
}

/** True when the name promises an archive, so that anything else in it is worth an error. */
export function hasArchiveSuffix(name: string): boolean {
  return ARCHIVE_SUFFIX.test(name);
}

/** Names above an upload that are read, nearest last. */
const MOST_ABOVE = 4;
/** Directories whose names are about the machine and its users, not about what was measured. */
const OF_MACHINE =
  /^(?:[a-z]:)?\/(?:(?:home|users|tmp|(?:private|var)\/(?:tmp|folders\/[^/]+\/[^/]+\/[^/]+)|var\/lib)\/[^/]+|[^/]+)(?:\/|$)/i;

/**
 * Names of the directories above a directory or a file, at most four, nearest last: `archive/mysql-8.0.36`. Left out are the
 * first name of the path, the home of a user, and a directory in that for temporary files.
 *
 * @param temporary directory for temporary files
 */
export function directoriesAbove(absolute: string, temporary = tmpdir()): string {
  const parent = path.dirname(path.resolve(absolute)).replaceAll(path.sep, '/');
  const names = parent.startsWith(`${temporary}/`)
    ? parent.slice(temporary.length + 1).replace(/^[^/]+/, '')
    : `${parent}/`.replace(OF_MACHINE, '');
  return names
    .split('/')
    .filter((name) => name !== '')
    .slice(-MOST_ABOVE)
    .join('/');
}
