import { z } from 'zod/mini';
import { api } from '../../../ui/api/api';
import { type PutRequest, SendError, type Transport } from './send-job';

/** The browser hashes whole buffers only. Larger files are sent without asking; the server recognizes them then. */
const MAX_HASH_BYTES = 256 * 2 ** 20;

/** States in which the server needs no bytes: it has read them, or will. */
const HAS_BYTES = new Set(['queued', 'reading', 'preview', 'stored']);

/** Of a transport all but its clock. */
export const browserTransport: Pick<Transport, 'hash' | 'find' | 'put'> = {
  hash: hashOneByOne,
  find,
  put,
};

let hashing: Promise<unknown> = Promise.resolve();

/** One file in memory at a time, however many wait. */
function hashOneByOne(blob: Blob): Promise<string | null> {
  const next = hashing.then(() => hash(blob));
  hashing = next.catch(() => null);
  return next;
}

async function hash(blob: Blob): Promise<string | null> {
  // Pages of another machine without https have no `subtle`.
  if (blob.size >= MAX_HASH_BYTES || !globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function find(sha256: string): Promise<string | null> {
  // Without an answer the bytes are sent: that finds out as well.
  const answer = await fetch(`/api/v1/uploads/by-sha256/${sha256}`).catch(() => null);
  const found = known.safeParse(answer?.ok ? await answer.json().catch(() => null) : null);
  // Sending the bytes again restores files that the retention rule removed.
  const isThere = found.success && HAS_BYTES.has(found.data.state) && found.data.filesRemovedAt === null;
  return isThere ? found.data.id : null;
}

async function put(request: PutRequest): Promise<{ id: string; isNew: boolean }> {
  try {
    return await putOnce(request);
  } catch (error) {
    if (!(error instanceof SendError) || !error.isCut) throw error;
    // A server that does not want the bytes may close the connection before the browser reads its answer.
    const access = await api.tokens.access.query().catch(() => null);
    if (access && access.role === null) {
      throw new SendError('TOKEN_MISSING', 'Uploading needs a token: sign in, then send it again.');
    }
    throw error;
  }
}

const known = z.object({ id: z.string(), state: z.string(), filesRemovedAt: z.nullable(z.string()) });
const accepted = z.object({ id: z.string() });
const problem = z.object({ title: z.string(), code: z.string() });

/** XMLHttpRequest, because fetch cannot say how much of a body is sent. */
function putOnce({ name, blob, sha256, onProgress, signal }: PutRequest) {
  return new Promise<{ id: string; isNew: boolean }>((resolve, reject) => {
    const query = new URLSearchParams({ filename: name, hold: '1', ...(sha256 !== null && { sha256 }) });
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/v1/uploads?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const body = parseJson(request.responseText);
      const ok = accepted.safeParse(body);
      if (request.status < 300 && ok.success)
        return resolve({ id: ok.data.id, isNew: request.status === 202 });
      const why = problem.safeParse(body);
      if (why.success)
        return reject(new SendError(why.data.code, why.data.title, why.data.code === 'BODY_CUT'));
      reject(new SendError(`HTTP_${request.status}`, `The server answered with status ${request.status}.`));
    });
    request.addEventListener('error', () =>
      reject(new SendError('CONNECTION_CUT', 'The connection was cut.', true)),
    );
    request.addEventListener('abort', () => reject(new SendError('CANCELLED', 'Cancelled.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(blob);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy in between answers in its own words.
    return null;
  }
}
