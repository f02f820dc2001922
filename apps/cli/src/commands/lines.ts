import type { LineDecisionBody } from '@basecase/contract/config-lines';
import type { ConfigLinesView, LineDecisionEntry, LinesPreview } from '@basecase/db/types';
import { linePreviewText, lineRows, PENDING_WORDS } from '@basecase/views/lines';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { type RemoteOptions, withRemote } from '../options';
import { START } from '../release';
import { type Places, withKept } from '../remote-server';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

interface LinesOptions extends RemoteOptions {
  preview?: boolean;
  apply?: boolean;
}

interface DecideOptions extends RemoteOptions {
  product?: string;
}

const EXAMPLES = `
Versions are compared along successive configs (z12a, z12b, z13a), not only within one. A decision counts for the configs of
a product on every server and workload. Records that move by it keep their history, and nothing is announced.
Uses the database in DATABASE_URL, or that of the running "${START}"; with --url a server over HTTP.

Examples:
  basecase lines                        lines, proposed joins
  basecase lines --preview              what joining would move in data from before there were lines
  basecase lines --apply                join them
  basecase lines split z12b z13a        compare them apart
  basecase lines join z12a z14a --product MySQL
  basecase lines step z12a z13a         9.4.0 differs with the two: compare later versions from there on
  basecase lines history
  basecase lines undo 3`;

const ACTIONS: Readonly<Record<LineDecisionBody['action'], string>> = {
  join: 'Compare versions along two configs.',
  split: 'Compare two configs apart.',
  step: 'Confirm a config step, which no version is blamed for.',
};

/** Where lines and decisions are kept: the database of this machine, or a server over HTTP. */
interface Lines {
  view(): Promise<ConfigLinesView>;
  decide(decision: LineDecisionBody): Promise<LineDecisionEntry>;
  undo(id: string): Promise<LineDecisionEntry>;
}

/** Adds `basecase lines` with `join`, `split`, `undo` and `history` to the command line. */
export function defineLines(command: CliCommand, io: Io): void {
  withRemote(
    command
      .option('--preview', 'list what joining would move in data from before there were lines')
      .option('--apply', 'join the configs of that data')
      .addHelpText('after', EXAMPLES),
  ).runs((options: LinesOptions) => runLines(options, io));
  for (const [action, description] of Object.entries(ACTIONS)) {
    withRemote(
      command
        .command(action)
        .description(description)
        .argument('<from>', 'config')
        .argument('<to>', 'config that continues it')
        .option('--product <name>', 'product of the configs (default: the only one that has both)'),
    ).runs((from: string, to: string, _: DecideOptions, own: CliCommand) =>
      runDecide({ action: action as LineDecisionBody['action'], from, to }, own.optsWithGlobals(), io),
    );
  }
  withRemote(
    command.command('undo').description('Undo a decision.').argument('<id>', 'number from "history"'),
  ).runs((id: string, _: RemoteOptions, own: CliCommand) =>
    withKept(own.optsWithGlobals(), io, PLACES, async (lines) => {
      await io.print(`undone: ${describe(await lines.undo(id))}\n`);
    }),
  );
  withRemote(command.command('history').description('List decisions, newest first.')).runs(
    (_: RemoteOptions, own: CliCommand) =>
      withKept(own.optsWithGlobals(), io, PLACES, async (lines) => {
        await io.print(tsvTable(DECISIONS, (await lines.view()).decisions));
      }),
  );
}

async function runLines(options: LinesOptions, io: Io): Promise<ExitCode> {
  const { preview = false, apply = false, url } = options;
  if (preview && apply) throw new UsageError('Use --preview first, then --apply.');
  if ((preview || apply) && url !== undefined)
    throw new UsageError(
      '--preview and --apply need the database of the server: run them there, or open /lines.',
    );
  if (preview) {
    return withDatabase(io, async (db) => {
      const { previewLines } = await import('@basecase/db/lines/list-config-lines');
      await io.print(previewText(await previewLines(db)));
    });
  }
  if (apply) {
    return withDatabase(io, async (db) => {
      const { applyPendingLines } = await import('@basecase/db/lines/line-decisions');
      const { recomputeRegressions } = await import(
        '@basecase/db/regressions/recompute/recompute-regressions'
      );
      const { previewLines } = await import('@basecase/db/lines/list-config-lines');
      const moved = previewText(await previewLines(db));
      await applyPendingLines(db);
      await recomputeRegressions(db);
      await io.print(moved);
    });
  }
  return withKept(options, io, PLACES, async (lines) => {
    const view = await lines.view();
    await io.print(tsvTable(LINES, lineRows(view)));
    if (view.pending > 0) io.note(PENDING_WORDS);
  });
}

function previewText(previews: readonly LinesPreview[]): string {
  if (previews.length === 0) return 'Nothing moves.\n';
  return `${previews.flatMap(linePreviewText).join('\n')}\n`;
}

async function runDecide(
  decision: Omit<LineDecisionBody, 'product'>,
  options: DecideOptions,
  io: Io,
): Promise<ExitCode> {
  return withKept(options, io, PLACES, async (lines) => {
    const product = options.product ?? (await productOf(lines, decision));
    const decided = await lines.decide({ ...decision, product });
    await io.print(`${describe(decided)}\n`);
    io.note(`Their heatmaps are judged again. Undo it with "basecase lines undo ${decided.id}".`);
  });
}

/** @throws UsageError unless the configs are those of one product */
async function productOf(lines: Lines, { from, to }: Pick<LineDecisionBody, 'from' | 'to'>): Promise<string> {
  const view = await lines.view();
  const products = new Set(
    [
      ...view.lines.filter(({ configs }) => configs.includes(from) && configs.includes(to)),
      ...[...view.proposals, ...view.steps].filter(
        (pair) => [pair.from, pair.to].includes(from) && [pair.from, pair.to].includes(to),
      ),
    ].map(({ product }) => product),
  );
  const [product] = products;
  if (products.size === 1 && product !== undefined) return product;
  throw new UsageError(`Say which product has ${from} and ${to}: --product NAME.`);
}

const PLACES: Places<Lines> = {
  remote: (server) => ({
    view: () => server.get<ConfigLinesView>('config-lines'),
    decide: (decision) => server.post<LineDecisionEntry>('config-lines', decision),
    undo: (id) => server.delete<LineDecisionEntry>('config-lines', id),
  }),
  async local(db) {
    const { decideLine, undoLineDecision } = await import('@basecase/db/lines/line-decisions');
    const { getConfigLines } = await import('@basecase/db/lines/list-config-lines');
    return {
      view: () => getConfigLines(db),
      decide: (decision) => decideLine(db, { ...decision, by: 'local' }),
      undo: (id) => undoLineDecision(db, { id, by: 'local' }),
    };
  },
};

function describe({ id, product, from, to, action }: LineDecisionEntry): string {
  return `decision ${id}: ${action} ${from} and ${to} of ${product}`;
}

const LINES = columnsOf<ReturnType<typeof lineRows>[number]>({
  server: 'server',
  workload: 'workload',
  product: 'product',
  from: 'from',
  to: 'to',
  state: 'stateText',
  settings: 'settings',
  why: 'why',
});

const DECISIONS = columnsOf<LineDecisionEntry>({
  id: 'id',
  product: 'product',
  action: 'action',
  from: 'from',
  to: 'to',
  by: 'by',
  at: 'createdAt',
  undone: ({ undone }) => (undone ? `by ${undone.by}, ${undone.at}` : ''),
});
