import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Rendered } from './render-apart';

const compress = promisify(deflateRaw);

/** An answer cut at each place of its nonce, so that every response can have its own nonce. */
export interface CutAnswer {
  status: number;
  /** With `NONCE` where the nonce stood. */
  headers: readonly (readonly [name: string, value: string | readonly string[]])[];
  /** Between two of them there is a nonce. */
  parts: readonly Buffer[];
  /** Each part compressed, to be joined into one gzip stream; null where that gains nothing. */
  packed: readonly Buffer[] | null;
  /** Length of the nonce; 0 when there is none. */
  nonceLength: number;
  /** What it takes in memory. */
  bytes: number;
}

/** Stands for the nonce in headers. No header may contain it otherwise. */
const NONCE = '\u0000nonce\u0000';
const POLICY_NONCE = /'nonce-([A-Za-z0-9+/=_-]+)'/;
/** Headers of one connection, or of each response. */
const NOT_KEPT = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|atom\+xml|xml)|image\/svg)/;
/** Below this a part is stored as it is: making a compressor takes longer than sending the bytes. */
const SMALL = 512;
/** How far back deflate can point. */
const WINDOW = 32 * 1024;
const STORED_MAX = 65_535;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/**
 * Cuts an answer and compresses what lies between the cuts.
 *
 * The parts are compressed so that they join around any nonce (RFC 1951): each ends at a byte, each nonce is a stored
 * block, and a part refers to those before it, never to a nonce. In its place the compressor is shown bytes that occur
 * in no UTF-8 text, so nothing matches them.
 */
export async function cutAnswer({ status, headers, body }: Rendered): Promise<CutAnswer> {
  const policy = headers['content-security-policy'];
  const nonce = POLICY_NONCE.exec(typeof policy === 'string' ? policy : '')?.[1] ?? null;
  const parts = nonce === null ? [body] : cut(body, Buffer.from(nonce));
  const kept = Object.entries(headers)
    .filter(([name]) => !NOT_KEPT.has(name.toLowerCase()))
    .map(
      ([name, value]) =>
        [name, mapValue(value, (text) => (nonce ? text.replaceAll(nonce, NONCE) : text))] as const,
    );
  const type = String(headers['content-type'] ?? '');
  const nonceLength = nonce?.length ?? 0;
  const packed = COMPRESSIBLE.test(type) && body.length > SMALL ? await pack(parts, nonceLength) : null;
  const size = (buffers: readonly Buffer[] | null) =>
    buffers?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return { status, headers: kept, parts, packed, nonceLength, bytes: size(parts) + size(packed) };
}

/** The headers with this nonce. */
export function headersWith(answer: CutAnswer, nonce: string): [string, string | readonly string[]][] {
  return answer.headers.map(([name, value]) => [
    name,
    mapValue(value, (text) => text.replaceAll(NONCE, nonce)),
  ]);
}

/** The body with this nonce. @param nonce as long as the answer's */
export function bodyWith({ parts }: CutAnswer, nonce: string): Buffer {
  return Buffer.concat(between(parts, Buffer.from(nonce)));
}

/** The body with this nonce as gzip (RFC 1952). @param packed of the answer */
export function gzipWith({ parts }: CutAnswer, packed: readonly Buffer[], nonce: string): Buffer {
  const plain = between(parts, Buffer.from(nonce));
  const end = Buffer.alloc(8);
  end.writeUInt32LE(
    plain.reduce((sum, each) => crc32(each, sum), 0),
    0,
  );
  end.writeUInt32LE(plain.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEAD, ...between(packed, stored(Buffer.from(nonce))), LAST_BLOCK, end]);
}

function cut(body: Buffer, nonce: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(nonce); at !== -1; at = body.indexOf(nonce, from)) {
    parts.push(body.subarray(from, at));
    from = at + nonce.length;
  }
  parts.push(body.subarray(from));
  return parts;
}

async function pack(parts: readonly Buffer[], nonceLength: number): Promise<Buffer[]> {
  const unmatched = Buffer.alloc(nonceLength, 0xff);
  const shown = Buffer.concat(between(parts, unmatched));
  let from = 0;
  return Promise.all(
    parts.map((part) => {
      const dictionary = shown.subarray(Math.max(0, from - WINDOW), from);
      from += part.length + nonceLength;
      if (part.length < SMALL) return stored(part);
      return compress(part, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(dictionary.length > 0 && { dictionary }),
      });
    }),
  );
}

/** Bytes as blocks that are not compressed. */
function stored(bytes: Buffer): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0);
  if (bytes.length > STORED_MAX) throw new Error(`${bytes.length} bytes do not fit into a stored block`);
  const head = Buffer.from([0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

function between(parts: readonly Buffer[], separator: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

function mapValue(
  value: string | readonly string[],
  map: (text: string) => string,
): string | readonly string[] {
  return typeof value === 'string' ? map(value) : value.map(map);
}
