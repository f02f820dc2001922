import type { ServerFactValues, ServerPage } from '@basecase/db/types';
import { SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { type ChangeRow, factChangeRows } from '@basecase/views/server-page';
import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../cli-command';
import type { ExitCode } from '../exit';
import type { Io } from '../io';
import { addMergeOptions, type MergeOptions, runMerge } from '../merge';
import { addPair } from '../options';
import { START } from '../release';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

const FACTS = ['cores', 'cpu', 'memory', 'storage', 'os', 'kind'] as const;

const EXAMPLES = `
What was read from runs is never overwritten: it counts again when what was said is taken back (an empty value). A merge
makes uploads that carry the other name come to the server that is kept; undo it with the id that "merge" prints.
Uses the database in DATABASE_URL, or that of the running "${START}".

Examples:
  basecase server show pn53
  basecase server set pn53 cores=8 memory="32 GB" kind=dedicated
  basecase server set pn53 storage=NVMe --reason "the disk was replaced"
  basecase server set pn53 cores=                       take back what was said
  basecase server merge hetz48 hetz --preview           what would change
  basecase server merge hetz48 hetz --reason "one machine"
  basecase server aliases hetz
Facts: ${FACTS.join(', ')}. Kinds: ${SERVER_KINDS.join(', ')}.`;

/** Adds `basecase server show | set | merge | aliases` to the command line. */
export function defineServer(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  command
    .command('show')
    .description('Print the facts of a server with their sources, its names, and what was measured on it.')
    .argument('<server>', 'name of the server')
    .runs((name: string) => show(name, io));
  command
    .command('set')
    .description('Set facts of a server; an empty value removes the given one.')
    .argument('<server>', 'name of the server')
    .argument('<fact=value...>', 'facts to set', parseFact)
    .option('--reason <text>', 'why; kept in the history')
    .runs((name: string, facts: Record<string, string>, options: { reason?: string }) =>
      set(name, { facts, ...options }, io),
    );
  addMergeOptions(
    command
      .command('merge')
      .description('Make another name, or another server, lead to a server.')
      .argument('<from>', 'server or name that is merged away')
      .argument('<into>', 'server that is kept'),
  ).runs((from: string, into: string, options: MergeOptions) => merge({ from, into }, options, io));
  command
    .command('aliases')
    .description('List the names that lead to a server: name, runs, correction, by, reason.')
    .argument('<server>', 'name of the server')
    .runs((name: string) => aliases(name, io));
}

/** One `fact=value`, added to those before it. */
function parseFact(text: string, before?: Record<string, string>): Record<string, string> {
  const pair = addPair(text, before);
  if (!pair || !FACTS.some((known) => known === pair.key)) {
    throw new InvalidArgumentError(`Expected fact=value with one of ${FACTS.join(', ')}.`);
  }
  return pair.all;
}

async function show(name: string, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { getServerPage } = await import('@basecase/db/servers/get-server-page');
    const page = await getServerPage(db, name);
    const names = page.names.slice(1).map((alias) => alias.name);
    await io.print(
      [
        `${page.server.name}: ${page.runs === 0 ? 'no runs' : `${page.runs} runs of ${page.products.join(', ')}`}\n`,
        ...page.facts.map(factLine),
        names.length > 0 ? `  also called: ${names.join(', ')}\n` : '',
        ...page.measured.map(
          ({ product, workload, versions, runs }) =>
            `  ${product} ${versions[0]}${versions.length > 1 ? ` to ${versions.at(-1)}` : ''}, ${workload.slug}: ${runs} runs\n`,
        ),
        ...factChangeRows(page.changes).map(changeLine),
      ].join(''),
    );
  });
}

function factLine({ fact, value, source, said, readings }: ServerPage['facts'][number]): string {
  if (value === null) return `  ${fact}: not known\n`;
  const read = readings
    .map((one) => `${one.value} in ${one.runs} runs${one.fromConfig ? ', guessed from the config' : ''}`)
    .join(', ');
  const from =
    source === 'said'
      ? `said by ${said?.by}${read ? `; read: ${read}` : ''}`
      : read
        ? `read: ${read}`
        : 'not in any run';
  return `  ${fact}: ${value} (${from})\n`;
}

/** `  20 Nov 2026, 10:00 UTC, local: cores 8 → 16, twice the sockets`: one change of the history. */
function changeLine({ when, by, label, before, after, note }: ChangeRow): string {
  return `  ${when}, ${by}: ${label} ${before ?? 'not known'} → ${after ?? 'not known'}${note && `, ${note}`}\n`;
}

async function set(
  name: string,
  { facts, reason }: { facts: Record<string, string>; reason?: string },
  io: Io,
): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { parseMemory } = await import('@basecase/db/servers/server-facts');
    const { setServerFacts } = await import('@basecase/db/servers/set-server-facts');
    const { memory, cores, kind, ...texts } = facts;
    const values: ServerFactValues = {};
    for (const fact of ['cpu', 'storage', 'os'] as const)
      if (texts[fact] !== undefined) values[fact] = texts[fact] || null;
    if (memory !== undefined) values.memoryBytes = memory === '' ? null : parseMemory(memory);
    if (cores !== undefined) values.cores = cores === '' ? null : Number(cores);
    // An invalid kind is refused by the check of facts.
    if (kind !== undefined) values.kind = (kind || null) as ServerKind | null;
    await setServerFacts(db, name, { facts: values, reason, by: 'local' });
    await io.print(`${name}: ${Object.keys(facts).join(', ')} set\n`);
  });
}

async function merge(
  which: { from: string; into: string },
  options: MergeOptions,
  io: Io,
): Promise<ExitCode> {
  const { mergeServers, previewServerMerge } = await import('@basecase/db/merges/merge-servers');
  return runMerge(options, io, {
    look: (db) => previewServerMerge(db, which),
    apply: (db, said) => mergeServers(db, { ...which, ...said }),
    done: `${which.from} count on ${which.into}`,
  });
}

async function aliases(name: string, io: Io): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { getServerPage } = await import('@basecase/db/servers/get-server-page');
    await io.print(tsvTable(NAMES, (await getServerPage(db, name)).names));
  });
}

const NAMES = columnsOf<ServerPage['names'][number]>({
  name: 'name',
  runs: 'runs',
  correction: ({ merge }) => merge?.correction ?? '',
  by: ({ merge }) => merge?.by ?? '',
  reason: ({ merge }) => merge?.reason ?? 'its name',
});
