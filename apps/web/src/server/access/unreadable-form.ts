import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './refusal';

/** Forms of pages are small; Next.js reads no more of one either. */
const MAX_BYTES = 1024 * 1024;

/**
 * Next.js takes every multipart body that is sent to a page for a form, and ends with 500 for one that is none. Without a
 * boundary it is refused here. Otherwise its bytes are looked at on their way, and a 500 becomes 400 when they are not a form; an error of the app stays one.
 */
export function checkForm(request: IncomingMessage, response: ServerResponse): Refusal | null {
  const type = request.headers['content-type'] ?? '';
  if (/^\/api\//i.test(request.url ?? '') || !/^multipart\//i.test(type)) return null;
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) {
    return {
      status: 400,
      code: 'FORM_INVALID',
      title: 'Bad request',
      text: 'The body is not a form: its content type names no boundary.',
    };
  }
  const body = keepBody(request);
  let status = response.statusCode;
  Object.defineProperty(response, 'statusCode', {
    get: () => status,
    set: (next: number) => {
      status = next === 500 && !isForm(body(), boundary) ? 400 : next;
    },
  });
  return null;
}

/** Begins and ends as RFC 2046, 5.1.1 has it, and each part has a name. */
function isForm(body: Buffer | null, boundary: string): boolean {
  if (body === null) return true;
  const parts = body.toString('latin1').split(`--${boundary}`);
  return (
    parts.length > 2 &&
    parts[0] === '' &&
    /^--\s*$/.test(parts.at(-1) ?? '') &&
    parts.slice(1, -1).every((part) => /^\r\ncontent-disposition: *form-data; *name=/i.test(part))
  );
}

/** Sees what arrives without taking it. @returns the bytes so far; null when there are more than a form has */
function keepBody(request: IncomingMessage): () => Buffer | null {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(Buffer.from(chunk));
      else chunks.length = 0;
    }
    return push(chunk, encoding);
  };
  return () => (bytes <= MAX_BYTES ? Buffer.concat(chunks) : null);
}
