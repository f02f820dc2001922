import { resolve } from 'node:path';
import { examplePlan, RecordError, record } from '@basecase/record';
import { type Command, Option } from 'commander';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { type Io, untilAskedToEnd } from '../io';
import { confirmStart } from '../record/confirm-start';
import { finishRecording } from '../record/finish-recording';
import {
  type PlanOptions,
  parseCount,
  parseCpus,
  parseResolution,
  parseRounds,
  planOfOptions,
} from '../record/plan-options';
import { openScreen, processTerminal, type Terminal } from '../record/screen';

export interface RecordCommandOptions extends PlanOptions {
  minutes?: number;
  out?: string;
  data?: string;
  against?: string;
  token?: string;
  yes?: boolean;
  resume?: string;
  init?: boolean;
}

const EXAMPLES = `
Measures all versions in interleaved rounds: each round every test on every version once, in random order. It stops when
every test is known to the resolution, and writes a tarball for each version. Needs Linux and sysbench.

Examples:
  basecase record --postgres 17,18                          PostgreSQL from npm, nothing else to install but sysbench
  basecase record --postgres 17.10,18 --tests read-only,insert --resolution 2%
  basecase record --init > plan.json                        an example, for other servers and tests
  basecase record plan.json --against https://bench.example
  basecase record --resume basecase-record-20260829-1200    go on after Ctrl C, or after it was killed

Exit codes: 0 done, 1 usage error or something is missing, 2 nothing could be compared, 3 the machine is too noisy,
4 not sent, 130 ended by Ctrl C.`;

/** Adds `basecase record` to the command line. */
export function addRecordCommand(program: Command, io: Io, onEnd: (code: ExitCode) => void): void {
  program
    .command('record')
    .description('Run benchmarks of several versions in interleaved rounds.')
    .argument('[plan]', 'JSON file that says what to run')
    .option('--postgres <versions>', 'PostgreSQL from npm: 15,16,17,18 or releases such as 17.10')
    .option(
      '--tests <names>',
      'all, or names: read-only,insert; read-only:10 is one range (default: the usual 12)',
    )
    .option('--resolution <percent>', 'half of the 95% interval that every test should have', parseResolution)
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
    .option('--against <url>', 'Basecase server that the result is sent to')
    .addOption(new Option('--token <token>', 'token with the role upload or admin').env('BASECASE_TOKEN'))
    .option('--yes', 'do not ask before it starts')
    .option('--resume <dir>', 'go on with a recording')
    .option('--init', 'print an example plan')
    .addHelpText('after', EXAMPLES)
    .action(async (plan: string | undefined, options: RecordCommandOptions) =>
      onEnd(await runRecord(plan ?? null, options, { io, terminal: processTerminal() })),
    );
}

/**
 * `basecase record`: measures, prints the result, and stores or sends the tarballs.
 *
 * @throws UsageError for what can't be measured
 */
async function runRecord(
  planFile: string | null,
  options: RecordCommandOptions,
  { io, terminal }: { io: Io; terminal: Terminal },
): Promise<ExitCode> {
  if (options.init) {
    await io.print(examplePlan());
    return EXIT.ok;
  }
  if (options.against !== undefined && !URL.canParse(options.against)) {
    throw new UsageError(`--against is not a web address: "${options.against}". Example: http://host:3000`);
  }
  const { signal, release } = untilAskedToEnd();
  const screen = openScreen(io, terminal);
  let isTooNoisy = false;
  try {
    const recording = await record({
      what: await whatToRecord(planFile, options, io),
      minutes: options.minutes ?? null,
      env: process.env,
      signal,
      onEvent: (event) => screen.take(event),
      async confirm(offer) {
        screen.clear();
        const answer = await confirmStart(offer, { isAsked: !options.yes, io, terminal, signal });
        isTooNoisy = answer === 'too noisy';
        return answer === 'start';
      },
    });
    screen.close();
    if (recording.why === 'declined') return isTooNoisy ? EXIT.tooNoisy : EXIT.ok;
    return await finishRecording(recording, { ...options, io, terminal });
  } catch (error) {
    if (error instanceof RecordError) throw new UsageError(error.message);
    throw error;
  } finally {
    screen.close();
    release();
  }
}

async function whatToRecord(planFile: string | null, options: RecordCommandOptions, io: Io) {
  if (options.resume !== undefined) {
    if (planFile !== null) throw new UsageError('--resume has a plan already.');
    return { resume: resolve(io.cwd, options.resume) };
  }
  const file = planFile === null ? null : resolve(io.cwd, planFile);
  const plan = await planOfOptions(file, options);
  const directory = resolve(io.cwd, options.out ?? `basecase-record-${timeWord(new Date())}`);
  return {
    plan,
    directory,
    dataDirectory: options.data === undefined ? null : resolve(io.cwd, options.data),
  };
}

/** `20260829-120030`, of UTC. */
function timeWord(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
