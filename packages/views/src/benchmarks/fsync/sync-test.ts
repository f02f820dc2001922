/** What is done after each write. */
export const SYNC_MODES = ['no-sync', 'fsync', 'fdatasync'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

/** A result of a sync study: what was written, and what followed each write. */
export interface SyncTest {
  /** `16 KB`. */
  block: string;
  kib: number;
  mode: SyncMode;
  /**
   * Studies measure without sync twice, as `fsync=0` and as `fdatasync=0`; published tables print the first. The
   * second counts where the first is missing.
   */
  isSpare: boolean;
}

const KIB: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 * 1024 };

/**
 * Reads a test and its column. In a study the test says both (`fsync=1_16K`) and the column is the filesystem; in a
 * published table the test is the block size (`16 KB`) and the column is the mode.
 *
 * @returns null for other jobs of fio
 */
export function syncTest(test: string, column: string): SyncTest | null {
  const published = /^(\d+) ([KMG])B$/.exec(test);
  const mode = SYNC_MODES.find((known) => known === column);
  if (published && mode) return { ...blockOf(published[1], published[2]), mode, isSpare: false };
  const study = /^(fsync|fdatasync)=([01])_(\d+)([KMG])(?:i?B)?$/.exec(test);
  if (!study) return null;
  const [, call, isOn, digits, letter] = study;
  const called: SyncMode = call === 'fdatasync' ? 'fdatasync' : 'fsync';
  return {
    ...blockOf(digits, letter),
    mode: isOn === '1' ? called : 'no-sync',
    isSpare: isOn === '0' && called === 'fdatasync',
  };
}

/** True where the column of a published table is a way to sync and not a filesystem. */
export function isSyncMode(column: string): boolean {
  return SYNC_MODES.some((known) => known === column);
}

function blockOf(digits = '', letter = ''): Pick<SyncTest, 'block' | 'kib'> {
  return { block: `${digits} ${letter}B`, kib: Number(digits) * (KIB[letter] ?? 1) };
}
