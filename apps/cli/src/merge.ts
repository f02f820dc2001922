import type { Database } from '@basecase/db/database';
import type { AppliedMerge, CorrectionPreview } from '@basecase/db/types';
import type { CliCommand } from './cli-command';
import { type ExitCode, UsageError } from './exit';
import type { Io } from './io';
import { withDatabase } from './with-database';

export interface MergeOptions {
  reason?: string;
  preview?: boolean;
}

export function addMergeOptions(command: CliCommand): CliCommand {
  return command
    .option('--reason <text>', 'why; kept in the history')
    .option('--preview', 'print what would change, and change nothing');
}

/** Merges, or prints what a merge would change. */
export async function runMerge(
  { reason, preview = false }: MergeOptions,
  io: Io,
  merge: {
    look(db: Database): Promise<CorrectionPreview>;
    apply(db: Database, said: { reason: string; by: string }): Promise<AppliedMerge>;
    /** What the runs do now. */
    done: string;
  },
): Promise<ExitCode> {
  if (!preview && !reason) throw new UsageError('Say why with --reason, or look first with --preview.');
  return withDatabase(io, async (db) => {
    if (preview) return void (await io.print(describeMerge(await merge.look(db))));
    const { id, runs } = await merge.apply(db, { reason: reason ?? '', by: 'local' });
    await io.print(`correction ${id}: ${runs} runs of ${merge.done}\n`);
  });
}

/** What a merge would change, for a terminal: heatmaps one by one, records by what happens to them. */
function describeMerge({ runs, results, heatmaps, records, servers }: CorrectionPreview): string {
  const changes = new Map<string, number>();
  for (const { change } of records ?? []) changes.set(change, (changes.get(change) ?? 0) + 1);
  const lines = [
    `${runs.length} runs with ${results} results would count elsewhere`,
    ...heatmaps.map(
      ({ server, workload, columns }) =>
        `  ${server.name}, ${workload.label}: ${columns.before} → ${columns.after} columns`,
    ),
    ...servers.map(
      ({ server, change }) =>
        `  ${server.name} ${change === 'new' ? 'gets its first runs' : 'has no runs left'}`,
    ),
    records === null
      ? '  records: too many heatmaps to judge here, they are judged afterwards'
      : `  records: ${[...changes].map(([change, count]) => `${count} ${change}`).join(', ') || 'none changes'}`,
    'Nothing was changed.',
  ];
  return `${lines.join('\n')}\n`;
}
