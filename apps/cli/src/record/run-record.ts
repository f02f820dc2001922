import { resolve } from 'node:path';
import { examplePlan, RecordError, record } from '@basecase/record';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { type Io, untilAskedToEnd } from '../io';
import { confirmStart } from './confirm-start';
import { finishRecording } from './finish-recording';
import { type PlanOptions, planOfOptions } from './plan-options';
import { openScreen, processTerminal } from './screen';

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

/**
 * `basecase record`: measures, prints the result, and stores or sends the tarballs.
 *
 * @throws UsageError for what can't be measured
 */
export async function runRecord(
  planFile: string | null,
  options: RecordCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const terminal = processTerminal();
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
