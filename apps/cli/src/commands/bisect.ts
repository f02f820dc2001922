import { InvalidArgumentError } from 'commander';
import type { BisectOptions } from '../bisect/run-bisect';
import type { CliCommand } from '../cli-command';
import type { Io } from '../io';
import { addOptions } from '../options';

const EXAMPLES = `
Searches the first build that is slower (or faster) than GOOD. The script builds and measures one build: it gets the commit
in BASECASE_COMMIT and the name of the build in BASECASE_BUILD, runs in a separate working tree of that commit, and prints the log of
a benchmark or writes logs to the directory BASECASE_OUT. Any format that "basecase parse" reads will do. Exit code 125
leaves a build out.

Each build has a chance to be the first bad one, from all runs so far. The build that halves it is measured next, between
runs of GOOD and BAD, until one build has the wanted certainty. Stored results and noise of the server are used with
--server: of --against, or of the Basecase that runs here.

Examples:
  basecase bisect REL_18_BETA1 master -- ./build-and-run.sh
  basecase bisect 4eb13e8 9f1c2d3 --test "read-only range=100" --server pn53 --against https://bench.example -- ./run.sh
  basecase bisect --builds builds.txt -- ./run.sh            a list of builds, from GOOD to BAD, one on each line
  basecase bisect --resume basecase-bisect-20260829-120030   go on after Ctrl C, or after it was killed
  basecase bisect --replay basecase-bisect-20260829-120030   compute every step again from the log

Exit codes: 0 found, 1 usage error or something is missing, 2 GOOD or BAD can't be measured, 3 GOOD and BAD do not differ,
4 not sent, 5 undecided within --runs, or a test has to be chosen, 130 ended by Ctrl C.`;

export function defineBisect(command: CliCommand, io: Io): void {
  command
    .option('--builds <file>', 'search a list of builds, from GOOD to BAD, one on each line')
    .option('--test <name>', 'test to search, if the logs have several')
    .option('--metric <id>', 'metric to search', 'throughput')
    .option('--error <percent>', 'chance of a wrong answer of the whole search', part(0.001, 0.2), 0.05)
    .option('--effect <percent>', 'smallest change of interest', part(0.002, 0.9), 0.03)
    .option('--runs <n>', 'most runs of the whole search', count(6), 100)
    .option('--repeats <n>', 'most runs of one build', count(3), 16)
    .option('--timeout <minutes>', 'ends a run that takes longer', minutes, 60)
    .option('--server <name>', 'name of this machine: of stored noise and results, and for the new runs')
    .option('--workload <slug>', 'with --server: which workload, if it has several')
    .option('--product <name>', 'product of the new runs (default: name of the repository or list)')
    .option(
      '--record <slug>',
      'record of a regression that gets the verdict: of --against, or of the Basecase here',
    )
    .option('--against <url>', 'Basecase server with stored results, that the runs are sent to')
    .option('--out <dir>', 'directory of the search (default: a new one here)')
    .option('--resume <dir>', 'go on with a search')
    .option('--replay <dir>', 'compute every step of a search again from its log, and measure nothing')
    .option('--json', 'print the verdict as JSON');
  addOptions(command, 'token')
    .addHelpText('after', EXAMPLES)
    .runs(async (args: string[], options: BisectOptions) => {
      // Loaded late: other commands start no scripts.
      const { runBisect } = await import('../bisect/run-bisect');
      const commits = options.builds === undefined ? 2 : 0;
      const given = { ends: args.slice(0, commits), script: args.slice(commits), options };
      return runBisect(given, io);
    });
}

/** `5%` and `0.05`. */
function part(least: number, most: number) {
  return (text: string): number => {
    const [, digits, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
    const value = Number(digits) / (sign === '%' ? 100 : 1);
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected ${least * 100}% to ${most * 100}%, e.g. 5%.`);
  };
}

function count(least: number) {
  return (text: string): number => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (value >= least) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} on.`);
  };
}

function minutes(text: string): number {
  const value = /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new InvalidArgumentError('Expected a number of minutes, e.g. --timeout 30.');
}
