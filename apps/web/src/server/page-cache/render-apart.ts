import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { visits } from '../access/visit';
import type { SharedRequest } from './shared-request';

/** A whole answer, as it would be sent: not compressed. */
export interface Rendered {
  status: number;
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: Buffer;
}

/** Without a name, Next.js takes a visitor for a browser that can wait for the rest of a page's head. */
const USER_AGENT = 'basecase';

/**
 * Lets the app answer a request without a connection: no client can end it half-way or read it slowly, and
 * nothing of a visitor is in it but what the shared request says.
 *
 * @throws Error when the app breaks the answer off
 */
export function renderApart(app: RequestListener, shared: SharedRequest): Promise<Rendered> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = shared.url;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  Object.assign(request.headers, shared.headers, { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' });
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [name, String(value)]);
  request.push(null);
  request.complete = true;
  return new Promise((resolve, reject) => {
    const response = new HeldResponse(request, { resolve, reject });
    // Who asks for it has passed the gate.
    visits.run({ ...shared.visit, mayRead: true }, () => app(request, response));
  });
}

interface Settle {
  resolve: (rendered: Rendered) => void;
  reject: (error: Error) => void;
}

/** A response that keeps what is written to it until it ends. Next.js holds it for long after. */
class HeldResponse extends ServerResponse {
  #chunks: Buffer[] = [];
  #settle: Settle | null;

  constructor(request: IncomingMessage, settle: Settle) {
    super(request);
    this.#settle = settle;
  }

  override flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    // Headers passed here are otherwise missing from `getHeaders()`.
    const given = rest.at(-1);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      for (const [name, value] of Object.entries(given)) this.setHeader(name, value);
    }
    return super.writeHead(status);
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.flushHeaders();
    this.#take(chunk, rest);
    return true;
  }

  override end(...args: unknown[]): this {
    if (this.finished) return this;
    const [chunk, ...rest] = args;
    this.flushHeaders();
    if (typeof chunk === 'function') process.nextTick(chunk);
    else if (chunk !== undefined && chunk !== null) this.#take(chunk, rest);
    this.finished = true;
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries(this.getHeaders())) {
      if (value !== undefined) headers[name] = typeof value === 'number' ? String(value) : value;
    }
    this.#settle?.resolve({ status: this.statusCode, headers, body: Buffer.concat(this.#chunks) });
    this.#letGo();
    process.nextTick(() => {
      this.emit('prefinish');
      this.emit('finish');
      this.emit('close');
    });
    return this;
  }

  override destroy(error?: Error): this {
    if (!this.finished) this.#settle?.reject(error ?? new Error('the answer was broken off'));
    this.#letGo();
    return super.destroy(error);
  }

  /** A promise is held by its functions, and holds its answer. */
  #letGo(): void {
    this.#chunks = [];
    this.#settle = null;
  }

  #take(chunk: unknown, rest: unknown[]): void {
    const [encoding] = rest;
    if (typeof chunk === 'string') {
      this.#chunks.push(
        Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      );
    } else {
      // A copy: who wrote it may use its memory again.
      this.#chunks.push(Buffer.from(chunk as Uint8Array));
    }
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
  }
}
