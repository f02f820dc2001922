import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LayoutFile, LayoutProposal } from '@basecase/ingest';
import type { NormalizedRun } from '@basecase/ingest/model';
import type { CliCommand } from '../cli-command';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import type { KnownFacts } from '../layout/draw-layout';

const EXAMPLES = `
Fields: {product} {version} {flavour} {config} {config.NAME} {clients} {test} {repeat} {server} {date} {build}, and {_} for what
says nothing. A pattern is matched from the end of each path.

Examples:
  basecase layout results/                                          the proposed layouts and the heatmap of the best one
  basecase layout results/ --pattern "{product}{version}/thr{clients}.txt"          the heatmap of a pattern
  basecase layout results/ --pattern "{product}{version}/thr{clients}.txt" --save   keep it in results/basecase.json`;

export interface LayoutOptions {
  pattern?: string;
  save?: boolean;
}

export function defineLayout(command: CliCommand, io: Io): void {
  command
    .option('--pattern <pattern>', 'the layout to show, in place of proposed ones')
    .option('--save', 'write the layout into basecase.json of the directory')
    .addHelpText('after', EXAMPLES)
    .runs((path: string, options: LayoutOptions) => runLayout(path, options, io));
}

/**
 * `basecase layout`: layouts of the paths of a directory, and the heatmap that one gives.
 *
 * @throws UsageError for a pattern that can't be read, or where there is nothing to save
 */
async function runLayout(path: string, { pattern, save = false }: LayoutOptions, io: Io): Promise<ExitCode> {
  const ingest = await import('@basecase/ingest');
  const { HeatmapLines, layoutFiles, proposalLines } = await import('../layout/draw-layout');
  const { readPath } = await import('../reading/read-paths');
  const { filesTable } = await import('../layout/files-table');
  const { painter } = await import('../layout/paint');
  const paint = painter(io);
  const files: LayoutFile[] = [];
  const known: KnownFacts = new Map();
  const heatmap = new HeatmapLines();
  let proposals: readonly LayoutProposal[] = [];
  let isProposed = false;
  const onRuns = (runs: readonly NormalizedRun[]) => {
    if (!isProposed) for (const file of layoutFiles({ runs }, known)) files.push(file);
    if (isProposed || pattern !== undefined) heatmap.add(runs);
  };
  // Of many directories reading takes most of the time: the heatmap of the proposed layout is made of the same logs.
  const settle = async () => {
    if (isProposed) return null;
    isProposed = true;
    proposals = ingest.proposeLayouts(files);
    return pattern === undefined && proposals[0] ? { layout: proposals[0].pattern } : null;
  };
  // A pattern that can't be read is met here.
  const upload = await readPath(path, io, {
    ...(pattern !== undefined && { layout: pattern }),
    settle,
    onRuns,
  });
  if (!upload) return EXIT.nothingRead;
  const table = pattern === undefined ? null : ingest.tableOfLayout(ingest.parseLayout(pattern), files);
  const chosen = table ?? proposals[0];
  if (!chosen) {
    io.note(`basecase: ${path}: the paths of its results name nothing that a layout could read.`);
    return EXIT.nothingRead;
  }
  const listed = table
    ? [proposalLines(table, paint, table.unmatched)]
    : proposals.map((one) => proposalLines(one, paint));
  const lines = [
    ...listed.flatMap(([head = '', ...rest], index) => [`${index + 1}  ${head}`, ...rest, '']),
    ...filesTable(chosen.pattern, files),
    '',
    `heatmap of ${table ? 'this layout' : '1'}:`,
    ...heatmap.lines(),
  ];
  await io.print(`${lines.join('\n')}\n`);
  if (!save) return EXIT.ok;
  if (chosen.questions.length > 0 || chosen.matched < chosen.total)
    throw new UsageError(
      'nothing was saved: the layout leaves questions or files open. Choose one with --pattern.',
    );
  await saveLayout(resolve(io.cwd, path), chosen.pattern);
  io.note(`basecase: saved in ${join(path, 'basecase.json')}`);
  return EXIT.ok;
}

/**
 * Writes the layout into basecase.json; its other fields stay.
 *
 * @throws UsageError where the path is not a directory, or its basecase.json not a JSON object
 */
async function saveLayout(directory: string, layout: string): Promise<void> {
  if (!(await stat(directory)).isDirectory())
    throw new UsageError('--save writes basecase.json into a directory: pass the unpacked directory.');
  const file = join(directory, 'basecase.json');
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"basecase": 1}';
    throw new UsageError(`${file} can't be read: ${error.message}`);
  });
  const manifest = toObject(before);
  if (!manifest) throw new UsageError(`${file} is not a JSON object: correct it first, nothing was saved.`);
  await writeFile(file, `${JSON.stringify({ basecase: 1, ...manifest, layout }, null, 2)}\n`);
}

function toObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
