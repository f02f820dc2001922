import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Environment } from '../../blobs/objects/s3/s3-settings';
import { checkSignature, type S3Keys } from './check-signature';
import { listPage } from './list-page';

/** What a test makes the server do instead of an answer, or in the middle of one. */
export type Misdeed =
  /** A busy or broken server. */
  | { status: number; code: string }
  /** Closes the connection: before the answer, or after so many bytes of its body. */
  | { cutAfter: number }
  /** Never answers. */
  | 'silence'
  /** Executes the request, and closes the connection before the answer. */
  | 'lost answer';

export interface S3Asked {
  method: string;
  /** Name of the object within the bucket; '' for the bucket itself. */
  key: string;
  headers: IncomingMessage['headers'];
}

/** A server of S3 in this process, with one bucket, for tests: it checks signatures, and fails on request. */
export interface S3TestServer {
  readonly endpoint: string;
  /** Name → content. */
  readonly objects: Map<string, Buffer>;
  /** All that was asked, in order, with the bytes of bodies that went out, and of requests that came in. */
  readonly asked: (S3Asked & { status: number; bytesOut: number; bytesIn: number })[];
  /** Settings with which programs reach it. */
  readonly env: Required<
    Pick<S3Environment, 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_ENDPOINT_URL_S3' | 'AWS_REGION'>
  >;
  readonly bucket: string;
  /** Looked at before each answer. */
  misbehave: (asked: S3Asked) => Misdeed | null;
  close(): Promise<void>;
}

/** Few, so that lists have several pages. */
const PAGE = 3;
const BUCKET = 'basecase-test';

export const TEST_KEYS: S3Keys = {
  accessKeyId: 'AKIATESTKEYOFBASECASE',
  // Characters that addresses and headers treat in their own way.
  secretAccessKey: 'test/Secret+Key=OfBasecase/0123456789',
};

export async function startS3Server(): Promise<S3TestServer> {
  const objects = new Map<string, Buffer>();
  const asked: S3TestServer['asked'] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    void serve(server, request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const http = createServer(onRequest);
  // A body that waits for it is asked for when it is read, and not when it is refused.
  http.on('checkContinue', onRequest);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: S3TestServer = {
    endpoint,
    objects,
    asked,
    bucket: BUCKET,
    env: {
      AWS_ACCESS_KEY_ID: TEST_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: TEST_KEYS.secretAccessKey,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'test-region-1',
    },
    misbehave: () => null,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}

async function serve(
  server: S3TestServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', server.endpoint);
  const [, bucket = '', ...rest] = url.pathname.split('/');
  const { method = '', headers } = request;
  const noted = { method, key: rest.join('/'), headers, status: 0, bytesOut: 0, bytesIn: 0 };
  const before = request.socket.bytesRead;
  server.asked.push(noted);
  const misdeed = server.misbehave(noted);
  if (misdeed === 'silence') return;
  const answer = await decide(server, { request, response, url, bucket, key: noted.key, misdeed });
  noted.bytesIn = request.socket.bytesRead - before;
  const cut =
    misdeed === 'lost answer' ? 0 : misdeed !== null && 'cutAfter' in misdeed ? misdeed.cutAfter : null;
  const isCut = cut !== null;
  noted.status = answer.status;
  if (cut === 0) return void response.destroy();
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': answer.length ?? answer.body.length,
  });
  const body = method === 'HEAD' ? Buffer.alloc(0) : answer.body.subarray(0, cut ?? undefined);
  noted.bytesOut = body.length;
  if (!isCut) return void response.end(body);
  response.write(body, () => response.destroy());
}

interface Answer {
  status: number;
  body: Buffer;
  headers?: Record<string, string>;
  /** Of what HEAD leaves out. */
  length?: number;
}

interface Question {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  bucket: string;
  key: string;
  misdeed: Misdeed | null;
}

async function decide(server: S3TestServer, question: Question): Promise<Answer> {
  const { request, response, url, bucket, key, misdeed } = question;
  const wrong = checkSignature(request, TEST_KEYS);
  // As S3 does, with what was signed and by whom.
  if (wrong)
    return refuse(
      403,
      wrong.code,
      `${wrong.toSign} ${TEST_KEYS.accessKeyId} ${request.headers.authorization}`,
    );
  if (bucket !== server.bucket) return refuse(404, 'NoSuchBucket');
  if (misdeed !== null && typeof misdeed === 'object' && 'status' in misdeed)
    return refuse(misdeed.status, misdeed.code);
  const stored = server.objects.get(key);
  switch (request.method) {
    case 'PUT': {
      if (request.headers.expect === '100-continue') response.writeContinue();
      const body = await buffer(request);
      const sum = createHash('sha256').update(body).digest('hex');
      if (request.headers['x-amz-content-sha256'] !== sum) return refuse(400, 'XAmzContentSHA256Mismatch');
      if (stored && request.headers['if-none-match'] === '*') return refuse(412, 'PreconditionFailed');
      server.objects.set(key, body);
      return { status: 200, body: Buffer.alloc(0) };
    }
    case 'DELETE':
      server.objects.delete(key);
      return { status: 204, body: Buffer.alloc(0) };
    case 'HEAD':
      return stored
        ? { status: 200, body: Buffer.alloc(0), length: stored.length }
        : { status: 404, body: Buffer.alloc(0) };
    default:
      if (key === '') return { status: 200, body: listPage(server.objects, url.searchParams, PAGE) };
      return stored ? partOf(stored, request.headers.range) : refuse(404, 'NoSuchKey');
  }
}

function partOf(stored: Buffer, range: string | undefined): Answer {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, body: stored };
  if (Number(first) >= stored.length) return refuse(416, 'InvalidRange');
  return { status: 206, body: stored.subarray(Number(first), Number(last) + 1) };
}

function refuse(status: number, code: string, detail = ''): Answer {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message><StringToSign>${detail}</StringToSign></Error>`;
  return { status, body: Buffer.from(body), headers: { 'content-type': 'application/xml' } };
}
