import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliCommand } from '../cli-command';
import { type ExitCode, OutOfReachError, UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';

interface Options {
  output?: string;
  token?: string;
}

const EXAMPLES = `
The file has the tables and the chart of the permalink, a filter, and of a heatmap the numbers against every base. It is
complete without scripts and needs no server. A query of the address is kept: another base, another metric.

Examples:
  basecase save https://bench.example/p/Xk29fQ7d
  basecase save "https://bench.example/p/Xk29fQ7d?metric=cpu/o" --output cpu.html`;

/** Adds `basecase save PERMALINK` to the command line. */
export function defineSave(command: CliCommand, io: Io): void {
  addOptions(
    command.option('--output <file>', 'file to write (default: basecase-SLUG.html in this directory)'),
    'token',
  )
    .addHelpText('after', EXAMPLES)
    .runs((permalink: string, options: Options) => runSave(permalink, options, io));
}

/** The part of a permalink before and after its slug. */
const PERMALINK = /^(.*)\/p\/([A-Za-z0-9_-]+)\/?$/;

/**
 * Saves a permalink as one file; one that exists is left alone.
 *
 * @throws UsageError for the address of something else, for a file that exists, and when the server says no
 */
export async function runSave(permalink: string, { output, token }: Options, io: Io): Promise<ExitCode> {
  const url = URL.canParse(permalink) ? new URL(permalink) : null;
  const [, before = '', slug] = PERMALINK.exec(url?.pathname ?? '') ?? [];
  if (!url?.protocol.startsWith('http') || slug === undefined) {
    throw new UsageError(`"${permalink}" is not a permalink. Example: https://bench.example/p/Xk29fQ7d`);
  }
  url.pathname = `${before}/api/v1/permalinks/${slug}`;
  url.hash = '';
  url.searchParams.set('format', 'html');
  const secret = token?.trim();
  const response = await fetch(url, { headers: secret ? { authorization: `Bearer ${secret}` } : {} }).catch(
    (error: Error) => {
      throw new OutOfReachError(`${url.origin} cannot be reached: ${error.message}.`, { cause: error });
    },
  );
  if (!response.ok) throw new OutOfReachError(`${permalink}: ${await refusalOf(response)}`);
  const file = resolve(io.cwd, output ?? `basecase-${slug}.html`);
  await writeFile(file, await response.text(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists already' : error.message;
    throw new UsageError(`${file} was not written: ${reason}. Choose another file with --output.`);
  });
  await io.print(`${file}\n`);
  return 0;
}

/** Why the server did not answer, in its words. */
export async function refusalOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => null)) as { title?: unknown } | null;
  return typeof problem?.title === 'string' ? problem.title : `the server answered ${response.status}`;
}
