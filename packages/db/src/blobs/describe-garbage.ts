import type { ShrinkReport } from './packs/shrink-packs';

/** What was found in the blob store, and what became of it. Sizes are those of the store, in bytes. */
export interface GarbageReport {
  /** Contents: files of uploads, and uploads that are on their way. */
  blobs: number;
  /** Objects that they are in, before anything was deleted, and their bytes. */
  objects: number;
  bytes: number;
  /** Unreferenced; deleted unless it was a dry run. Contents, and packs of imports that did not come to an end. */
  garbage: number;
  garbageBytes: number;
  /** Of the garbage, what is still there because uploads, imports or a backup had the lock all the time. */
  left: number;
  /** Packs that were rewritten without their deleted bytes. */
  shrunk: ShrinkReport;
  /** Of another database in the same store, or perhaps of it: objects that are named as all were before. */
  others: { objects: number; bytes: number };
  isDryRun: boolean;
}

/** Some sentences, for a person. */
export function describeGarbage(report: GarbageReport): string {
  return [describeFound(report), describeShrunk(report), describeOthers(report)].filter(Boolean).join(' ');
}

function describeFound({
  blobs,
  objects,
  bytes,
  garbage,
  garbageBytes,
  left,
  isDryRun,
}: GarbageReport): string {
  const all = `${blobs} files in ${objects} objects (${megabytes(bytes)}) in the blob store`;
  if (garbage === 0) return `${all}: each is named by an upload, nothing to delete.`;
  const found = `${garbage} (${megabytes(garbageBytes)}) unreferenced`;
  if (isDryRun) return `${all}, ${found}; nothing was deleted (dry run).`;
  if (left === 0) return `${all}, ${found}: deleted.`;
  return `${all}, ${found}: ${garbage - left} deleted, ${left} left because uploads, imports or a backup were using the store. Try again later.`;
}

function describeShrunk({ shrunk: { packs, bytes, left } }: GarbageReport): string {
  const done =
    packs > 0
      ? `${packs} packs were rewritten without their deleted bytes: ${megabytes(bytes)} are free.`
      : '';
  return left > 0 ? `${done} ${left} packs stay as they are because the store was in use.`.trim() : done;
}

function describeOthers({ others: { objects, bytes } }: GarbageReport): string {
  if (objects === 0) return '';
  return `${objects} objects (${megabytes(bytes)}) belong to another database and stay.`;
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
