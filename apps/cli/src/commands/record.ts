import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../cli-command';
import type { Io } from '../io';
import { addOptions } from '../options';
import type { RecordCommandOptions } from '../record/run-record';

const EXAMPLES = `
Measures all versions in interleaved rounds: each round every test on every version once, in random order. It stops when
every test is known to the resolution, and writes a tarball for each version. Needs Linux and sysbench.

Examples:
  basecase record --postgres 17,18                          PostgreSQL from npm, nothing else to install but sysbench
  basecase record --postgres 17.10,18 --tests read-only,insert --resolution 2%
  basecase record --init > plan.json                        an example, for other servers and tests
  basecase record plan.json --against https://bench.example
  basecase record nightly.json --commit "$SHA" --branch master --committed-at "$TIME" --yes     one build, in a CI
  basecase record --resume basecase-record-20260829-1200    go on after Ctrl C, or after it was killed

Exit codes: 0 done, 1 usage error or something is missing, 2 nothing could be compared, 3 the machine is too noisy,
4 not sent, 130 ended by Ctrl C.`;

export function defineRecord(command: CliCommand, io: Io): void {
  command
    .option('--postgres <versions>', 'PostgreSQL from npm: 15,16,17,18 or releases such as 17.10')
    .option(
      '--tests <names>',
      'all, or names: read-only,insert; read-only:10 is one range (default: the usual 12)',
    )
    .option('--resolution <percent>', 'half of the 95% interval that every test should have', parseResolution)
    .option('--effect <percent>', 'end a test, too, when a change of this size is excluded', parseResolution)
    .option('--minutes <n>', 'begin no round after this many minutes', parseCount)
    .option('--rounds <least..most>', 'how many rounds', parseRounds)
    .option('--clients <n>', 'client threads', parseCount)
    .option('--tables <n>', 'tables of sysbench', parseCount)
    .option('--rows <n>', 'rows of each table', parseCount)
    .option('--seconds <n>', 'length of a measured slice', parseCount)
    .option('--warmup <n>', 'seconds before it that are thrown away', parseCount)
    .option('--seed <n>', 'of the random order', parseCount)
    .option('--most-others <cpus>', 'leave a slice out while others use more CPUs than this', parseCpus)
    .option('--slim', 'leave devices that did nothing out of the logs of iostat')
    .option('--server <name>', 'name of this machine, as pages show it')
    .option(
      '--duet',
      'two versions at once, each on half of the machine: says how they share it, not how fast they are',
    )
    .option('--out <dir>', 'directory of the recording (default: a new one here)')
    .option('--data <dir>', 'where the servers keep their data meanwhile')
    .option('--against <url>', 'Basecase server that the result is sent to');
  addOptions(command, 'token')
    .option('--yes', 'do not ask before it starts')
    .option('--resume <dir>', 'go on with a recording')
    .option('--init', 'print an example plan')
    .addHelpText('after', EXAMPLES)
    .runs(async (plan: string | undefined, options: RecordCommandOptions) => {
      // Loaded late: other commands need no servers.
      const { runRecord } = await import('../record/run-record');
      return runRecord(plan ?? null, options, io);
    });
  addOptions(command, 'build');
}

/** `3%` and `0.03`. */
export function parseResolution(text: string): number {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(digits) / (sign === '%' ? 100 : 1);
  if (value >= 0.002 && value <= 0.5) return value;
  throw new InvalidArgumentError('Expected 0.2% to 50%, e.g. 3%.');
}

/** `8..48`, or `24` for exactly that many. */
export function parseRounds(text: string): { least: number; most: number } {
  const [, least, most = least] = /^([1-9]\d*)(?:\.\.([1-9]\d*))?$/.exec(text) ?? [];
  if (least === undefined) throw new InvalidArgumentError('Expected least..most, e.g. --rounds 8..48.');
  return { least: Number(least), most: Number(most) };
}

/** CPUs: `0.3`. */
function parseCpus(text: string): number {
  if (/^\d{1,4}(?:\.\d{1,3})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of CPUs, e.g. --most-others 0.3.');
}

/** A whole number from 0 on. */
export function parseCount(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}
