import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobStoreError, NotFoundError } from '../../../errors';
import {
  type ByteRange,
  kindOf,
  type LocalFile,
  type ObjectKind,
  type ObjectStore,
  objectTooLarge,
  type StoredObject,
} from '../object-store';
import { errorCode, MAX_ERROR_BODY, s3Error, unreachable } from './s3-errors';
import type { S3Settings } from './s3-settings';
import { type S3Patience, S3Transport, textOf } from './s3-transport';

/** Of one PUT: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
const MAX_PUT_BYTES = 5 * 1024 ** 3;

/**
 * Objects in a bucket of S3, or of any server that speaks its protocol. An object comes by one PUT, which S3 does as a
 * whole or not at all; `If-None-Match: *` leaves one that is there as it is. Servers that ignore the header write the
 * same again.
 *
 * @param incoming folder of this machine for what is on its way in
 */
export function openS3(settings: S3Settings, incoming: string, patience?: S3Patience): ObjectStore {
  const transport = new S3Transport(settings, patience);
  const pathOf = (name: string) => `/${settings.prefix}${name}`;
  return {
    location: settings.location,
    incoming,
    isRemote: true,
    maxBytes: MAX_PUT_BYTES,
    put: (name, file) => putObject(transport, pathOf(name), file),
    async size(name) {
      const answer = await transport.send({ method: 'HEAD', path: pathOf(name), expects: [404] });
      answer.resume();
      return answer.statusCode === 404 ? null : Number(answer.headers['content-length']);
    },
    read: (name, range) => readObject(transport, pathOf(name), range ?? null),
    list: (kind) => listKind(transport, settings.prefix, kind),
    async remove(name) {
      const answer = await transport.send({ method: 'DELETE', path: pathOf(name), expects: [404] });
      answer.resume();
    },
    async check() {
      for await (const _ of listObjects(transport, settings.prefix, 1)) return;
    },
  };
}

/** The sum is signed with the request, so the server takes nothing else than these bytes. */
async function putObject(transport: S3Transport, path: string, file: LocalFile): Promise<void> {
  if (file.bytes > MAX_PUT_BYTES) throw objectTooLarge(MAX_PUT_BYTES, file.bytes);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  const answer = await transport.send({
    method: 'PUT',
    path,
    headers: { 'if-none-match': '*', 'content-type': 'application/gzip' },
    body: { ...file, sha256: hash.digest('hex') },
    // It exists already: from an earlier try whose answer was lost, or from another upload of the same content.
    expects: [412],
  });
  answer.resume();
}

/** Each kind has a folder; old names of single ones begin with a hexadecimal digit. */
async function* listKind(
  transport: S3Transport,
  prefix: string,
  kind: ObjectKind,
): AsyncGenerator<StoredObject[]> {
  const starts = kind === 'pack' ? ['packs/'] : [...'0123456789abcdef', 'singles/'];
  for (const start of starts) {
    for await (const page of listObjects(transport, `${prefix}${start}`)) {
      const found = page
        .map(({ name, bytes }) => ({ name: name.slice(prefix.length), bytes }))
        .filter(({ name }) => kindOf(name) === kind);
      if (found.length > 0) yield found;
    }
  }
}

/** A page has at most 1,000 objects, of which each says some 500 bytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

const ENTRY = /<Contents>(.*?)<\/Contents>/gs;

/**
 * The objects whose names begin with `prefix`, page by page, by ListObjectsV2:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 *
 * @param max of a page; the first page is the last when it is given
 */
async function* listObjects(
  transport: S3Transport,
  prefix: string,
  max?: number,
): AsyncGenerator<StoredObject[]> {
  let token: string | null = null;
  do {
    const answer = await transport.send({
      method: 'GET',
      path: '/',
      query: {
        'list-type': '2',
        // Names come as in an address: nothing of them has to be taken out of XML.
        'encoding-type': 'url',
        prefix,
        ...(max !== undefined && { 'max-keys': String(max) }),
        ...(token !== null && { 'continuation-token': token }),
      },
    });
    const page = await textOf(answer, MAX_PAGE_BYTES);
    yield [...page.matchAll(ENTRY)].map(([, entry = '']) => ({
      name: decodeURIComponent(tagText(entry, 'Key')?.replaceAll('+', ' ') ?? ''),
      bytes: Number(tagText(entry, 'Size')),
    }));
    token =
      tagText(page, 'IsTruncated') === 'true' ? unescaped(tagText(page, 'NextContinuationToken')) : null;
  } while (token !== null && max === undefined);
}

function tagText(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string | null): string | null {
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null;
}

/**
 * The bytes of an object, or some of them, as a stream. When the connection breaks it resumes where it was: objects
 * never change. So a slow reader that loses its connection is not affected.
 *
 * @throws NotFoundError, BlobStoreError
 */
async function readObject(transport: S3Transport, path: string, range: ByteRange | null): Promise<Readable> {
  const first = await open(transport, path, range);
  const length = range?.length ?? Number(first.headers['content-length']);
  if (!Number.isSafeInteger(length)) throw s3Error(first.statusCode ?? 0, 'MissingContentLength');
  const whole = { start: range?.start ?? 0, length };
  return Readable.from(chunksOf(transport, { path, whole, first }), { objectMode: false });
}

async function* chunksOf(
  transport: S3Transport,
  { path, whole, first }: { path: string; whole: ByteRange; first: IncomingMessage },
): AsyncGenerator<Buffer> {
  let done = 0;
  let failures = 0;
  let answer: IncomingMessage | null = first;
  while (done < whole.length) {
    answer ??= await open(transport, path, { start: whole.start + done, length: whole.length - done });
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        done += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (done > whole.length)
        throw new BlobStoreError('BLOBS_UNAVAILABLE', 'The blob store (S3) sent more than it said.');
      if (done < whole.length) throw new Error('the answer ended early');
    } catch (error) {
      if (error instanceof BlobStoreError) throw error;
      failures += 1;
      if (failures === transport.tries) throw unreachable(error);
      await transport.wait(failures);
    }
    answer = null;
  }
  // Of an empty object nothing is read above.
  answer?.destroy();
}

async function open(transport: S3Transport, path: string, range: ByteRange | null): Promise<IncomingMessage> {
  const headers = range ? { range: `bytes=${range.start}-${range.start + range.length - 1}` } : undefined;
  const answer = await transport.send({ method: 'GET', path, expects: [404], ...(headers && { headers }) });
  if (answer.statusCode === 404) {
    const code = errorCode(await textOf(answer, MAX_ERROR_BODY));
    if (code === 'NoSuchBucket') throw s3Error(404, code);
    throw new NotFoundError('The bytes are not in the blob store.');
  }
  if (range && answer.statusCode !== 206) {
    answer.destroy();
    throw new BlobStoreError(
      'BLOBS_UNAVAILABLE',
      "The blob store (S3) can't be used: its server ignores the header Range.",
    );
  }
  return answer;
}
