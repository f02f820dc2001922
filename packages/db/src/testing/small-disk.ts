import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate file system with hardly any space: a disk that is really full, without filling the machine's. */
export interface SmallDisk {
  /** Where it is mounted. */
  folder: string;
  /** Makes room. */
  grow(kilobytes: number): void;
  remove(): void;
}

export interface DiskToMount {
  kilobytes: number;
  /** User and group that own it. Default: root. */
  owner?: number;
}

/**
 * Mounts one (a tmpfs), which only root may do, and only on Linux.
 *
 * @returns null when that is not possible here: such tests are skipped
 */
export function mountSmallDisk({ kilobytes, owner = 0 }: DiskToMount): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'basecase-disk-'));
  const options = (size: number) => `size=${size}k,uid=${owner},gid=${owner},mode=0700`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options(kilobytes), 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // A container that may not mount: as if we were not root.
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    grow: (size) => void execFileSync('mount', ['-o', `remount,${options(size)}`, folder]),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Whether tests can have one; else the reason is in their name. */
export const canMount = (() => {
  const disk = mountSmallDisk({ kilobytes: 64 });
  disk?.remove();
  return disk !== null;
})();
