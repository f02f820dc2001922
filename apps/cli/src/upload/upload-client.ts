import { Transform } from 'node:stream';
import { type BuildOptions, buildSettings } from '../build-options';
import { EXIT, type ExitCode } from '../exit';
import { type Answer, ConnectionError, callHttp } from '../http';
import type { UploadSource } from './upload-source';

/** The upload as `GET /api/v1/uploads/:id` tells it; what is not used here is left out. */
export interface RemoteUpload {
  id: string;
  url: string;
  state: 'queued' | 'reading' | 'preview' | 'stored' | 'failed' | 'cancelled';
  server: string | null;
  settings?: Readonly<Record<string, string>>;
  isOutdated: boolean;
  /** ISO 8601: since when its files are gone by a rule; null: they are stored. Older servers don't tell. */
  filesRemovedAt?: string | null;
  sizeBytes: number;
  progress: { bytes: number; files: number; results: number } | null;
  error: { code: string; message: string } | null;
  files: { status: 'parsed' | 'kept' | 'unknown'; count: number }[];
  diagnostics: {
    code: string;
    severity: 'info' | 'warning';
    file: string | null;
    line: number | null;
    message: string;
    excerpt: string | null;
  }[];
  runs: { label: string; results: number; compareUrl: string }[];
}

/** The server said no. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly exitCode: ExitCode;

  constructor({ status, json }: Answer) {
    const problem = json as { title?: unknown; code?: unknown } | null;
    const answer = typeof problem?.title === 'string' ? `${problem.title} (${String(problem.code)})` : null;
    super(answer ?? `status ${status}, and the answer is not from Basecase. Is the URL right?`);
    this.status = status;
    // A body that was refused is not the fault of the command line.
    this.exitCode = status === 400 || status === 413 ? EXIT.nothingRead : EXIT.usage;
  }
}

/** Tries of one request when the connection is cut. Sending again is safe: the same bytes are the same upload. */
const TRIES = 3;
const PAUSE_MS = 1000;

export interface UploadClient {
  findBySha256(sha256: string): Promise<RemoteUpload | null>;
  /** @returns id, and whether the bytes were new */
  send(source: UploadSource, onProgress: (bytes: number) => void): Promise<{ id: string; isNew: boolean }>;
  get(id: string): Promise<RemoteUpload>;
}

/**
 * Talks to a Basecase server.
 *
 * @param base e.g. `http://127.0.0.1:3000`
 */
export function uploadClient(
  base: URL,
  given: BuildOptions & { token?: string; server?: string; campaign?: string; device?: string },
): UploadClient {
  const at = (path: string) => new URL(path, base.href.replace(/\/?$/, '/'));
  const authorization: Record<string, string> =
    given.token === undefined ? {} : { authorization: `Bearer ${given.token}` };

  const getJson = async (path: string) => {
    const answer = await again(() => callHttp(at(path), { method: 'GET', headers: authorization }));
    if (answer.status === 404) return null;
    return expectUpload(answer);
  };

  return {
    findBySha256: (sha256) => getJson(`api/v1/uploads/by-sha256/${sha256}`),
    async get(id) {
      const upload = await getJson(`api/v1/uploads/${id}`);
      if (!upload) throw new Error(`upload ${id} was deleted`);
      return upload;
    },
    async send({ filename, sizeBytes, sha256, open }, onProgress) {
      const url = at('api/v1/uploads');
      url.search = new URLSearchParams({
        filename,
        sha256,
        ...(given.server !== undefined && { server: given.server }),
        ...(given.campaign !== undefined && { campaign: given.campaign }),
        ...(given.device !== undefined && { device: given.device }),
        ...buildSettings(given),
      }).toString();
      const headers = {
        ...authorization,
        'content-type': 'application/octet-stream',
        'content-length': String(sizeBytes),
      };
      const answer = await again(() =>
        callHttp(url, { method: 'PUT', headers, body: open().pipe(counter(onProgress)) }),
      );
      if (answer.status !== 200 && answer.status !== 202) throw new RefusedError(answer);
      return { id: (answer.json as { id: string }).id, isNew: answer.status === 202 };
    },
  };
}

function expectUpload(answer: Answer): RemoteUpload {
  const isUpload = typeof answer.json === 'object' && answer.json !== null && 'state' in answer.json;
  if (answer.status !== 200 || !isUpload) throw new RefusedError(answer);
  return answer.json as RemoteUpload;
}

function counter(onProgress: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onProgress(bytes);
      done(null, chunk);
    },
  });
}

async function again(call: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConnectionError && error.wasCut) || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
    }
  }
}
