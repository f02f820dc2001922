import type { MergeableWorkload } from '@basecase/db/types';
import type { CliCommand } from '../cli-command';
import type { ExitCode } from '../exit';
import type { Io } from '../io';
import { addMergeOptions, type MergeOptions, runMerge } from '../merge';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

const EXAMPLES = `
Runs are shown apart where what was read of their workloads differs. Merge two that are one suite: their runs stand in one
heatmap, those of later uploads too. Each run keeps what it was read as; undo it with the id that "merge" prints.

Examples:
  basecase workload list pn53
  basecase workload merge sysbench-pk1 sysbench-1x50m-1c-pk1 --server pn53 --preview
  basecase workload merge sysbench-pk1 sysbench-1x50m-1c-pk1 --server pn53 --reason "the same suite"`;

interface WorkloadMergeOptions extends MergeOptions {
  server?: string;
}

/** Adds `basecase workload list | merge` to the command line. */
export function defineWorkload(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('list')
    .description('List the workloads of a server that can be merged: name, runs, words.')
    .argument('<server>', 'name of the server')
    .runs((server: string) => list(server, io));
  addMergeOptions(
    command
      .command('merge')
      .description('Make the runs of a workload count for another one of the same benchmark.')
      .argument('<from>', 'workload that is merged away, as "list" names it')
      .argument('<into>', 'workload that is kept')
      .option('--server <name>', 'only on this server (default: on all)'),
  ).runs((from: string, into: string, options: WorkloadMergeOptions) =>
    merge({ from, into, server: options.server ?? null }, options, io),
  );
}

async function list(server: string, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { listMergeableWorkloads } = await import('@basecase/db/merges/list-mergeable');
    await io.print(tsvTable(COLUMNS, await listMergeableWorkloads(db, server)));
  });
}

const COLUMNS = columnsOf<MergeableWorkload>({
  workload: ({ workload }) => workload.slug,
  runs: 'runs',
  words: ({ workload }) => [workload.label, ...workload.details].join(', '),
});

async function merge(
  which: { from: string; into: string; server: string | null },
  options: MergeOptions,
  io: Io,
): Promise<ExitCode> {
  const { mergeWorkloads, previewWorkloadMerge } = await import('@basecase/db/merges/merge-workloads');
  return runMerge(options, io, {
    look: (db) => previewWorkloadMerge(db, which),
    apply: (db, said) => mergeWorkloads(db, { ...which, ...said }),
    done: `${which.from} count for ${which.into}`,
  });
}
