import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { peek, unpacked } from './archive/byte-stream';
import { findCompression, findPacking, isTar, isZip } from './archive/magic';
import { readDirectory } from './archive/read-directory';
import { readMember } from './archive/read-member';
import { readTar } from './archive/read-tar';
import { readStoredMember } from './archive/stored-files';
import { readZip } from './archive/zip/read-zip';
import { addToGroup } from './assemble/add-to-group';
import { type AssembleOptions, assembleRuns } from './assemble/assemble-runs';
import type { ArtifactSink } from './files/artifact-sink';
import { PackedLogs } from './files/packed-logs';
import { diagnostic } from './files/reporter';
import type { StopCheck } from './files/stop-check';
import { type Progress, UploadFiles } from './files/upload-files';
import { parseRunDirectory } from './identity/names/run-directory';
import { IngestError } from './ingest-error';
import { directoriesAbove, hasArchiveSuffix, labelOf } from './label';
import { DEFAULT_LIMITS, type Limits, READ_BYTES } from './limits';
import { maskPath, type SecretFound } from './masking/secret-masker';
import type { Diagnostic } from './model/diagnostic';
import type { UnknownRelation } from './model/identity';
import { naturalOrder } from './model/natural-order';
import type { Artifact, FirstReading, NormalizedRun, ParsedUpload } from './model/run';
import { profileFormat } from './parsers/profile/family';
import { FAMILIES } from './parsers/registry';
import { WHY_NO_RESULT } from './parsers/why-no-result';

export interface ReadOptions {
  /** Receives the masked bytes of each file. */
  sink?: ArtifactSink;
  /** Device whose iostat rows count, e.g. `md2`; chosen by its traffic when left out. */
  device?: string;
  onProgress?: (progress: Progress) => void;
  /** The pattern of the paths below the root (docs/how-to/name-your-runs.md); it comes after basecase.json. */
  layout?: string;
  /** Treatment of results whose relation is unknown. Default: each stays apart, and a question is raised. */
  unknown?: UnknownRelation;
  /**
   * Called with what was read, until it gives null. Another device, layout or relation in its answer makes other runs of the
   * same logs, which are not read again.
   */
  settle?: (read: ReadUpload) => Promise<Reading | null>;
  /**
   * Takes the runs of some directories at a time, in place of `runs`, diagnostics and questions of the answer: memory hardly
   * grows with the number of directories. Results of different parts are not compared. Given for each reading again.
   */
  onRuns?: (runs: readonly NormalizedRun[]) => void;
  /**
   * False leaves `Artifact.sha256` empty, which makes reading much faster: for callers that store nothing. `sizeBytes` is
   * then that of the file as it was read, before secrets were masked. Default true; always true with a sink.
   */
  hash?: boolean;
  limits?: Partial<Limits>;
  /**
   * Aborted: reading ends at the next chunk or entry, with the signal's reason as its error. The source is
   * destroyed at once, so a source that never gives another byte holds nothing up.
   */
  signal?: AbortSignal;
  /** Seconds after which reading ends with TIME_LIMIT, looked at between chunks and entries. Default: no limit. */
  maxSeconds?: number;
  /** Told of each secret that is masked, file by file as they are read. */
  onSecret?: (file: string, found: SecretFound) => void;
  /**
   * The bytes are a tar archive of files that an earlier reading stored (`packStored`): nothing in it is unpacked or
   * opened as an archive, and what that reading found in the archive is taken over.
   */
  stored?: FirstReading;
  /**
   * True for callers that keep files: an upload of flame graphs or folded stacks without any log is then no error, as they
   * belong to a run that came before or will come. Default false.
   */
  keepProfiles?: boolean;
}

/** With the names of the directories above, which only a file system tells. */
type Placed = ReadOptions & { above?: string };

/** An upload as read, before its names are settled. */
export type ReadUpload = Omit<ParsedUpload, 'diagnostics' | 'diagnosticCounts'>;

/** Options that decide what the logs of an upload are results of. */
export type Reading = Pick<ReadOptions, 'device' | 'layout' | 'unknown'>;

/**
 * Reads benchmark logs from a directory, a tarball, a zip archive or a single file (plain or packed). Memory does not grow with it.
 * Recoverable problems are in the result's diagnostics; every file is in its artifacts.
 *
 * @throws IngestError NOT_FOUND, ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE, NO_KNOWN_LOGS, TIME_LIMIT
 * @throws the reason of an aborted signal
 */
export async function readUpload(uploadPath: string, options: ReadOptions = {}): Promise<ParsedUpload> {
  const absolute = path.resolve(uploadPath);
  const stats = await stat(absolute).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'no such file or directory' : cause.message;
    throw new IngestError('NOT_FOUND', `${uploadPath}: ${reason}`, { cause });
  });
  if (!stats.isDirectory()) {
    const stream = createReadStream(absolute, { highWaterMark: READ_BYTES });
    return readBytes(
      stream,
      { name: path.basename(absolute), parent: path.basename(path.dirname(absolute)) },
      { ...options, above: directoriesAbove(absolute) },
    );
  }
  const files = openUpload(options);
  return files.stop.around(async () => {
    await readDirectory(files, absolute);
    return finishUpload(files, labelOf(absolute), { ...options, above: directoriesAbove(absolute) });
  });
}

/**
 * The same for a stream: a tarball or a single file.
 *
 * @param name file name: the label of runs without their own directory
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE, NO_KNOWN_LOGS, TIME_LIMIT
 * @throws the reason of an aborted signal
 */
export async function readUploadStream(
  stream: Readable,
  name: string,
  options: ReadOptions = {},
): Promise<ParsedUpload> {
  return readBytes(stream, { name: path.basename(name), parent: null }, options);
}

async function readBytes(
  stream: Readable,
  { name, parent }: { name: string; parent: string | null },
  options: Placed,
): Promise<ParsedUpload> {
  // The name is shown and is a label: a secret in it goes before anything else sees it.
  const from = { name: maskPath(name), parent };
  const files = openUpload(options);
  // Who reads the stream meets its error; destroyed before anybody does, it has no reader.
  stream.on('error', () => undefined);
  if (options.signal) addAbortSignal(options.signal, stream);
  return files.stop.around(async () => {
    try {
      return await readStream(files, stream, { from, options });
    } finally {
      stream.destroy();
    }
  });
}

async function readStream(
  files: UploadFiles,
  stream: Readable,
  { from, options }: { from: { name: string; parent: string | null }; options: Placed },
): Promise<ParsedUpload> {
  if (options.stored)
    return readStored(files, checked(stream, files.stop), { first: options.stored, options });
  const packed = await peek(checked(stream, files.stop));
  const content = await peek(unpacked(packed, files.limits));
  if (isTar(content.head) || isZip(content.head, from.name)) {
    const read = isTar(content.head) ? readTar : readZip;
    await read(files, content.bytes, { directory: null, depth: 0, readMember });
    // The same archive is read over HTTP, where nothing is above it.
    return finishUpload(files, labelOf(from.name), { ...options, above: '' });
  }
  const packing = findPacking(content.head);
  if (packing !== null && UNOPENED.has(packing)) {
    const reason = `${packing} archives are not opened. Pack the files as zip or tar.gz.`;
    throw new IngestError('ARCHIVE_UNREADABLE', `${from.name}: ${reason}`);
  }
  if (hasArchiveSuffix(from.name)) {
    const found = findCompression(packed.head)
      ? 'the unpacked data is not a tar archive'
      : 'it is not an archive';
    throw new IngestError('ARCHIVE_UNREADABLE', `${from.name}: ${found}. Make or copy it again.`);
  }
  await readMember(files, { path: from.name, size: null, depth: 0 }, content.bytes);
  // The directory of a single log names its product and version.
  const isRunDirectory = from.parent !== null && parseRunDirectory(from.parent).conventional;
  return finishUpload(files, isRunDirectory && from.parent ? from.parent : labelOf(from.name), options);
}

/** Archives of formats that need their own program. */
const UNOPENED: ReadonlySet<string> = new Set(['7z', 'rar']);

/** Checks before each chunk whether to stop reading, also while skipping an archive. */
async function* checked(stream: Readable, stop: StopCheck): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    stop.check();
    yield chunk;
  }
}

async function readStored(
  files: UploadFiles,
  bytes: AsyncIterable<Uint8Array>,
  { first, options }: { first: FirstReading; options: ReadOptions },
): Promise<ParsedUpload> {
  files.diagnostics.carryOver(first);
  await readTar(files, (await peek(bytes)).bytes, {
    directory: null,
    depth: 0,
    readMember: readStoredMember,
  });
  return finishUpload(files, first.rootLabel, { ...options, above: first.above ?? '' });
}

/** Stored files were within the limits when they came; placeholders may be longer than secrets. */
const UNLIMITED: Partial<Limits> = {
  entries: Number.POSITIVE_INFINITY,
  entryBytes: Number.POSITIVE_INFINITY,
  totalBytes: Number.POSITIVE_INFINITY,
};

function openUpload({ limits, hash = true, stored, onRuns, ...options }: ReadOptions): UploadFiles {
  const all = { ...DEFAULT_LIMITS, ...limits, ...(stored && UNLIMITED) };
  return new UploadFiles({ ...options, limits: all, hash, ...(onRuns && { packed: new PackedLogs() }) });
}

/** Kinds of files that say where the time of a run went. */
const PROFILE_KINDS: ReadonlySet<string> = new Set(profileFormat.parsers.map(({ kind }) => kind));

/** The reason for missing runs: an upload whose files were all left out is not empty. */
function whatWasFound(artifacts: readonly Artifact[], diagnostics: readonly Diagnostic[]): string {
  const kinds = new Set(artifacts.filter(({ status }) => status !== 'unknown').map(({ kind }) => kind));
  const count = artifacts.length;
  const recognized = kinds.size > 0 ? ` that gives a result (recognized: ${[...kinds].join(', ')})` : '';
  if (count > 0) return `none of ${count} files is a known log${recognized}`;
  const [first, ...others] = diagnostics;
  if (!first) return 'the upload is empty';
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `nothing in the upload could be read: ${first.file}: ${first.message}${more}`;
}

async function finishUpload(
  files: UploadFiles,
  label: string,
  { above: names = '', device, keepProfiles = false, layout, unknown, stored, settle, onRuns }: Placed,
): Promise<ParsedUpload> {
  const [rootLabel, above] = [maskPath(label), maskPath(names)];
  const { artifacts, packed } = files;
  let count = 0;
  const assemble = (said: AssembleOptions): ReturnType<typeof assembleRuns> => {
    if (!packed) return assembleRuns(files.logs, said);
    for (const logs of packed.parts()) {
      const { runs } = assembleRuns(logs, said);
      count += runs.length;
      onRuns?.(runs);
    }
    return { runs: [], diagnostics: [], questions: [] };
  };
  const read = (said: AssembleOptions) => {
    const { runs, diagnostics, questions } = assemble(said);
    const { layout: pattern, unknown: relation } = said;
    const firstReading = {
      rootLabel,
      ...(above !== '' && { above }),
      ...files.diagnostics.ofArchive,
      ...(pattern !== undefined && { layout: pattern }),
      ...(relation && { unknown: relation }),
    };
    return { diagnostics, found: { runs, artifacts, questions, firstReading } };
  };
  const said = {
    ...{ rootLabel, above, device },
    ...{ layout: layout ?? stored?.layout, unknown: unknown ?? stored?.unknown },
  };
  // The old reading is released before the next one: of a large tree each is most of the memory.
  let current: ReturnType<typeof read> | null = read(said);
  let next = await settle?.(current.found);
  while (next) {
    current = null;
    current = read({ ...said, ...next });
    next = await settle?.(current.found);
  }
  const { diagnostics, found } = current;
  for (const one of diagnostics) files.diagnostics.add(one);
  const silent = packed ? [] : noteSilent({ artifacts, runs: found.runs, said: files.diagnostics.files });
  for (const one of silent) files.diagnostics.add(one);
  const all = files.diagnostics.collect();
  const isProfile = artifacts.some(({ kind }) => PROFILE_KINDS.has(kind));
  if (found.runs.length + count === 0 && !(keepProfiles && isProfile)) {
    throw new IngestError(
      'NO_KNOWN_LOGS',
      `${whatWasFound(artifacts, all)}. Expected logs of ${toolsText()}, in a directory or a tarball of it.`,
      { diagnostics: all },
    );
  }
  return { ...found, diagnostics: all, diagnosticCounts: files.diagnostics.counts };
}

/** `sysbench, the Insert Benchmark or fio` */
function toolsText(): string {
  const tools = FAMILIES.flatMap(({ tool }) => tool ?? []);
  return `${tools.slice(0, -1).join(', ')} or ${tools.at(-1)}`;
}

interface ReadFiles {
  artifacts: readonly Artifact[];
  runs: readonly NormalizedRun[];
  /** Paths with a diagnostic. */
  said: ReadonlySet<string>;
}

/**
 * Reports why a file without a diagnostic gave no number to a result: files with numbers one by one,
 * settings, counters and pictures once for each kind.
 */
function noteSilent({ artifacts, runs, said }: ReadFiles): Diagnostic[] {
  const used = filesOf(runs);
  const byKind = new Map<string, string[]>();
  const found: Diagnostic[] = [];
  const inOrder = artifacts.toSorted((a, b) => naturalOrder(a.path, b.path));
  for (const { path: file, kind, status } of inOrder) {
    if (status === 'unknown' || kind === 'manifest' || used.has(file) || said.has(file)) continue;
    const reason = WHY_NO_RESULT[kind];
    if (reason?.completesRuns && runs.length > 0) continue;
    if (reason && !reason.each) addToGroup(byKind, kind, file);
    else found.push(diagnostic('NO_RESULT', reasonText(kind), { file }));
  }
  for (const [kind, files] of byKind) {
    const more = files.length > 1 ? ` (${files.length} files of this kind)` : '';
    found.push(diagnostic('NO_RESULT', `${reasonText(kind)}${more}`, { file: files[0] ?? null }));
  }
  return found;
}

/** Files that a number was read from. A list of them all would be as long as there are numbers. */
function filesOf(runs: readonly NormalizedRun[]): Set<string> {
  const files = new Set<string>();
  for (const { results } of runs) {
    for (const { measurements } of results) for (const { file } of measurements) files.add(file);
  }
  return files;
}

function reasonText(kind: string): string {
  const why = WHY_NO_RESULT[kind]?.why ?? 'it holds no number that belongs to a test';
  return `${kind}: ${why}`;
}
