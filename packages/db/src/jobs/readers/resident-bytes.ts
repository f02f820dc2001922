import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Memory of a process, as Linux tells it; 0 where it does not, and V8's own limit remains. */
export function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    // "size resident shared …", in pages.
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // It has ended, which its worker hears in another way.
    return 0;
  }
}
