import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  kindOf,
  type LocalFile,
  type ObjectKind,
  type ObjectStore,
  objectTooLarge,
  type StoredObject,
} from '../object-store';
import { listObjects } from './s3-list';
import { readObject } from './s3-read';
import type { S3Settings } from './s3-settings';
import { type S3Patience, S3Transport } from './s3-transport';

/** Of one PUT: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
const MAX_PUT_BYTES = 5 * 1024 ** 3;

/**
 * Objects in a bucket of S3, or of any server that speaks its protocol. An object comes by one PUT, which S3 does as
 * a whole
 * or not at all; `If-None-Match: *` leaves one that is there as it is. Servers that ignore the header write the same
 * again.
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
