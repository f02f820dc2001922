import { PLAN_POWER } from '@basecase/analysis';
import { InvalidArgumentError, Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';
import type { PlanOptions } from '../plan/question';

const EXAMPLES = `
Plans how many runs of each version show a change of the given size, from the noise of stored runs. The first argument is the
base, the others are versions to compare with it. With one argument, runs of one new version are planned too. Runs of the
same version, or of adjacent point releases, tell the noise; pass them as arguments or with --noise.

With --against the noise is that of a Basecase server, for one of its workloads and each of its tests.

A plan is for a loss of one test: it is found with a chance of 80%, or of --chance. Each run is a session of its own. Times are
measured time, without load and warm-up.

Exit codes: 0 planned, 1 usage error, 2 an argument could not be read, 5 the noise is not known, or no number of runs up to 30
is enough.

Examples:
  basecase plan x.my8043.z12a.pk1 x.my9500.z12a.pk1 --detect 5% --noise x.my8042.z12a.pk1
  basecase plan runs/8.0.43.tar.gz --detect 3.5% --machine dedicated --json
  basecase plan --detect 5% --against https://bench.example --server pn53
  basecase plan --detect 5% --chance 95% --against https://bench.example --server pn53 ax162-s     on which server`;

export function definePlan(command: CliCommand, io: Io): void {
  command
    .addOption(
      new Option('--detect <percent>', 'size of the change, e.g. 5%')
        .argParser(parsePercent)
        .makeOptionMandatory(),
    )
    .option('--chance <percent>', 'chance to find it', parseChance, PLAN_POWER)
    .option('--noise <path...>', 'more runs of the same workload, to measure the noise with')
    .option('--against <address>', 'take the noise from a Basecase server')
    .option(
      '--server <name...>',
      'with --against: the server that is measured; of several the fastest is first',
    )
    .option('--json', 'print the plan as JSON')
    .addOption(new Option('--token <token>', 'of the server, where reading is closed').env('BASECASE_TOKEN'));
  addOptions(command, 'benchmark')
    .option('--workload <words>', 'which workload, if an argument holds several; of a server its slug')
    .option('--cached', 'the data fits in memory (default: inferred from storage reads)')
    .addOption(new Option('--io-bound', 'the data does not fit in memory').conflicts('cached'));
  addOptions(command, 'machine', 'reading', 'verbose')
    .addHelpText('after', EXAMPLES)
    .runs(async (paths: string[], options: PlanOptions) => {
      const { against } = options;
      if (against === undefined) {
        if (options.server !== undefined) throw new UsageError('--server belongs to --against.');
        return (await import('../plan/plan-files')).planFiles(paths, options, io);
      }
      if (paths.length > 0 || options.noise)
        throw new UsageError('with --against the noise is that of the server: pass no files.');
      if (options.benchmark !== undefined)
        throw new UsageError(
          '--benchmark belongs to files. Choose a workload of the server with --workload.',
        );
      return (await import('../plan/plan-server')).planServer({ ...options, against }, io);
    });
}

/** The rule flags no change under 3%, so that none can be planned for. */
const LEAST_PERCENT = 3;

function parsePercent(text: string): number {
  const percent = Number(text.trim().replace(/%$/, '') || Number.NaN);
  if (!(percent > LEAST_PERCENT && percent < 100))
    throw new InvalidArgumentError(
      'Expected a percentage above 3 and under 100, e.g. 5%. Smaller changes are never flagged.',
    );
  return percent / 100;
}

function parseChance(text: string): number {
  const percent = /^\d{2}(\.\d+)?%?$/.test(text) ? Number(text.replace('%', '')) : 0;
  if (percent >= 50 && percent <= 99) return percent / 100;
  throw new InvalidArgumentError('Expected a percentage from 50 to 99, e.g. 90%.');
}
