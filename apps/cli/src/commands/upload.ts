import { resolve } from 'node:path';
import type { Diagnostic, DiagnosticCode } from '@basecase/ingest/model';
import { type Command, Option } from 'commander';
import { addBuildOptions, type BuildOptions, buildSettings } from '../build-options';
import { DEVICE_HELP } from '../device-option';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { ConnectionError } from '../http';
import type { Io } from '../io';
import { RefusedError, type RemoteUpload, type UploadClient, uploadClient } from '../upload/upload-client';
import { CAMPAIGN_HELP } from './ingest';

export interface UploadOptions extends BuildOptions {
  url: string;
  token?: string;
  server?: string;
  campaign?: string;
  device?: string;
  verbose?: boolean;
}

const EXAMPLES = `
The same bytes are stored only once, so an interrupted command can be run again. A directory is packed as it is sent.
Create a token on the page /tokens or with "basecase token create"; a server on this machine needs none.

Examples:
  basecase upload x.my9500.z12a.pk1.tar.gz --url https://bench.example --token bc_… --server pn53
  BASECASE_TOKEN=bc_… basecase upload results/ --url https://bench.example
  basecase upload night/ --server pn53 --commit "$(git rev-parse HEAD)" --branch master \\
    --committed-at "$(git show -s --format=%cI HEAD)"`;

/** Adds `basecase upload` to the command line. */
export function addUploadCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const command = program
    .command('upload')
    .description('Send results to a Basecase server over HTTP and wait until they are stored.')
    .argument('<path...>', 'tarball, log file, or directory')
    .option('--url <url>', 'address of the server', 'http://127.0.0.1:3000')
    .addOption(new Option('--token <token>', 'token with the role upload or admin').env('BASECASE_TOKEN'))
    .option('--server <name>', 'name of the measured server, e.g. pn53')
    .option('--campaign <name>', CAMPAIGN_HELP)
    .option('--device <name>', DEVICE_HELP);
  addBuildOptions(command)
    .option('--verbose', 'print every diagnostic instead of a summary')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: UploadOptions) => onEnd(await runUpload(paths, options, io)));
}

/**
 * `basecase upload`: sends each path, follows it until it is stored, and prints where to look at it.
 *
 * @throws UsageError when the server cannot be reached, or refuses the token
 */
async function runUpload(paths: string[], options: UploadOptions, io: Io): Promise<ExitCode> {
  const base = URL.canParse(options.url) ? new URL(options.url) : null;
  if (!base?.protocol.startsWith('http')) {
    throw new UsageError(`--url is not a web address: "${options.url}". Example: http://host:3000`);
  }
  const client = uploadClient(base, options);
  const findings: Finding[] = [];
  let runs = 0;
  for (const path of paths) {
    const upload = await sendOne(path, { client, options, io });
    if (!upload) continue;
    findings.push(...upload.diagnostics.map((found) => ({ path, diagnostic: toDiagnostic(found) })));
    if (upload.state === 'stored') runs += upload.runs.length;
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  return runs > 0 ? EXIT.ok : EXIT.nothingRead;
}

interface Sending {
  client: UploadClient;
  options: UploadOptions;
  io: Io;
}

/**
 * Sends one path and waits until it is stored.
 *
 * @returns null when the server did not accept it, which was already reported
 * @throws UsageError when the server cannot be reached, or refuses the token
 */
export async function sendOne(path: string, { client, options, io }: Sending): Promise<RemoteUpload | null> {
  try {
    // Loaded late: other commands pack nothing.
    const { openUploadSource } = await import('../upload/upload-source');
    const source = await openUploadSource(resolve(io.cwd, path), (bytes) =>
      io.progress(`${path}: ${Math.round(bytes / 1e6)} MB hashed`),
    );
    const known = await client.findBySha256(source.sha256);
    if (known && isDone(known, options)) {
      await io.print(describe(path, known, 'already stored, nothing changed'));
      return known;
    }
    const { id, isNew } = await client.send(source, (bytes) =>
      io.progress(
        progressBar({ done: bytes, of: source.sizeBytes }, `${path}, ${megabytes(bytes, source.sizeBytes)}`),
      ),
    );
    const upload = await follow(id, path, { client, io });
    await io.print(describe(path, upload, isNew ? upload.state : 'already stored, nothing changed'));
    return upload;
  } catch (error) {
    return refuse(path, error, { options, io });
  } finally {
    io.progress(null);
  }
}

function isDone(known: RemoteUpload, options: UploadOptions): boolean {
  const { server, campaign, device } = options;
  // A server that is older than one of these does not tell it.
  const said = Object.entries({ campaign, device, ...buildSettings(options) });
  const saysNews =
    (server !== undefined && server !== known.server) ||
    said.some(([key, value]) => value !== undefined && value !== known.settings?.[key]);
  // Files that the retention rule removed there are restored with the bytes.
  const hasFiles = (known.filesRemovedAt ?? null) === null;
  return known.state === 'stored' && !known.isOutdated && hasFiles && !saysNews;
}

/** @returns null for what concerns this path alone @throws UsageError for what concerns every path */
function refuse(path: string, error: unknown, { options, io }: Pick<Sending, 'options' | 'io'>): null {
  if (error instanceof ConnectionError) {
    throw new UsageError(`${options.url} cannot be reached: ${error.message}. It is safe to run this again.`);
  }
  if (!(error instanceof RefusedError)) throw error;
  if (error.exitCode === EXIT.usage) throw new UsageError(`${options.url}: ${error.message}`);
  io.note(`basecase: ${path}: ${error.message}`);
  return null;
}

/** How often the server is asked. */
const POLL_MS = 300;
/** A longer wait in the queue suggests that no worker is running. */
const PATIENCE_MS = 60_000;

/** Waits until the upload has come to an end. */
async function follow(
  id: string,
  path: string,
  { client, io }: Pick<Sending, 'client' | 'io'>,
): Promise<RemoteUpload> {
  const started = Date.now();
  let isPatient = true;
  for (;;) {
    const upload = await client.get(id);
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

/** What became of one path, with the links to look at. */
function describe(path: string, upload: RemoteUpload, outcome: string): string {
  const count = (status: string) =>
    upload.files.reduce((sum, file) => sum + (file.status === status ? file.count : 0), 0);
  const reason = upload.error ? `: ${upload.error.message} (${upload.error.code})` : '';
  const links = new Set(upload.runs.map(({ compareUrl }) => compareUrl));
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
