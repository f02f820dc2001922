import type { RetentionRule } from '@basecase/db/types';
import type { Command } from 'commander';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { databaseUsageError, findLocalServer } from '../local-server';

const HELP = `
A rule for nights: builds that were measured between releases. Releases keep everything.
  raw days    raw files of nights that were measured longer ago go; numbers, files by name and lines stay
  thin days   of nights that were measured longer ago one a week stays; the newest 60 of a line stay, and so do those
              that a record was ever at, that a permalink names, or that were marked or corrected
Without --apply nothing changes: what would go is listed by server and line, and what stays with the reason. Without days
the rule of the worker is taken: BASECASE_RETAIN_RAW_DAYS, BASECASE_RETAIN_THIN_DAYS. With days only these count.
Safe while everything runs. What went comes back only when the same bytes are sent again.

Examples:
  basecase retain --raw-days 90                     what would go
  basecase retain --raw-days 90 --thin-days 365 --apply`;

interface RetainOptions {
  rawDays?: string;
  thinDays?: string;
  apply?: boolean;
}

/** Adds `basecase retain` to the command line. */
export function addRetainCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  program
    .command('retain')
    .description('List or delete the nightly runs a retention rule no longer keeps.')
    .option('--raw-days <days>', 'raw files of nights go after so many days')
    .option('--thin-days <days>', 'nights are thinned to one a week after so many days')
    .option('--apply', 'do it')
    .addHelpText('after', HELP)
    .action(async (options: RetainOptions) => onEnd(await runRetain(options, io)));
}

/** @throws UsageError without a database, or for an invalid number of days */
async function runRetain(options: RetainOptions, io: Io): Promise<ExitCode> {
  const server = await findLocalServer(io);
  const { describeRetention } = await import('@basecase/db/retention/describe-retention');
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const { requireMigrated } = await import('@basecase/db/migrations/require-migrated');
  const { retain } = await import('@basecase/db/retention/retain');
  const rule = await ruleOf(options, io);
  const db = openDatabase(server.databaseUrl);
  try {
    await requireMigrated(db, server.migrations);
    const report = await retain(db, openBlobStore(server.blobs, db, io.env), rule, {
      isApplied: options.apply ?? false,
    });
    await io.print(`${describeRetention(report)}\n`);
    return EXIT.ok;
  } catch (error) {
    throw databaseUsageError(error, server) ?? error;
  } finally {
    await db.close();
  }
}

async function ruleOf({ rawDays, thinDays }: RetainOptions, io: Io): Promise<RetentionRule> {
  const { parseRetentionDays, readRetentionRule } = await import('@basecase/db/retention/retention-rule');
  const { SettingError } = await import('@basecase/db/errors');
  try {
    if (rawDays === undefined && thinDays === undefined) return readRetentionRule(io.env);
    return {
      rawDays: parseRetentionDays(rawDays, '--raw-days'),
      thinDays: parseRetentionDays(thinDays, '--thin-days'),
    };
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(error.message);
    throw error;
  }
}
