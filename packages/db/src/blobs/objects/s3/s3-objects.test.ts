import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobStoreError, NotFoundError, StorageFullError } from '../../../errors';
import { type S3TestServer, startS3Server, TEST_KEYS } from '../../../testing/s3/s3-server';
import { type ObjectStore, packName, singleName } from '../object-store';
import { openS3 } from './s3-objects';
import { readS3Settings, type S3Environment } from './s3-settings';

/** Tries as often as in earnest, and hardly waits. */
const HASTY = { tries: 5, retryMs: 1, idleMs: 100 };

let server: S3TestServer;
let folder = '';
let objects: ObjectStore;

beforeEach(async () => {
  server = await startS3Server();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-s3-'));
  objects = openWith({});
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function openWith(env: S3Environment, bucket = server.bucket): ObjectStore {
  return openS3(readS3Settings(`s3://${bucket}/p`, { ...server.env, ...env }), folder, HASTY);
}

async function file(content: string | Buffer) {
  const name = path.join(folder, 'file');
  await writeFile(name, content);
  return { path: name, bytes: Buffer.byteLength(content) };
}

/** The first `count` requests of a method go wrong. */
function fail(count: number, method: string, misdeed: ReturnType<S3TestServer['misbehave']>): void {
  let left = count;
  server.misbehave = (asked) => {
    if (asked.method !== method || left === 0) return null;
    left -= 1;
    return misdeed;
  };
}

const NAME = singleName('owner', 'ab'.repeat(32));

describe('objects in S3', () => {
  it('are stored below the prefix, by one PUT that keeps existing objects', async () => {
    await objects.put(NAME, await file('first'));
    await objects.put(NAME, await file('second'));
    expect([...server.objects].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
      [`p/${NAME}`, 'first'],
    ]);
    expect(server.asked.map(({ method, status }) => [method, status])).toEqual([
      ['PUT', 200],
      ['PUT', 412],
    ]);
    expect(server.asked[0]?.headers['if-none-match']).toBe('*');
  });

  it('are read in ranges, of which no more than asked for goes over the network', async () => {
    await objects.put(NAME, await file(Buffer.alloc(1_000_000, 'abcdefghij')));
    expect(await text(await objects.read(NAME, { start: 999_995, length: 5 }))).toBe('fghij');
    expect(server.asked.at(-1)).toMatchObject({ status: 206, bytesOut: 5 });
    expect(await objects.size(NAME)).toBe(1_000_000);
  });

  it('are listed by kind, page by page, and nothing else is', async () => {
    const packs = Array.from({ length: 7 }, (_, index) =>
      packName('owner', `${index}0a0a0a0-0000-0000-0000-000000000000`),
    );
    const singles = Array.from({ length: 5 }, (_, index) =>
      singleName(index < 3 ? null : 'owner', `a${index}`.repeat(32)),
    );
    for (const name of [...packs, ...singles, 'notes.txt', 'packs/x', 'aa/not-a-blob.gz'])
      server.objects.set(`p/${name}`, Buffer.from(name));
    server.objects.set(`p2/${singles[0]}`, Buffer.from('of another prefix'));
    const list = async (kind: 'pack' | 'single') => {
      const found = [];
      for await (const page of objects.list(kind)) found.push(...page);
      return found.map(({ name, bytes }) => [name, bytes]);
    };
    expect(await list('pack')).toEqual(packs.map((name) => [name, name.length]));
    expect(await list('single')).toEqual(singles.map((name) => [name, name.length]));
  });

  it('are absent where they are absent', async () => {
    await expect(objects.read(NAME)).rejects.toThrow(NotFoundError);
    expect(await objects.size(NAME)).toBeNull();
    await objects.remove(NAME);
    await objects.check();
  });

  it('that are larger than one PUT may be are refused before a byte is sent', async () => {
    const huge = path.join(folder, 'huge');
    const handle = await open(huge, 'w');
    await handle.truncate(5 * 1024 ** 3 + 1);
    await handle.close();
    const putting = objects.put(NAME, { path: huge, bytes: 5 * 1024 ** 3 + 1 });
    await expect(putting).rejects.toMatchObject({
      code: 'BLOBS_TOO_LARGE',
      message: expect.stringContaining('5.4 GB'),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('a server of S3 that fails', () => {
  it.each([
    ['is busy', { status: 503, code: 'SlowDown' }],
    ['limits requests', { status: 429, code: 'TooManyRequests' }],
    ['is broken', { status: 500, code: 'InternalError' }],
    ['cuts connections', { cutAfter: 0 }],
    ['does not answer', 'silence'],
  ] as const)('and %s is asked again', async (_, misdeed) => {
    fail(4, 'PUT', misdeed);
    await objects.put(NAME, await file('at last'));
    fail(4, 'GET', misdeed);
    expect(await text(await objects.read(NAME))).toBe('at last');
    fail(4, 'DELETE', misdeed);
    await objects.remove(NAME);
    expect([...server.objects]).toEqual([]);
    expect(server.asked).toHaveLength(15);
  });

  it('is asked five times, and no more', async () => {
    fail(99, 'GET', { status: 503, code: 'SlowDown' });
    await expect(objects.read(NAME)).rejects.toMatchObject({
      code: 'BLOBS_UNAVAILABLE',
      message: "The blob store (S3) can't be used: the server answered 503 (SlowDown).",
    });
    expect(server.asked).toHaveLength(5);
  });

  it('and loses the answer to a PUT that it did has the object once', async () => {
    fail(1, 'PUT', 'lost answer');
    await objects.put(NAME, await file('once'));
    expect(server.asked.map(({ status }) => status)).toEqual([200, 412]);
    expect(server.objects.get(`p/${NAME}`)?.toString()).toBe('once');
  });

  it('and cuts what is read is asked for the rest of it', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    server.objects.set(`p/${NAME}`, bytes);
    fail(3, 'GET', { cutAfter: 10_000 });
    expect(bytes.equals(await buffer(await objects.read(NAME)))).toBe(true);
    fail(3, 'GET', { cutAfter: 500 });
    const part = await buffer(await objects.read(NAME, { start: 50, length: 4000 }));
    expect(bytes.subarray(50, 4050).equals(part)).toBe(true);
    expect(server.asked.at(-1)?.headers.range).toBe('bytes=1550-4049');
  });

  it('is reported as unreachable if it does not exist', async () => {
    const nowhere = openWith({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' });
    await expect(nowhere.check()).rejects.toMatchObject({
      code: 'BLOBS_UNAVAILABLE',
      message: "The blob store (S3) can't be used: its server does not answer (ECONNREFUSED).",
    });
  });

  it('reports that it is full', async () => {
    fail(1, 'PUT', { status: 507, code: 'XMinioStorageFull' });
    await expect(objects.put(NAME, await file('x'))).rejects.toThrow(StorageFullError);
  });

  it('and refuses a large body is heard before it is sent', async () => {
    const refused = openWith({ AWS_SECRET_ACCESS_KEY: 'wrong' });
    await expect(refused.put(NAME, await file(Buffer.alloc(8_000_000)))).rejects.toMatchObject({
      code: 'BLOBS_REFUSED',
    });
    expect(server.asked).toMatchObject([{ status: 403 }]);
    expect(server.asked[0]?.bytesIn).toBeLessThan(10_000);
  });
});

describe('messages about wrong settings of S3', () => {
  it.each([
    [
      'secret',
      { AWS_SECRET_ACCESS_KEY: 'a/Wrong+Secret=Key' },
      'the secret key (AWS_SECRET_ACCESS_KEY) is wrong',
    ],
    ['key id', { AWS_ACCESS_KEY_ID: 'AKIAWRONGKEYID' }, 'the server does not know the access key'],
  ])('a wrong %s', async (_, env, words) => {
    const wrong = openWith(env);
    const put = await file('x');
    for (const ask of [() => wrong.check(), () => wrong.read(NAME), () => wrong.put(NAME, put)]) {
      await expect(ask()).rejects.toMatchObject({
        code: 'BLOBS_REFUSED',
        message: expect.stringContaining(words),
      });
    }
  });

  it('a bucket that is not there', async () => {
    const elsewhere = openWith({}, 'no-such-bucket');
    const put = await file('x');
    for (const ask of [() => elsewhere.check(), () => elsewhere.read(NAME), () => elsewhere.put(NAME, put)]) {
      await expect(ask()).rejects.toMatchObject({
        code: 'BLOBS_MISSING',
        message: "The blob store (S3) can't be used: the bucket does not exist.",
      });
    }
  });

  it('and nothing that opens it: not in messages, causes, or the store itself', async () => {
    const seen: string[] = [inspect(objects, { depth: 9, showHidden: true })];
    const session = { AWS_SESSION_TOKEN: 'token-of-a-session' };
    const failing = [
      () => openWith({ AWS_SECRET_ACCESS_KEY: `${TEST_KEYS.secretAccessKey}x` }).check(),
      () => openWith({}, 'no-such-bucket').read(NAME),
      () => openWith({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9', ...session }).check(),
      () => openWith(session, 'no-such-bucket').check(),
    ];
    for (const attempt of failing) {
      const error: unknown = await attempt().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BlobStoreError);
      seen.push(inspect(error, { depth: 9, showHidden: true }), (error as Error).stack ?? '');
    }
    const all = seen.join('\n');
    for (const secret of [
      TEST_KEYS.secretAccessKey,
      TEST_KEYS.accessKeyId,
      session.AWS_SESSION_TOKEN,
      'Signature=',
    ])
      expect(all).not.toContain(secret);
  });
});
