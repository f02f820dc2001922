import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';

const gunzipInOneGo = promisify(gunzip);

/** Packed blobs up to this size are read at once: gzip packs at most 1,032 to 1, so that the plain bytes fit as well. */
export const SMALL_BLOB = 64 * 1024;

/** Whether these packed bytes are what their name says. */
export async function isContentOf(sha256: string, packed: Buffer | Readable): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    if (Buffer.isBuffer(packed)) hash.update(await gunzipInOneGo(packed));
    else await pipeline(packed, createGunzip(), hash);
  } catch (error) {
    // zlib's errors speak of the content. Everything else (a disk that fails) is not about this blob alone.
    if (isZlibError(error)) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_');
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
