import { headers } from 'next/headers';
import { findName } from './auth';
import { isReadingClosed } from './closed-reading';

/**
 * Whether the visitor of a page may know what the data are now. Who opens a public permalink without a sign-in sees what
 * was frozen, and not whether anything changed since.
 */
export async function maySeeLive(): Promise<boolean> {
  return !isReadingClosed() || (await findName(await headers())) !== null;
}
