import { resolve } from 'node:path';
import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import type { IngestReport } from '@basecase/db/types';
import type { ReadUpload } from '@basecase/ingest';
import { BUILD_FIELD_NAMES, SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { countText } from '@basecase/views/text';
import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../cli-command';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import type { LocalServer } from '../local-server';
import {
  addOptions,
  addPair,
  buildSettings,
  checkBuildField,
  definedOf,
  readingSettings,
  type UploadOptions,
} from '../options';
import { START } from '../release';
import { withDatabase } from '../with-database';

/** What `--set` may say; the same facts that basecase.json can hold. The database checks the values. */
export const SETTING_KEYS: readonly string[] = [
  'version',
  'product',
  'config',
  'flavour',
  'cached',
  'workload',
  'cores',
  'device',
  'startedAt',
  'notes',
  ...BUILD_FIELD_NAMES,
];

export interface IngestOptions extends UploadOptions {
  set?: Record<string, string>;
  machine?: ServerKind;
  /** Clone of the source, for the commits between builds. */
  git?: string;
  /** Asks nothing, also on a terminal. */
  yes?: boolean;
}

/**
 * One `--set key=value`, added to those before it.
 *
 * @throws InvalidArgumentError for an unknown key or no value
 */
export function parseSettings(text: string, before?: Record<string, string>): Record<string, string> {
  const pair = addPair(text, before);
  if (!pair?.value) throw new InvalidArgumentError('Expected key=value, e.g. --set cached=true.');
  const { key, value, all } = pair;
  if (!SETTING_KEYS.includes(key)) {
    throw new InvalidArgumentError(`Unknown key "${key}". Keys: ${SETTING_KEYS.join(', ')}.`);
  }
  const field = BUILD_FIELD_NAMES.find((name) => name === key);
  if (field) checkBuildField(field, value);
  return all;
}

const INGEST_EXAMPLES = `
Uses the database in DATABASE_URL, or that of the running "${START}". The same bytes are stored only once.

Examples:
  basecase ingest x.my9500.z12a.pk1.tar.gz --server pn53
  basecase ingest x.pg18*.tar.gz --server pn53 --campaign "november 2025"
  basecase ingest results/ --server pn53 --set workload="cached, 1 client" --set cached=true
  basecase ingest night/ --server pn53 --commit 4eb13e8a --branch master --committed-at 2026-08-29T18:00:00Z --git ~/postgres
Keys of --set: ${SETTING_KEYS.join(', ')}. They override what names and paths say.`;

export function defineIngest(command: CliCommand, io: Io): void {
  addOptions(command, 'server', 'machine', 'campaign', 'reading', 'build')
    .option('--set <key=value>', 'set what names and paths do not say; repeatable', parseSettings)
    .option('--git <directory>', 'clone of the source: stores the commits between builds, as suspects')
    .option('--yes', 'ask nothing; with an open question nothing is stored');
  addOptions(command, 'verbose')
    .addHelpText('after', INGEST_EXAMPLES)
    .runs((paths: string[], options: IngestOptions) => runIngest(paths, options, io));
}

/**
 * `basecase ingest`: stores each path and lists what is new.
 *
 * @throws UsageError without a database, or when a setting does not fit
 */
export async function runIngest(paths: string[], options: IngestOptions, screen: Io): Promise<ExitCode> {
  const { ask, ...silent } = screen;
  const io: Io = options.yes || !ask ? silent : screen;
  const findings: Finding[] = [];
  let stored = 0;
  let undecided = 0;
  const servers = new Set<string>();
  const uploads: string[] = [];
  const kinds: KnownKinds = new Map();
  await withDatabase(io, async (db, { server, openBlobs }) => {
    const stores = { database: db, blobs: await openBlobs() };
    for (const path of paths) {
      const { report, noticed, isUndecided = false } = await ingest(path, stores, { options, io, kinds });
      findings.push(...noticed);
      if (isUndecided) undecided += 1;
      if (!report) continue;
      await io.print(describeReport(path, report, server));
      if (report.runs.length > 0) uploads.push(report.uploadId);
      // Profiles without a log are stored without a run.
      stored += Math.max(1, report.runs.length);
      for (const { isNew, comparePath } of report.runs) {
        const slug = new URL(comparePath, server.url).searchParams.get('server');
        if (isNew && slug !== null) servers.add(slug);
      }
    }
    if (options.git !== undefined) await saveCommits(db, resolve(io.cwd, options.git), io);
    for (const slug of servers) await saveMachine(db, slug, { machine: options.machine, io, kinds });
    if (server.isRunning && uploads.length > 0) {
      const { resultLines } = await import('../upload-answers');
      const { remoteServer } = await import('../remote-server');
      const lines = await resultLines(remoteServer(server.url, { option: 'the running server' }), uploads);
      for (const line of lines) await io.print(`${line}\n`);
    }
    if (servers.size > 0) await noteWaiting(db, { server, io, servers: [...servers] });
  });
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (undecided > 0) return EXIT.undecided;
  if (stored > 0) return EXIT.ok;
  io.note(
    'basecase: no run found, nothing stored. See the messages above for what was read and what was not.',
  );
  return EXIT.nothingRead;
}

/** Stores the commits between neighbouring builds, and of each record; what this clone does not have is left out. */
async function saveCommits(db: Database, directory: string, io: Io): Promise<void> {
  const { listMissingRanges, storeCommitRanges } = await import('@basecase/db/regressions/commit-ranges');
  const { readCommits } = await import('../git-commits');
  const found: Parameters<typeof storeCommitRanges>[1][number][] = [];
  try {
    for (const range of await listMissingRanges(db)) {
      const read = await readCommits(directory, range);
      if (read) found.push({ ...range, ...read });
      io.progress(`${directory}: ${countText(found.length, 'range')} of commits read`);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    io.note(`basecase: --git ${directory}: ${message}. The results are stored.`);
  } finally {
    io.progress(null);
  }
  await storeCommitRanges(db, found);
}

/** Kinds of machines that were asked for before their runs were stored, by name; null: unknown. */
type KnownKinds = Map<string, ServerKind | null>;

/** Joins of configs on the servers of the new runs that need a decision, as of the last evaluation. */
async function noteWaiting(
  db: Database,
  { server, io, servers }: { server: LocalServer; io: Io; servers: readonly string[] },
): Promise<void> {
  const { countWaitingJoins } = await import('@basecase/db/lines/waiting-joins');
  const { waitingText } = await import('@basecase/views/lines');
  for (const slug of servers) {
    const waiting = waitingText(await countWaitingJoins(db, [slug]));
    if (waiting !== '')
      io.note(
        `${slug}: ${waiting}: ${server.url}/lines?server=${encodeURIComponent(slug)}, or basecase lines`,
      );
  }
}

/** Sets the kind of a machine: as given or, where it is unknown and there is a terminal, as it is answered. */
async function saveMachine(
  db: Database,
  slug: string,
  { machine, io, kinds }: { machine: ServerKind | undefined; io: Io; kinds: KnownKinds },
): Promise<void> {
  if (machine === undefined && !io.ask) return;
  const { getServerPage } = await import('@basecase/db/servers/get-server-page');
  const { server, facts } = await getServerPage(db, slug);
  const isKnown = facts.some(({ fact, value }) => fact === 'kind' && value !== null);
  const kind = machine ?? (isKnown ? null : await kindOf(server.name, { io, kinds }));
  if (kind === null) return;
  const { setServerFacts } = await import('@basecase/db/servers/set-server-facts');
  await setServerFacts(db, slug, { facts: { kind }, by: 'local' });
}

/** Asked once for each machine. */
async function kindOf(
  name: string,
  { io, kinds }: { io: Io; kinds: KnownKinds },
): Promise<ServerKind | null> {
  const key = name.toLowerCase();
  const kind = kinds.get(key) ?? (kinds.has(key) ? null : await askMachine(name, io));
  kinds.set(key, kind);
  return kind;
}

/** Null: not a kind, so it stays unknown and is asked again. */
async function askMachine(name: string, { ask }: Io): Promise<ServerKind | null> {
  const letter = await ask?.(`machine ${name}: [d]edicated  [v]irtual  [s]hared  [u]nknown    `);
  return SERVER_KINDS.find((kind) => kind[0] === letter?.toLowerCase()) ?? null;
}

/** @returns a null report when the path cannot be read, which was already reported */
async function ingest(
  path: string,
  stores: { database: Database; blobs: BlobStore },
  { options, io, kinds }: { options: IngestOptions; io: Io; kinds: KnownKinds },
): Promise<{ report: IngestReport | null; noticed: Finding[]; isUndecided?: boolean }> {
  const { ingestPath, UndecidedError } = await import('@basecase/db/import/ingest-path');
  const { findingsOf, noteUnreadable } = await import('../reading/note-unreadable');
  const { server, campaign, set = {} } = options;
  try {
    const report = await ingestPath(stores, resolve(io.cwd, path), {
      ...(server !== undefined && { server }),
      set: {
        ...toDatabaseSettings(set),
        ...buildSettings(options),
        ...readingSettings(options),
        ...definedOf({ campaign }),
      },
      onQuestions: (read) => answerQuestions(path, read, { database: stores.database, options, io, kinds }),
      onProgress: ({ bytes, results }) =>
        io.progress(`${path}: ${Math.round(bytes / 1e6)} MB read, ${results} results`),
    });
    return { report, noticed: findingsOf(path, report.diagnostics) };
  } catch (error) {
    if (error instanceof UndecidedError) return { report: null, noticed: [], isUndecided: true };
    // Errors that do not concern this path are thrown: every other path would fail, too.
    return { report: null, noticed: noteUnreadable(path, error, io) };
  } finally {
    io.progress(null);
  }
}

/**
 * Asks a person on a terminal; elsewhere prints the question and the options that answer it. A layout that was used for the
 * server before is taken where it matches every result.
 *
 * @returns null: not answered
 */
async function answerQuestions(
  path: string,
  read: ReadUpload,
  { database, options, io, kinds }: { database: Database; options: IngestOptions; io: Io; kinds: KnownKinds },
): Promise<Readonly<Record<string, string>> | null> {
  const { askLayout, confirmAll, stopLines } = await import('../layout/ask-layout');
  const { layoutFiles } = await import('../layout/draw-layout');
  const { parseLayout, tableOfLayout } = await import('@basecase/ingest');
  const { layoutOfServer } = await import('@basecase/db/import/layout-of-server');
  io.progress(null);
  const known = options.server === undefined ? null : await layoutOfServer(database, options.server);
  if (known !== null && options.layout === undefined && read.firstReading.layout === undefined) {
    const { matched, total, questions } = tableOfLayout(parseLayout(known), layoutFiles(read));
    const fits = matched === total && questions.length === 0;
    if (fits)
      io.note(`basecase: ${path}: read with the last layout of ${options.server}: --layout '${known}'`);
    if (fits) return { layout: known };
  }
  const { ask } = io;
  const terminal = ask && { ...io, ask };
  const answer = terminal ? await askLayout(read, terminal) : null;
  if (answer === null || !terminal) {
    for (const line of stopLines(read.questions, read)) io.note(line);
    return null;
  }
  const { server, machine } = options;
  const isAsked = server !== undefined && machine === undefined && !(await isKindKnown(database, server));
  const kind = isAsked ? await kindOf(server, { io, kinds }) : (machine ?? null);
  const results = read.runs.reduce((sum, run) => sum + run.results.length, 0);
  if (!(await confirmAll(results, terminal))) {
    io.note('nothing was stored');
    return null;
  }
  const { layout, unknown } = answer;
  const said = [
    unknown && (unknown === 'repeats' ? '--repeats' : '--keep-separate'),
    kind && `--machine ${kind}`,
  ];
  if (layout !== undefined)
    await io.print(`next time  ${[`--layout '${layout}'`, ...said, '--yes'].filter(Boolean).join(' ')}\n`);
  return definedOf({ layout, unknown });
}

async function isKindKnown(database: Database, name: string): Promise<boolean> {
  const { kindOfServer } = await import('@basecase/db/servers/kind-of-server');
  return (await kindOfServer(database, name)) !== null;
}

/** The database calls the name of a workload its label. */
function toDatabaseSettings({ workload, ...others }: Record<string, string>): Record<string, string> {
  return workload === undefined ? others : { ...others, label: workload };
}

const OUTCOMES: Record<IngestReport['outcome'], string> = {
  stored: 'stored',
  unchanged: 'already stored, nothing changed',
  reparsed: 'already stored, read again',
};

/** The stored and the known runs, one by one, with their links. */
export function describeReport(path: string, report: IngestReport, server: LocalServer): string {
  const { parsed, kept, unknown } = report.artifacts;
  const links = new Set(report.runs.map((run) => `${server.url}${run.openPath}`));
  const lines = [
    `${path}: ${OUTCOMES[report.outcome]}`,
    ...(report.runs.length === 0 ? ['  no run: profiles, shown at the run that they are named after'] : []),
    ...report.runs.map((run) => {
      const news = run.isNew ? 'new' : 'already there';
      const clients = run.clients === null ? '' : `, ${countText(run.clients, 'client')}`;
      return `  ${news}: ${run.label}${clients}, ${countText(run.results, 'result')}`;
    }),
    `  files: ${parsed} read, ${kept} kept as they are, ${unknown} not recognized`,
    ...report.diagnostics
      .filter(({ code }) => code === 'CORRECTED_LATER')
      .map(({ message }) => `  ${message}`),
    ...[...links].map((link) => `  look at: ${link}`),
  ];
  return `${lines.join('\n')}\n`;
}
