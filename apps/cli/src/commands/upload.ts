import { resolve } from 'node:path';
import type { Upload } from '@basecase/contract/upload';
import { looking } from '@basecase/db/stream-look';
import type { Diagnostic, DiagnosticCode } from '@basecase/ingest/model';
import type { CliCommand } from '../cli-command';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { ConnectionError } from '../http';
import type { Io } from '../io';
import { addOptions, buildSettings, readingSettings, type UploadOptions } from '../options';
import { RefusedError, type RemoteServer, remoteServer } from '../remote-server';
import { resultLines } from '../upload-answers';

type RemoteRun = Upload['runs'][number];

/** What a server tells of an upload; older ones leave something out. */
type RemoteUpload = Omit<Upload, 'filesRemovedAt' | 'settings' | 'runs'> &
  Partial<Pick<Upload, 'filesRemovedAt' | 'settings'>> & {
    runs: (Omit<RemoteRun, 'openUrl'> & Partial<Pick<RemoteRun, 'openUrl'>>)[];
  };

const EXAMPLES = `
The same bytes are stored only once, so an interrupted command can be run again. A directory is packed as it is sent.
Create a token on the page /tokens or with "basecase token create"; a server on this machine needs none.

Examples:
  basecase upload x.my9500.z12a.pk1.tar.gz --url https://bench.example --token bc_… --server pn53
  BASECASE_TOKEN=bc_… basecase upload results/ --url https://bench.example
  basecase upload night/ --server pn53 --commit "$(git rev-parse HEAD)" --branch master \\
    --committed-at "$(git show -s --format=%cI HEAD)"`;

/** Adds `basecase upload` to the command line. */
export function defineUpload(command: CliCommand, io: Io): void {
  command.option('--url <url>', 'address of the server', 'http://127.0.0.1:3000');
  addOptions(command, 'token', 'server', 'campaign', 'reading', 'build', 'verbose')
    .addHelpText('after', EXAMPLES)
    .runs((paths: string[], { url, token, ...options }: UploadOptions & { url: string; token?: string }) =>
      runUpload(paths, { server: remoteServer(url, { token }), options, io }),
    );
}

/**
 * `basecase upload`: sends each path, follows it until it is stored, and prints where to look at it.
 *
 * @throws UsageError when the server cannot be reached, or refuses the token
 */
async function runUpload(paths: string[], sending: Sending): Promise<ExitCode> {
  const { options, io, server } = sending;
  const findings: Finding[] = [];
  const uploads: string[] = [];
  let runs = 0;
  for (const path of paths) {
    const upload = await sendOne(path, sending);
    if (!upload) continue;
    findings.push(...upload.diagnostics.map((found) => ({ path, diagnostic: toDiagnostic(found) })));
    if (upload.state !== 'stored') continue;
    runs += upload.runs.length;
    if (upload.runs.length > 0) uploads.push(upload.id);
  }
  for (const line of await resultLines(server, uploads)) await io.print(`${line}\n`);
  noteDiagnostics(findings, options.verbose ?? false, io);
  return runs > 0 ? EXIT.ok : EXIT.nothingRead;
}

interface Sending {
  server: RemoteServer;
  options: UploadOptions;
  io: Io;
}

/**
 * Sends one path and waits until it is stored.
 *
 * @returns null when the server did not accept it, which was already reported
 * @throws UsageError when the server cannot be reached, or refuses the token
 */
export async function sendOne(path: string, { server, options, io }: Sending): Promise<RemoteUpload | null> {
  try {
    // Loaded late: other commands pack nothing.
    const { openUploadSource } = await import('../upload/upload-source');
    const { filename, sha256, sizeBytes, open } = await openUploadSource(resolve(io.cwd, path), (bytes) =>
      io.progress(`${path}: ${Math.round(bytes / 1e6)} MB hashed`),
    );
    const known = await findUpload(server, `by-sha256/${sha256}`);
    if (known && isDone(known, options)) {
      await io.print(describe(path, known, alreadyStored(known, filename)));
      return known;
    }
    const { campaign } = options;
    const said = {
      ...{ server: options.server, campaign },
      ...readingSettings(options),
      ...buildSettings(options),
    };
    const { answer, status } = await server.put<Pick<Upload, 'id'>>(
      'uploads',
      { filename, sha256, ...said },
      {
        size: sizeBytes,
        open() {
          let bytes = 0;
          return open().pipe(
            looking((chunk) => {
              bytes += chunk.length;
              const text = `${path}, ${megabytes(bytes, sizeBytes)}`;
              io.progress(progressBar({ done: bytes, of: sizeBytes }, text));
            }),
          );
        },
      },
    );
    const upload = await follow(answer.id, path, { server, io });
    await io.print(describe(path, upload, status === 202 ? upload.state : alreadyStored(upload, filename)));
    return upload;
  } catch (error) {
    // A body that was refused is not the fault of the command line.
    if (error instanceof RefusedError && (error.status === 400 || error.status === 413)) {
      io.note(`basecase: ${path}: ${error.title}`);
      return null;
    }
    const isUnreachable = error instanceof UsageError && error.cause instanceof ConnectionError;
    throw isUnreachable ? new UsageError(`${error.message} It is safe to run this again.`) : error;
  } finally {
    io.progress(null);
  }
}

/** An upload at a path below `uploads`; null: there is none. */
async function findUpload(server: RemoteServer, path: string): Promise<RemoteUpload | null> {
  return server.get<RemoteUpload>(`uploads/${path}`).catch((error: unknown) => {
    if (error instanceof RefusedError && error.status === 404) return null;
    throw error;
  });
}

function isDone(known: RemoteUpload, options: UploadOptions): boolean {
  const { server, campaign } = options;
  // A server that is older than one of these does not tell it.
  const said = Object.entries({ campaign, ...readingSettings(options), ...buildSettings(options) });
  const saysNews =
    (server !== undefined && server !== known.server) ||
    said.some(([key, value]) => value !== undefined && value !== known.settings?.[key]);
  // Files that the retention rule removed there are restored with the bytes.
  const hasFiles = (known.filesRemovedAt ?? null) === null;
  return known.state === 'stored' && !known.isOutdated && hasFiles && !saysNews;
}

/** How often the server is asked. */
const POLL_MS = 300;
/** A longer wait in the queue suggests that no worker is running. */
const PATIENCE_MS = 60_000;

/** Waits until the upload has come to an end. */
async function follow(
  id: string,
  path: string,
  { server, io }: Pick<Sending, 'server' | 'io'>,
): Promise<RemoteUpload> {
  const started = Date.now();
  let isPatient = true;
  for (;;) {
    const upload = await findUpload(server, id);
    if (!upload) throw new UsageError(`upload ${id} was deleted.`);
    if (upload.state !== 'queued' && upload.state !== 'reading') return upload;
    if (isPatient && upload.state === 'queued' && Date.now() - started > PATIENCE_MS) {
      io.note(`basecase: ${path}: still queued. Is a worker running on the server? See ${upload.url}`);
      isPatient = false;
    }
    io.progress(
      upload.progress
        ? progressBar(
            { done: upload.progress.bytes, of: upload.sizeBytes },
            `${path}, ${upload.progress.files} files read, ${upload.progress.results} results`,
          )
        : `${path}: queued`,
    );
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** The name that these bytes were sent under first, where this one differs: lists and pages have that. */
function alreadyStored(known: RemoteUpload, filename: string): string {
  const as = known.filename === filename ? '' : ` as ${known.filename}`;
  return `already stored${as}, nothing changed`;
}

/** What became of one path, with the links to look at. */
function describe(path: string, upload: RemoteUpload, outcome: string): string {
  const count = (status: string) =>
    upload.files.reduce((sum, file) => sum + (file.status === status ? file.count : 0), 0);
  const reason = upload.error ? `: ${upload.error.message} (${upload.error.code})` : '';
  const links = new Set(upload.runs.map(({ compareUrl, openUrl = compareUrl }) => openUrl));
  return [
    `${path}: ${outcome}${reason}`,
    ...upload.runs.map(
      ({ label, results }) => `  run: ${label}, ${results} ${results === 1 ? 'result' : 'results'}`,
    ),
    `  files: ${count('parsed')} read, ${count('kept')} kept as they are, ${count('unknown')} not recognized`,
    ...[...links].map((link) => `  look at: ${link}`),
    `  upload: ${upload.url}`,
    '',
  ].join('\n');
}

/** The server may be newer and know codes that this command does not; they are only printed. */
function toDiagnostic(found: RemoteUpload['diagnostics'][number]): Diagnostic {
  return { ...found, code: found.code as DiagnosticCode };
}

const WIDTH = 24;

/** `[######                  ]  25%  name, 12.5 of 50.0 MB`; never shows 100% before all is done. */
export function progressBar(part: { done: number; of: number }, text: string): string {
  const share = part.of > 0 ? Math.min(1, part.done / part.of) : 0;
  const filled = Math.floor(share * WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent}%  ${text}`;
}

/** `12.5 of 50.0 MB` */
export function megabytes(done: number, of: number): string {
  return `${(done / 1e6).toFixed(1)} of ${(of / 1e6).toFixed(1)} MB`;
}
