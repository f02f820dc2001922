import path from 'node:path';
import { hostLogsOf } from '../../../assemble/host-logs';
import type { Draft as AnyDraft } from '../../../assemble/parts-of-drafts';
import { baseName } from '../../../identity/names/base-name';
import { type FileName, parsePgbenchFileName } from '../../../identity/names/file-name';
import type { AssembleContext, LocatedLog } from '../../family';
import { type AbortedClients, isWhole, type PgbenchLog, type PgbenchSummary } from '../summary/pgbench-log';
import type { LoggedLatencies } from './add-logged';

/** One summary with the files that its numbers were read from. */
export interface Draft extends AnyDraft {
  /** What the name of a recorded log says: `pgbench.o.select-only.range100.pk1.dop4`; null for other names. */
  named: FileName | null;
  summary: PgbenchSummary;
  isWarmup: boolean;
  /** Aborted clients, and the file that reports them. */
  aborted: (AbortedClients & { file: string }) | null;
  logged: LoggedLatencies | null;
}

const WARMUP = /warm-?_?up/i;

/** The summaries of one directory, in the order of files and lines. Says where a file holds several. */
export function draftsOf(files: readonly LocatedLog<PgbenchLog>[], context: AssembleContext): Draft[] {
  const drafts = files.flatMap(({ path: file, log }) => {
    const whole = log.summaries.filter(isWhole);
    if (whole.length > 1) {
      const message = `${whole.length} summaries in one file: results of one test and workload are repeats`;
      context.note('DUPLICATE_RESULT', file, message, whole[1]?.firstLine ?? null);
    }
    return whole.map((summary) => toDraft(file, summary));
  });
  return withForeignAborts(drafts, files);
}

function toDraft(file: string, summary: PgbenchSummary): Draft {
  const names = [baseName(file), path.posix.basename(path.posix.dirname(file)), summary.heading ?? ''];
  return {
    file,
    named: parsePgbenchFileName(baseName(file)),
    summary,
    isWarmup: names.some((name) => WARMUP.test(name)),
    aborted: summary.aborted && { ...summary.aborted, file },
    host: {},
    logged: null,
  };
}

/** A separate file of standard error reports aborted clients of the only summary in its directory. */
function withForeignAborts(drafts: Draft[], files: readonly LocatedLog<PgbenchLog>[]): Draft[] {
  const [only, ...others] = drafts;
  const errors = files.filter(({ log }) => log.summaries.length === 0 && log.aborted !== null);
  const [error] = errors;
  if (!only || others.length > 0 || !error?.log.aborted || only.aborted) return drafts;
  return [{ ...only, aborted: { ...error.log.aborted, file: error.path } }];
}

/** Joins vmstat, iostat and CPU time of one test: by the convention of names, else by what names have in common. */
export function attachHost(
  drafts: readonly Draft[],
  logs: readonly LocatedLog[],
  context: AssembleContext,
): Draft[] {
  // With several runs per file, the run that vmstat belongs to is unknown.
  const files = drafts.map(({ file }) => file);
  const single = files.filter((file) => files.indexOf(file) === files.lastIndexOf(file));
  const host = hostLogsOf(single, logs, context, (file, name) => {
    const [named, recorded] = [parsePgbenchFileName(baseName(file)), parsePgbenchFileName(name)];
    if (!named && !recorded) return null;
    return (['test', 'range', 'clients'] as const).every((key) => named?.[key] === recorded?.[key]);
  });
  return drafts.map((draft) => ({ ...draft, host: host.get(draft.file) ?? {} }));
}
