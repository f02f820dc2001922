import type { PathFile } from './tar-blob';

/** What becomes one upload. */
export interface UploadPlan {
  name: string;
  /** One file is sent as it is, several are packed. */
  files: PathFile[];
  isPacked: boolean;
  sizeBytes: number;
}

export interface GroupedFiles {
  plans: UploadPlan[];
  /** Files that are left out: hidden, or made by a file manager. */
  leftOut: number;
}

const TARBALL = /\.(tar|tgz|tar\.(gz|zst|xz|bz2))$/i;
const MADE_BY_FILE_MANAGERS = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/**
 * Sorts what was chosen or dropped into uploads: each tarball is one, each folder is one, and loose logs together are
 * one, because a test's vmstat and iostat logs belong to it.
 */
export function groupFiles(files: readonly PathFile[]): GroupedFiles {
  const kept = files.filter(({ path }) => !isHidden(path));
  const tarballs = kept.filter(({ path }) => TARBALL.test(path));
  const byFolder = new Map<string, PathFile[]>();
  for (const file of kept) {
    if (TARBALL.test(file.path)) continue;
    const folder = file.path.includes('/') ? (file.path.split('/')[0] ?? '') : '';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  return {
    plans: [
      ...tarballs.map(toSingle),
      ...[...byFolder].map(([folder, inside]) => {
        const [only] = inside;
        if (folder === '' && inside.length === 1 && only) return toSingle(only);
        return toPacked(`${folder || 'logs'}.tar`, inside);
      }),
    ],
    leftOut: files.length - kept.length,
  };
}

function isHidden(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || MADE_BY_FILE_MANAGERS.has(part.toLowerCase()));
}

function toSingle(entry: PathFile): UploadPlan {
  return { name: entry.file.name, files: [entry], isPacked: false, sizeBytes: entry.file.size };
}

/** In the order of their paths: the same folder makes the same archive, and the same bytes are the same upload. */
function toPacked(name: string, files: readonly PathFile[]): UploadPlan {
  const sorted = [...files].sort((a, b) => Number(a.path > b.path) - Number(a.path < b.path));
  const sizeBytes = sorted.reduce((sum, { file }) => sum + file.size, 0);
  return { name, files: sorted, isPacked: true, sizeBytes };
}
