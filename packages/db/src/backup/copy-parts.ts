import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PART_BYTES } from './format';

const gzipInOneGo = promisify(gzip);
const NEW_LINE = 0x0a;

export interface CopyPart {
  /** gzip of whole rows. */
  packed: Buffer;
  rows: number;
}

/**
 * Cuts what COPY sends into parts of whole rows and packs them. While one part is packed the next one is read.
 *
 * In COPY's text format a line feed within a value is written as `\n`, so each byte of this kind ends a row.
 * A part is as long as PART_BYTES or ends with the row that makes it longer.
 */
export async function* toCopyParts(source: Readable): AsyncGenerator<CopyPart> {
  let chunks: Buffer[] = [];
  let length = 0;
  let packing: Promise<CopyPart> | null = null;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    const end = chunk.lastIndexOf(NEW_LINE);
    if (length < PART_BYTES || end === -1) continue;
    const rest = chunk.subarray(end + 1);
    const part = Buffer.concat(chunks, length - rest.length);
    chunks = rest.length > 0 ? [Buffer.from(rest)] : [];
    length = rest.length;
    const before: CopyPart | null = await packing;
    packing = pack(part);
    // Awaited in the next round; until then an error must not count as unhandled.
    packing.catch(() => {});
    if (before) yield before;
  }
  const last = await packing;
  if (last) yield last;
  if (length > 0) yield await pack(Buffer.concat(chunks));
}

async function pack(plain: Buffer): Promise<CopyPart> {
  return { packed: await gzipInOneGo(plain), rows: countRows(plain) };
}

/** Rows of a piece of COPY's text format. */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(NEW_LINE); at !== -1; at = text.indexOf(NEW_LINE, at + 1)) rows += 1;
  return rows;
}
