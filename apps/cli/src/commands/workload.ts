import type { Command } from 'commander';
import { describeMerge } from '../describe-merge';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { withCorrections } from '../with-corrections';
import type { MergeOptions } from './server';

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
export function addWorkloadCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const workload = program
    .command('workload')
    .description('List and merge workloads.')
    .addHelpText('after', EXAMPLES);
  workload
    .command('list')
    .description('List the workloads of a server that can be merged: name, runs, words.')
    .argument('<server>', 'name of the server')
    .action(async (server: string) => onEnd(await list(server, io)));
  workload
    .command('merge')
    .description('Make the runs of a workload count for another one of the same benchmark.')
    .argument('<from>', 'workload that is merged away, as "list" names it')
    .argument('<into>', 'workload that is kept')
    .option('--server <name>', 'only on this server (default: on all)')
    .option('--reason <text>', 'why; kept in the history')
    .option('--preview', 'print what would change, and change nothing')
    .action(async (from: string, into: string, options: WorkloadMergeOptions) =>
      onEnd(await merge({ from, into, server: options.server ?? null }, options, io)),
    );
}

async function list(server: string, io: Io): Promise<ExitCode> {
  return withCorrections(io, async (db) => {
    const { listMergeableWorkloads } = await import('@basecase/db/merges/list-mergeable');
    const lines = (await listMergeableWorkloads(db, server)).map(({ workload, runs }) =>
      [workload.slug, runs, [workload.label, ...workload.details].join(', ')].join('\t'),
    );
    await io.print(`workload\truns\twords\n${lines.map((line) => `${line}\n`).join('')}`);
  });
}

async function merge(
  which: { from: string; into: string; server: string | null },
  { reason, preview = false }: MergeOptions,
  io: Io,
): Promise<ExitCode> {
  if (!preview && !reason) throw new UsageError('Say why with --reason, or look first with --preview.');
  return withCorrections(io, async (db) => {
    const { mergeWorkloads, previewWorkloadMerge } = await import('@basecase/db/merges/merge-workloads');
    if (preview) return void (await io.print(describeMerge(await previewWorkloadMerge(db, which))));
    const done = await mergeWorkloads(db, { ...which, reason: reason ?? '', by: 'local' });
    await io.print(`correction ${done.id}: ${done.runs} runs of ${which.from} count for ${which.into}\n`);
  });
}
