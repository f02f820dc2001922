import path from 'node:path';

const ARCHIVE_SUFFIX = /\.(tar\.gz|tgz|tar\.zst|tzst|tar\.xz|txz|tar)$/i;

/**
 * Column label of an upload: its name without the archive suffix (`.tar.gz .tgz .tar .tar.zst .tar.xz`), and
 * nothing else removed. `.` and `dir/` give the name of the directory.
 */
export function labelOf(uploadPath: string): string {
  return path.basename(path.resolve(uploadPath)).replace(ARCHIVE_SUFFIX, '');
}

/** True when the name promises a tar archive, so that anything else in it is worth an error. */
export function hasArchiveSuffix(name: string): boolean {
  return ARCHIVE_SUFFIX.test(name);
}
