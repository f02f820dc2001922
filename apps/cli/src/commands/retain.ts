import type { CliCommand } from '../cli-command';
import type { ExitCode } from '../exit';
import type { Io } from '../io';
import { withDatabase } from '../with-database';

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
export function defineRetain(command: CliCommand, io: Io): void {
  command
    .option('--raw-days <days>', 'raw files of nights go after so many days')
    .option('--thin-days <days>', 'nights are thinned to one a week after so many days')
    .option('--apply', 'do it')
    .addHelpText('after', HELP)
    .runs((options: RetainOptions) => runRetain(options, io));
}

async function runRetain({ rawDays, thinDays, apply = false }: RetainOptions, io: Io): Promise<ExitCode> {
  const { parseRetentionDays, readRetentionRule } = await import('@basecase/db/retention/retention-rule');
  const rule =
    rawDays === undefined && thinDays === undefined
      ? readRetentionRule(io.env)
      : {
          rawDays: parseRetentionDays(rawDays, '--raw-days'),
          thinDays: parseRetentionDays(thinDays, '--thin-days'),
        };
  return withDatabase(io, async (db, { openBlobs }) => {
    const { describeRetention } = await import('@basecase/db/retention/describe-retention');
    const { retain } = await import('@basecase/db/retention/retain');
    const report = await retain(db, await openBlobs(), rule, { isApplied: apply });
    await io.print(`${describeRetention(report)}\n`);
  });
}
