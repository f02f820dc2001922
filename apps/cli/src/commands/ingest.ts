import { resolve } from 'node:path';
import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import type { IngestReport } from '@basecase/db/types';
import { BUILD_FIELD_NAMES } from '@basecase/ingest/model';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addBuildOptions, type BuildOptions, buildSettings, checkBuildField } from '../build-options';
import { DEVICE_HELP } from '../device-option';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { databaseUsageError, findLocalServer, type LocalServer } from '../local-server';
import { START } from '../release';

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

/** Of the option `--campaign`, here and in `basecase upload`. */
export const CAMPAIGN_HELP =
  'campaign: runs measured together, e.g. "november 2025"; uploads may share one (default: from basecase.json, else one per upload)';

export interface IngestOptions extends BuildOptions {
  server?: string;
  campaign?: string;
  device?: string;
  set?: Record<string, string>;
  verbose?: boolean;
}

/**
 * One `--set key=value`, added to those before it.
 *
 * @throws InvalidArgumentError for an unknown key or no value
 */
export function parseSettings(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, key, value] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new InvalidArgumentError('Expected key=value, e.g. --set cached=true.');
  }
  if (!SETTING_KEYS.includes(key)) {
    throw new InvalidArgumentError(`Unknown key "${key}". Keys: ${SETTING_KEYS.join(', ')}.`);
  }
  const field = BUILD_FIELD_NAMES.find((name) => name === key);
  return { ...before, [key]: field ? checkBuildField(field, value) : value };
}

const INGEST_EXAMPLES = `
Uses the database in DATABASE_URL, or that of the running "${START}". The same bytes are stored only once.

Examples:
  basecase ingest x.my9500.z12a.pk1.tar.gz --server pn53
  basecase ingest x.pg18*.tar.gz --server pn53 --campaign "november 2025"
  basecase ingest results/ --server pn53 --set workload="cached, 1 client" --set cached=true
  basecase ingest night/ --server pn53 --commit 4eb13e8a --branch master --committed-at 2026-08-29T18:00:00Z
Keys of --set: ${SETTING_KEYS.join(', ')}. They override what names and paths say.`;

export function addIngestCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const ingest = program
    .command('ingest')
    .description('Store results in the database and print a link to them.')
    .argument('<path...>', 'directory, tarball, or log file')
    .option('--server <name>', 'name of the measured server, e.g. pn53')
    .option('--campaign <name>', CAMPAIGN_HELP)
    .option('--device <name>', DEVICE_HELP);
  addBuildOptions(ingest)
    .option('--set <key=value>', 'set what names and paths do not say; repeatable', parseSettings)
    .addOption(new Option('--verbose', 'print every diagnostic instead of a summary'))
    .addHelpText('after', INGEST_EXAMPLES)
    .action(async (paths: string[], options: IngestOptions) => onEnd(await runIngest(paths, options, io)));
}

/**
 * `basecase ingest`: stores each path and lists what is new.
 *
 * @throws UsageError without a database, or when a setting does not fit
 */
export async function runIngest(paths: string[], options: IngestOptions, io: Io): Promise<ExitCode> {
  const server = await findLocalServer(io);
  // Loaded late: only this command needs the database client.
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const { requireMigrated } = await import('@basecase/db/migrations/require-migrated');
  const db = openDatabase(server.databaseUrl);
  const findings: Finding[] = [];
  let stored = 0;
  try {
    await requireMigrated(db, server.migrations);
    for (const path of paths) {
      const { report, noticed } = await ingest(path, {
        db,
        blobs: openBlobStore(server.blobs, db, io.env),
        options,
        io,
      });
      findings.push(...noticed);
      if (!report) continue;
      await io.print(describeReport(path, report, server));
      // Profiles without a log are stored without a run.
      stored += Math.max(1, report.runs.length);
    }
  } catch (error) {
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (stored > 0) return EXIT.ok;
  io.note(
    'basecase: no run found, nothing stored. See the messages above for what was read and what was not.',
  );
  return EXIT.nothingRead;
}

interface Target {
  db: Database;
  blobs: BlobStore;
  options: IngestOptions;
  io: Io;
}

/** @returns a null report when the path cannot be read, which was already reported */
async function ingest(
  path: string,
  { db, blobs, options, io }: Target,
): Promise<{ report: IngestReport | null; noticed: Finding[] }> {
  const { BlobStoreError, SettingError, StorageFullError } = await import('@basecase/db/errors');
  const { ingestPath } = await import('@basecase/db/import/ingest-path');
  const { findingsOf, noteUnreadable } = await import('../reading/note-unreadable');
  try {
    const report = await ingestPath({ database: db, blobs }, resolve(io.cwd, path), {
      ...(options.server !== undefined && { server: options.server }),
      set: {
        ...toDatabaseSettings(options.set ?? {}),
        ...buildSettings(options),
        ...(options.campaign !== undefined && { campaign: options.campaign }),
        ...(options.device !== undefined && { device: options.device }),
      },
      onProgress: ({ bytes, results }) =>
        io.progress(`${path}: ${Math.round(bytes / 1e6)} MB read, ${results} results`),
    });
    return { report, noticed: findingsOf(path, report.diagnostics) };
  } catch (error) {
    // No other path would fare better.
    if ([SettingError, StorageFullError, BlobStoreError].some((kind) => error instanceof kind))
      throw new UsageError((error as Error).message);
    return { report: null, noticed: noteUnreadable(path, error, io) };
  } finally {
    io.progress(null);
  }
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
  const links = new Set(report.runs.map((run) => `${server.url}${run.comparePath}`));
  const lines = [
    `${path}: ${OUTCOMES[report.outcome]}`,
    ...(report.runs.length === 0 ? ['  no run: profiles, shown at the run that they are named after'] : []),
    ...report.runs.map((run) => {
      const news = run.isNew ? 'new' : 'already there';
      return `  ${news}: ${run.label}, ${run.results} ${run.results === 1 ? 'result' : 'results'}`;
    }),
    `  files: ${parsed} read, ${kept} kept as they are, ${unknown} not recognized`,
    ...[...links].map((link) => `  look at: ${link}`),
  ];
  return `${lines.join('\n')}\n`;
}
