import type { CorrectionPreview, RunSelector } from '@basecase/db/types';
import { changeGroups, correctionHref, correctionRows } from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { addPair } from '../options';
import { START } from '../release';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

interface SelectOptions {
  upload?: string;
  run?: string[];
  server?: string;
  workload?: string;
  branch?: string;
}

interface CorrectOptions extends SelectOptions {
  set?: Record<string, string>;
  reason?: string;
  dryRun?: boolean;
}

interface UndoOptions {
  withLater?: boolean;
  dryRun?: boolean;
}

const EXAMPLES = `
What was read is kept, and a correction can be undone at any time. Reading an upload again keeps its corrections.
Uses the database in DATABASE_URL, or that of the running "${START}".

Fields of --set: server, product, version, branch, flavour (the build), config, tables, rowsPerTable, clients, primaryKey, cached,
  label (of the workload), startedAt (the date), campaign. "field=" removes a value.
  test and metric (a custom one) rename: "test=old -> new".

Examples:
  basecase correct --upload 12 --set server=pn53 --reason "host name was changed for one night" --dry-run
  basecase correct --run 40 41 --set version=9.5.1 --set clients=8 --reason "wrong label"
  basecase correct --server pn53 --branch master --set branch=main --reason "the project renamed it"
  basecase correct --server pn53 --set "test=read-only_range=100 -> ro_100" --reason "the tool renamed it"
  basecase correct history --server pn53
  basecase correct undo 7 --dry-run`;

/** The author in the history: direct users of the database have no name. */
const BY = 'local';

/** Adds `basecase correct` with `history` and `undo` to the command line. */
export function defineCorrect(command: CliCommand, io: Io): void {
  selecting(
    command
      .option('--branch <name>', 'with --server or --workload: only runs of builds of this branch')
      .option('--set <field=value>', 'new value of a field; repeatable', parseField)
      .option('--reason <text>', 'why; kept in the history')
      .option('--dry-run', 'only print what would change')
      .addHelpText('after', EXAMPLES),
  ).runs((options: CorrectOptions) => runCorrect(options, io));
  selecting(command.command('history').description('List corrections, newest first.')).runs(
    // Options of the same names belong to the command above.
    (_: SelectOptions, history: CliCommand) => runHistory(history.optsWithGlobals(), io),
  );
  command
    .command('undo')
    .description('Undo a correction: its runs count as if it had never been made.')
    .argument('<id>', 'id from "basecase correct history"')
    .option('--with-later', 'also undo the later corrections that build on it')
    .option('--dry-run', 'only print what would change')
    .runs((id: string, _: UndoOptions, undo: CliCommand) => runUndo(id, undo.optsWithGlobals(), io));
}

function selecting(command: CliCommand): CliCommand {
  return command
    .option('--upload <id>', 'all runs of an upload')
    .option('--run <id...>', 'runs by id')
    .option('--server <slug>', 'all runs that count on a server')
    .option('--workload <slug>', 'all runs of a workload');
}

/** @throws InvalidArgumentError if the text is not a field with a value; the database checks both */
function parseField(text: string, before?: Record<string, string>): Record<string, string> {
  const pair = addPair(text, before);
  if (!pair?.key) throw new InvalidArgumentError('Expected field=value, e.g. --set clients=8.');
  return pair.all;
}

async function runCorrect(options: CorrectOptions, io: Io): Promise<ExitCode> {
  const select = toSelector(options);
  const { set, reason, dryRun } = options;
  if (!set) throw new UsageError('Say what to correct: --set field=value, e.g. --set server=pn53.');
  if (!dryRun && !reason) throw new UsageError('Say why with --reason, or look first with --dry-run.');
  return withDatabase(io, async (db) => {
    const { applyCorrection } = await import('@basecase/db/corrections/apply-correction');
    const { parseChanges } = await import('@basecase/db/corrections/correction-fields');
    const { previewCorrection } = await import('@basecase/db/corrections/preview-correction');
    const asked = { kind: 'runs', select, changes: parseChanges(set) } as const;
    const preview = await previewCorrection(db, asked);
    const { results, runs, revision } = preview;
    await io.print(previewText(preview));
    if (dryRun) return void io.note('Nothing is stored: this was a dry run.');
    const { id } = await applyCorrection(db, { ...asked, reason: reason ?? '', by: BY, revision });
    await io.print(
      `correction ${id}: ${countText(results, 'result')} of ${countText(runs.length, 'run')} corrected\n`,
    );
    io.note(`Undo it with "basecase correct undo ${id}", or on the page ${correctionHref(id)}.`);
  });
}

async function runHistory(options: SelectOptions, io: Io): Promise<ExitCode> {
  const { run, branch: _, ...others } = options;
  if (run && run.length > 1) throw new UsageError('The history is of one --run at a time.');
  return withDatabase(io, async (db) => {
    const { listCorrections } = await import('@basecase/db/corrections/list-corrections');
    const rows: HistoryRow[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await listCorrections(db, { ...others, run: run?.[0], cursor });
      rows.push(...correctionRows(page.corrections));
      cursor = page.next;
    }
    await io.print(tsvTable(COLUMNS, rows));
  });
}

async function runUndo(
  id: string,
  { withLater = false, dryRun = false }: UndoOptions,
  io: Io,
): Promise<ExitCode> {
  return withDatabase(io, async (db) => {
    const { previewUndo } = await import('@basecase/db/corrections/preview-correction');
    const { undoCorrection } = await import('@basecase/db/corrections/undo-correction');
    const preview = await previewUndo(db, id);
    const later = preview.undoes.map((entry) => entry.id).filter((other) => other !== id);
    if (later.length > 0) io.note(`Undone with it, because they build on it: ${later.join(', ')}.`);
    if (later.length > 0 && !withLater && !dryRun) {
      throw new UsageError('Add --with-later to undo all of them; otherwise none is undone.');
    }
    await io.print(previewText(preview));
    if (dryRun) return void io.note('Nothing is stored: this was a dry run.');
    const { ids } = await undoCorrection(db, id, { by: BY, withLater, revision: preview.revision });
    await io.print(`undone: ${ids.length === 1 ? 'correction' : 'corrections'} ${ids.join(', ')}\n`);
  });
}

/** @throws UsageError unless runs are named in one way */
function toSelector({ upload, run, server, workload, branch }: SelectOptions): RunSelector {
  const ways = [upload, run, server ?? workload].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new UsageError('Say which runs in one way: --upload ID, --run ID…, or --server and --workload.');
  }
  if (branch !== undefined && (upload !== undefined || run !== undefined)) {
    throw new UsageError('--branch needs --server or --workload.');
  }
  if (upload !== undefined) return { upload };
  if (run !== undefined) return { runs: run };
  const ofBranch = branch !== undefined && { branch };
  if (server !== undefined) return { server, ...(workload !== undefined && { workload }), ...ofBranch };
  return { workload: workload ?? '', ...ofBranch };
}

/** What would change, one line for each, by kind. */
function previewText(preview: CorrectionPreview): string {
  return changeGroups(preview)
    .flatMap(({ count, lines, rest }) => [
      ...(lines.length === 0 ? [`${count} ${rest}`] : [`${count}:`]),
      ...lines.map(({ parts }) => `  ${parts.map(({ text }) => text).join('')}`),
      ...(lines.length > 0 && rest ? [`  ${rest}`] : []),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

type HistoryRow = ReturnType<typeof correctionRows>[number];

const COLUMNS = columnsOf<HistoryRow>({
  id: 'key',
  when: 'at',
  who: 'by',
  what: ({ changes }) =>
    changes.map(({ field, before, after }) => `${field} ${before} → ${after}`).join(', '),
  runs: 'runs',
  reason: 'reason',
  undone: 'undone',
});
