import { InvalidArgumentError, Option } from 'commander';
import { CHECK_FORMATS } from '../check/draw-check';
import { type CheckOptions, FAIL_ON } from '../check/question';
import type { CliCommand } from '../cli-command';
import type { Io } from '../io';
import { addOptions } from '../options';

const EXAMPLES = `
The first argument is the base. Every other argument is judged against it, all tests of a column together. The base run
again on another day, two runs of another version, or adjacent point releases show how much each test moves when nothing
changed; pass them with --noise. The difference that is judged never measures its own noise; three repeats of each side
or more do. Without such runs twice the typical noise is assumed, and changes are sure only on a machine that is yours
alone (--machine dedicated). Versions that basecase record measured in rounds are compared round by round, on any
machine.

With --against the arguments are a new build, judged as the newest night of its series: noise is that of the nights, and what
was there before is listed as known. Past nights are the tarballs and run directories in a directory, or those of a
Basecase server, of the same branch: for a pull request name the one that it is to be merged into. A test with fewer
than 12 nights is compared with the newest one.

A test that worked in the base and failed, did no operation or is not there has stopped working: that is worse than any
regression. If the new runs have only some of the tests by choice, say so with --partial.

Exit codes: 0 nothing is worse, 1 usage error, 2 an argument could not be read or nothing could be judged, 3 a regression
or a test that stopped working, 4 likely regressions only (3 with --fail-on likely), 5 with --against: there are no
past nights of the branch, they could not be read, or no test of a workload works in one.

Examples:
  basecase check x.my8043.z12a.pk1 x.my9500.z12a.pk1
  basecase check base.tar.gz mine.tar.gz --fail-on likely --format md > comment.md
  basecase check x.my9500.z12a.pk1 mine/ --noise x.my8042.z12a.pk1 x.my8043.z12a.pk1
  basecase check tonight.tar.gz --against nights/ --commit "$(git rev-parse HEAD)" --branch master
  basecase check tonight.tar.gz --against https://bench.example --server pn53 --git ~/postgres --format md`;

export function defineCheck(command: CliCommand, io: Io): void {
  command
    .addOption(
      new Option('--fail-on <verdict>', 'likely: fail also on changes that are not confirmed')
        .choices(FAIL_ON)
        .default('regression'),
    )
    .addOption(
      new Option('--format <format>', 'md: for a pull request; json and tsv: every test')
        .choices(CHECK_FORMATS)
        .default('text'),
    )
    .option('--noise <path...>', 'more runs of the same workload, to measure the noise with')
    .addOption(
      new Option(
        '--against <place>',
        'judge by past nights: a directory of them, or the address of a Basecase server',
      ).conflicts('noise'),
    )
    .option('--server <name>', 'with --against: where the new build was measured (default: as the logs say)')
    .option('--git <directory>', 'with --against: clone of the source; lists the commits of each new change')
    .option('--test <key...>', 'with --against: judge these tests only')
    .addOption(new Option('--token <token>', 'of the server, where reading is closed').env('BASECASE_TOKEN'));
  addOptions(command, 'build', 'benchmark', 'config')
    .option('--workload <words>', 'which workload, if an argument holds several; of a server its slug')
    .option(
      '--partial',
      'the new runs have only some of the tests, by choice: what they lack has not stopped',
    )
    .option('--cached', 'the data fits in memory (default: inferred from storage reads)')
    .addOption(new Option('--io-bound', 'the data does not fit in memory').conflicts('cached'))
    .addOption(
      new Option(
        '--clients <count>',
        'clients of the workload, if neither names nor logs contain them',
      ).argParser(parseClients),
    );
  addOptions(command, 'machine', 'reading', 'verbose')
    .addHelpText('after', EXAMPLES)
    .runs(async (base: string, others: string[], options: CheckOptions) => {
      const { against } = options;
      // Loaded late: `--help` must not wait for the parsers.
      if (against === undefined)
        return (await import('../check/check-pairs')).checkPairs([base, ...others], options, io);
      const { checkNights } = await import('../check/nights/check-nights');
      return checkNights([base, ...others], { ...options, against }, io);
    });
}

function parseClients(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('Expected a number of at least 1.');
  return count;
}
