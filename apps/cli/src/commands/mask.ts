import { resolve } from 'node:path';
import type { CliCommand } from '../cli-command';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';

export interface MaskOptions {
  /** File that the masked copy is written to. */
  write?: string;
}

const EXAMPLES = `
Nothing is sent and no database is needed. A server masks the same before it stores anything, and keeps no raw bytes.
Values are not printed: only their first character and how long they are.

Examples:
  basecase mask x.my9500.z12a.pk1                           what would be masked: file, line, rule
  basecase mask results/ --write masked.tar                 a masked copy, to be sent instead: upload masked.tar
  basecase mask sb.o.scan.range100.pk1.dop1 --write clean.log`;

/** Adds `basecase mask` to the command line. */
export function defineMask(command: CliCommand, io: Io): void {
  command
    .option('--write <file>', 'write a masked copy: a tar archive, or the file when PATH is one')
    .addHelpText('after', EXAMPLES)
    .runs((path: string, options: MaskOptions) => runMask(path, options, io));
}

/**
 * `basecase mask`: a line for each secret that masking finds, and how many each rule found.
 *
 * @throws UsageError when the copy would replace something that is there
 */
async function runMask(path: string, { write }: MaskOptions, io: Io): Promise<ExitCode> {
  const { IngestError, readUpload } = await import('@basecase/ingest');
  const absolute = resolve(io.cwd, path);
  const copy = write === undefined ? null : await openCopy(resolve(io.cwd, write));
  const counts = new Map<string, number>();
  const files = new Set<string>();
  let lines: string[] = [];
  try {
    await readUpload(absolute, {
      hash: false,
      ...(copy && { sink: copy.sink }),
      onSecret: (file, { rule, line, secret }) => {
        counts.set(rule, (counts.get(rule) ?? 0) + 1);
        files.add(file);
        lines.push(`${file}:${line === 0 ? '' : `${line}:`} ${rule} ${hint(secret)}\n`);
      },
    });
  } catch (error) {
    // Files without a benchmark log are masked as well.
    if (!(error instanceof IngestError) || error.code !== 'NO_KNOWN_LOGS') {
      await copy?.discard();
      (await import('../reading/note-unreadable')).noteUnreadable(path, error, io);
      return EXIT.nothingRead;
    }
  }
  await io.print(lines.join(''));
  lines = [];
  await copy?.finish();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const byRule = [...counts].sort((a, b) => b[1] - a[1]).map(([rule, count]) => `  ${count}  ${rule}\n`);
  await io.print(`${total} ${total === 1 ? 'secret' : 'secrets'} in ${files.size} files\n${byRule.join('')}`);
  if (write !== undefined) io.note(`basecase: wrote ${write}`);
  return EXIT.ok;
}

/** `h… (8 characters)`: enough to find it, not to have it. Of a short one nothing. */
function hint(secret: string): string {
  const first = secret.length >= 8 ? (secret[0] ?? '') : '';
  return `${first}… (${secret.length} characters)`;
}

/** @throws UsageError */
async function openCopy(target: string) {
  const { openMaskedCopy } = await import('../mask/masked-copy');
  try {
    return await openMaskedCopy(target);
  } catch (error) {
    throw new UsageError(`--write ${target}: ${(error as Error).message}`);
  }
}
