import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyWith, type CutAnswer, gzipWith, headersWith } from './cut-answer';

/** Sends a kept answer with its own nonce, compressed where the client can read that. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: CutAnswer): void {
  const nonce = newNonce(answer.nonceLength);
  const { packed } = answer;
  const gzip = packed !== null && acceptsGzip(request.headers['accept-encoding']);
  const body = gzip ? gzipWith(answer, packed, nonce) : bodyWith(answer, nonce);
  response.statusCode = answer.status;
  for (const [name, value] of headersWith(answer, nonce)) {
    // The gate has said already what an answer varies with where reading is closed.
    if (name === 'vary') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (packed !== null && !/accept-encoding/i.test(String(response.getHeader('vary')))) {
    response.appendHeader('vary', 'accept-encoding');
  }
  if (gzip) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Random, never used again. @param length of the nonce that the answer was made with */
function newNonce(length: number): string {
  if (length === 0) return '';
  let nonce = '';
  while (nonce.length < length) nonce += randomUUID().replaceAll('-', '');
  return nonce.slice(0, length);
}

/** Whether `Accept-Encoding` names gzip (RFC 9110, 12.5.3), and not with `q=0`. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([coding, weight]) => (coding === 'gzip' || coding === '*') && !/^q=0(\.0*)?$/.test(weight ?? ''));
}
