import path from 'node:path';

/** Name of a file without its directory, and without the ending of a compressed file. */
export function baseName(filePath: string): string {
  return path.posix.basename(filePath).replace(/\.(?:gz|zst|xz)$/, '');
}
