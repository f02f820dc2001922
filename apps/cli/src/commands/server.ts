import type { ServerFactValues, ServerPage } from '@basecase/db/types';
import { SERVER_KINDS, type ServerKind } from '@basecase/ingest/model';
import { type Command, InvalidArgumentError } from 'commander';
import { describeMerge } from '../describe-merge';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { START } from '../release';
import { withCorrections } from '../with-corrections';

const FACTS = ['cores', 'cpu', 'memory', 'storage', 'os', 'kind'] as const;

const EXAMPLES = `
What was read from runs is never overwritten: it counts again when what was said is taken back (an empty value). A merge
makes uploads that carry the other name come to the server that is kept; undo it with the id that "merge" prints.
Uses the database in DATABASE_URL, or that of the running "${START}".

Examples:
  basecase server show pn53
  basecase server set pn53 cores=8 memory="32 GB" kind=dedicated
  basecase server set pn53 cores=                       take back what was said
  basecase server merge hetz48 hetz --preview           what would change
  basecase server merge hetz48 hetz --reason "one machine"
  basecase server aliases hetz
Facts: ${FACTS.join(', ')}. Kinds: ${SERVER_KINDS.join(', ')}.`;

/** Adds `basecase server show | set | merge | aliases` to the command line. */
export function addServerCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  const server = program
    .command('server')
    .description('Show, describe and merge servers.')
    .addHelpText('after', EXAMPLES);
  server
    .command('show')
    .description('Print the facts of a server with their sources, its names, and what was measured on it.')
    .argument('<server>', 'name of the server')
    .action(async (name: string) => onEnd(await show(name, io)));
  server
    .command('set')
    .description('Set facts of a server; an empty value removes the given one.')
    .argument('<server>', 'name of the server')
    .argument('<fact=value...>', 'facts to set', parseFact)
    .action(async (name: string, facts: Record<string, string>) => onEnd(await set(name, facts, io)));
  server
    .command('merge')
    .description('Make another name, or another server, lead to a server.')
    .argument('<from>', 'server or name that is merged away')
    .argument('<into>', 'server that is kept')
    .option('--reason <text>', 'why; kept in the history')
    .option('--preview', 'print what would change, and change nothing')
    .action(async (from: string, into: string, options: MergeOptions) =>
      onEnd(await merge({ from, into }, options, io)),
    );
  server
    .command('aliases')
    .description('List the names that lead to a server: name, runs, correction, by, reason.')
    .argument('<server>', 'name of the server')
    .action(async (name: string) => onEnd(await aliases(name, io)));
}

/** One `fact=value`, added to those before it. */
function parseFact(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, fact, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (fact === undefined || value === undefined || !FACTS.some((known) => known === fact)) {
    throw new InvalidArgumentError(`Expected fact=value with one of ${FACTS.join(', ')}.`);
  }
  return { ...before, [fact]: value };
}

async function show(name: string, io: Io): Promise<ExitCode> {
  return withCorrections(io, async (db) => {
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

async function set(name: string, facts: Record<string, string>, io: Io): Promise<ExitCode> {
  return withCorrections(io, async (db) => {
    const { parseMemory } = await import('@basecase/db/servers/server-facts');
    const { setServerFacts } = await import('@basecase/db/servers/set-server-facts');
    const { memory, cores, kind, ...texts } = facts;
    const values: ServerFactValues = { ...mapValues(texts) };
    if (memory !== undefined) values.memoryBytes = memory === '' ? null : parseMemory(memory);
    if (cores !== undefined) values.cores = cores === '' ? null : Number(cores);
    // An invalid kind is refused by the check of facts.
    if (kind !== undefined) values.kind = (kind || null) as ServerKind | null;
    await setServerFacts(db, name, { facts: values, by: 'local' });
    await io.print(`${name}: ${Object.keys(facts).join(', ')} set\n`);
  });
}

function mapValues(texts: Record<string, string>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(texts).map(([fact, value]) => [fact, value || null]));
}

export interface MergeOptions {
  reason?: string;
  preview?: boolean;
}

async function merge(
  which: { from: string; into: string },
  { reason, preview = false }: MergeOptions,
  io: Io,
): Promise<ExitCode> {
  if (!preview && !reason) throw new UsageError('Say why with --reason, or look first with --preview.');
  return withCorrections(io, async (db) => {
    const { mergeServers, previewServerMerge } = await import('@basecase/db/merges/merge-servers');
    if (preview) return void (await io.print(describeMerge(await previewServerMerge(db, which))));
    const done = await mergeServers(db, { ...which, reason: reason ?? '', by: 'local' });
    await io.print(`correction ${done.id}: ${done.runs} runs of ${which.from} count on ${which.into}\n`);
  });
}

async function aliases(name: string, io: Io): Promise<ExitCode> {
  return withCorrections(io, async (db) => {
    const { getServerPage } = await import('@basecase/db/servers/get-server-page');
    const { names } = await getServerPage(db, name);
    const lines = names.map((one) =>
      [
        one.name,
        one.runs,
        one.merge?.correction ?? '',
        one.merge?.by ?? '',
        one.merge?.reason ?? 'its name',
      ].join('\t'),
    );
    await io.print(`name\truns\tcorrection\tby\treason\n${lines.join('\n')}\n`);
  });
}
