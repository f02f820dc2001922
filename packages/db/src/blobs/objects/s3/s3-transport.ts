import { createReadStream } from 'node:fs';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { LocalFile } from '../object-store';
import { errorCode, MAX_ERROR_BODY, s3Error, unreachable } from './s3-errors';
import type { S3Settings } from './s3-settings';

/** A request that may be sent again: each of them leaves the same behind however often it arrives. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Path below the address of the bucket, beginning with a slash. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: LocalFile & { sha256: string };
  /** Failed answers that the caller handles. */
  expects?: readonly number[];
}

/** How long is waited, and how often something is tried. */
export interface S3Patience {
  tries: number;
  /** Before the second try; twice as long before each one after it. */
  retryMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
}

const S3_PATIENCE: S3Patience = { tries: 5, retryMs: 200, idleMs: 15_000 };

/** Of one wait between tries. */
const MAX_RETRY_MS = 5000;

/** Bodies from this size on are sent when the server has said that it wants them, so that it can refuse before. */
const ASK_FIRST_BYTES = 1024 * 1024;
/** Some servers never send it. */
const ASK_MS = 1000;

/**
 * What a busy or broken server answers, and what S3 answers to a PUT that meets another one (409) or waits too long
 * (400).
 */
const WORTH_ANOTHER = new Set([429, 500, 502, 503, 504]);
const CODES_WORTH_ANOTHER = new Set(['RequestTimeout', 'ConditionalRequestConflict', 'SlowDown']);

const NO_BODY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** For all blob stores of this process. Connections that nothing uses do not keep it from ending. */
const AGENTS = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
};

/** Sends signed requests to a bucket, and sends them again when it is worth it. */
export class S3Transport {
  readonly #settings: S3Settings;
  readonly #patience: S3Patience;
  /** Keys of days, which are derived from the secret one. */
  readonly #derived = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings, patience: S3Patience = S3_PATIENCE) {
    this.#settings = settings;
    this.#patience = patience;
  }

  get tries(): number {
    return this.#patience.tries;
  }

  /**
   * @returns an answer that is a success or expected; its body is to be read or destroyed
   * @throws BlobStoreError, StorageFullError
   */
  async send(request: S3Request): Promise<IncomingMessage> {
    for (let tried = 1; ; tried += 1) {
      const { answer, failure } = await this.#once(request).then(
        (response) => ({ answer: response, failure: null }),
        (error: unknown) => ({ answer: null, failure: unreachable(error) }),
      );
      if (!answer) {
        if (tried === this.#patience.tries) throw failure;
      } else {
        const status = answer.statusCode ?? 0;
        if ((status >= 200 && status < 300) || request.expects?.includes(status)) return answer;
        const code = errorCode(await textOf(answer, MAX_ERROR_BODY));
        const isWorthAnother = WORTH_ANOTHER.has(status) || (code !== null && CODES_WORTH_ANOTHER.has(code));
        if (!isWorthAnother || tried === this.#patience.tries) throw s3Error(status, code);
      }
      await this.wait(tried);
    }
  }

  /** @param tried how often, so far */
  async wait(tried: number): Promise<void> {
    const longest = Math.min(this.#patience.retryMs * 2 ** (tried - 1), MAX_RETRY_MS);
    // Not all processes at the same moment.
    await delay(longest * (0.5 + Math.random() / 2));
  }

  async #once({ method, path, query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const { bucketUrl, accessKeyId, secretAccessKey, sessionToken, region } = this.#settings;
    const url = new URL(`${bucketUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NO_BODY_SHA256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: 's3',
      region,
      cache: this.#derived,
    }).sign();
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      method,
      agent: AGENTS[isSecure ? 'https:' : 'http:'],
      headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.bytes }) },
    });
    request.setTimeout(this.#patience.idleMs, () => request.destroy(timedOut()));
    return answerTo(request, body);
  }
}

function answerTo(request: ClientRequest, body: LocalFile | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    if (!body) return void request.end();
    let isSent = false;
    const send = () => {
      if (isSent || request.destroyed) return;
      isSent = true;
      const content = createReadStream(body.path);
      content.on('error', (error) => request.destroy(error));
      // An answer before the end is a refusal: the rest is not read.
      request.once('response', () => content.unpipe(request));
      request.once('close', () => content.destroy());
      content.pipe(request);
    };
    if (body.bytes < ASK_FIRST_BYTES) return send();
    request.setHeader('expect', '100-continue');
    request.once('continue', send);
    const timer = setTimeout(send, ASK_MS);
    request.once('close', () => clearTimeout(timer));
    request.once('response', () => {
      clearTimeout(timer);
      isSent = true;
    });
    request.flushHeaders();
  });
}

function timedOut(): Error {
  return Object.assign(new Error('no byte came or went for too long'), { code: 'TIMED_OUT' });
}

/** The text of an answer. @param maxBytes more is not read */
export async function textOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    throw unreachable(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}
