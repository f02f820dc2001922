import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Readable } from 'node:stream';

export interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent as it comes; its length belongs into the headers when it is known. */
  body?: Readable;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The JSON of the body, null when it is none. */
  json: unknown;
}

/** The server could not be reached, or went away before it answered. Trying again is safe. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** It was there and went away: the next try may well work. */
  readonly wasCut: boolean;

  constructor(cause: NodeJS.ErrnoException) {
    super(REASONS[cause.code ?? ''] ?? cause.message, { cause });
    this.wasCut = cause.code === 'ECONNRESET' || cause.code === 'EPIPE' || cause.code === 'ETIMEDOUT';
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'unknown host',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the host does not respond',
};

/**
 * One HTTP request. A server may answer before it has read the body (a wrong token); its answer is what counts then,
 * which is why this is no `fetch`: that throws the answer away.
 *
 * @throws ConnectionError
 */
export function callHttp(url: URL, { method, headers = {}, body }: Call): Promise<Answer> {
  const open = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers });
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      const finish = () => {
        // Nobody reads the rest of the body any more.
        body?.destroy();
        request.destroy();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: parseJson(text) });
      };
      response.on('end', finish);
      response.on('error', finish);
    });
    request.on('error', (cause: NodeJS.ErrnoException) => {
      body?.destroy();
      if (!answered) reject(new ConnectionError(cause));
    });
    if (!body) return void request.end();
    body.on('error', (error) => {
      request.destroy();
      reject(error);
    });
    body.pipe(request);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not from Basecase: a proxy's page, or another program's.
    return null;
  }
}
