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
