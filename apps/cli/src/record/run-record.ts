import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { forShell } from '@basecase/ingest/model';
import {
  describeMachine,
  drawEnd,
  drawOffer,
  drawTooNoisy,
  examplePlan,
  machineWord,
  type Offer,
  type Plan,
  planSchema,
  postgresPlan,
  RecordError,
  type Recording,
  readPlan,
  record,
  tooNoisy,
} from '@basecase/record';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { type Io, untilAskedToEnd } from '../io';
import { type BuildOptions, definedOf } from '../options';
import { START } from '../release';
import { type Delivery, deliver } from './deliver';
import { openScreen, processTerminal, type Terminal } from './screen';

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
export function timeWord(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/**
 * Shows plan and machine. On a terminal Enter continues; elsewhere it starts without a question.
 *
 * @param isAsked false: it starts unless the machine is too noisy
 */
async function confirmStart(
  offer: Offer,
  { isAsked, io, terminal, signal }: { isAsked: boolean; io: Io; terminal: Terminal; signal: AbortSignal },
): Promise<'start' | 'declined' | 'too noisy'> {
  io.progress(null);
  await io.print(`\n${drawOffer(offer, terminal.plain)}\n`);
  const noisy = tooNoisy(offer);
  if (noisy) {
    await io.print(`\n${drawTooNoisy(offer, noisy)}\n`);
    return 'too noisy';
  }
  if (!isAsked || !terminal.isTTY || !process.stdin.isTTY) {
    await io.print('\n');
    return 'start';
  }
  // Not in raw mode: Ctrl C has to stay a signal.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    // An input that ends is not a yes.
    const closed = new Promise<string>((resolve) => void lines.once('close', () => resolve('n')));
    const answer = await Promise.race([lines.question('\nStart? [Y/n] ', { signal }), closed]);
    if (/^\s*n/i.test(answer)) {
      await io.print('Nothing was measured, nothing was sent.\n');
      return 'declined';
    }
    return 'start';
  } finally {
    lines.close();
  }
}

/** What the command line says of a plan. */
export interface PlanOptions extends BuildOptions {
  postgres?: string;
  tests?: string;
  resolution?: number;
  effect?: number;
  rounds?: { least: number; most: number };
  clients?: number;
  tables?: number;
  rows?: number | undefined;
  seconds?: number | undefined;
  warmup?: number;
  seed?: number;
  server?: string | undefined;
  duet?: boolean;
  slim?: boolean;
  mostOthers?: number;
}

/**
 * The plan of a file or of `--postgres`, with what the options change of it.
 *
 * @param file null: given by `--postgres`
 * @throws UsageError, RecordError PLAN_INVALID
 */
export async function planOfOptions(file: string | null, options: PlanOptions): Promise<Plan> {
  if ((file === null) === (options.postgres === undefined)) {
    throw new UsageError('give a plan, or --postgres with versions: basecase record --postgres 17,18');
  }
  const plan =
    file === null
      ? await postgresPlan(await postgresChoice(options))
      : pickTests(await readPlan(file), options);
  const {
    resolution,
    effect,
    rounds,
    mostOthers,
    clients,
    tables,
    rows,
    seconds,
    warmup,
    seed,
    server,
    duet,
    slim,
  } = options;
  const changed = {
    ...withBuild(plan, options),
    ...definedOf({ clients, seconds, warmup, seed, duet, slim }),
    load: { ...plan.load, ...definedOf({ tables, rows }) },
    rounds: { ...plan.rounds, ...definedOf({ resolution, effect, mostOthers, ...rounds }) },
    ...(server !== undefined && { server: { ...plan.server, name: server } }),
  };
  const parsed = planSchema.safeParse(changed);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${issue?.path.join('.')}: ${issue?.message}`);
}

async function postgresChoice({ postgres = '', tests }: PlanOptions) {
  const machine = await describeMachine(tmpdir());
  const named = tests === undefined || tests === 'all' ? (tests ?? 'usual') : tests.split(',');
  return {
    versions: postgres.split(','),
    tests: named as 'all' | 'usual' | string[],
    machine: machineWord(machine),
  };
}

/** The plan of a CI stays as it is from build to build; the build is given on the command line. */
function withBuild(plan: Plan, options: PlanOptions): Plan {
  const { commit, branch, committedAt, buildNumber, buildUrl, repository } = options;
  const build = definedOf({
    commit,
    branch,
    committedAt,
    url: buildUrl,
    ...(buildNumber !== undefined && { number: Number(buildNumber) }),
  });
  const said =
    repository === undefined ? plan : { ...plan, repository: { ...plan.repository, url: repository } };
  if (Object.keys(build).length === 0) return said;
  const [variant, ...others] = said.variants;
  if (!variant || others.length > 0) {
    throw new UsageError(
      `--commit, --branch, --committed-at, --build-number and --build-url are of one version; the plan has ${said.variants.length}: ` +
        'say in the plan which build each is.',
    );
  }
  return { ...said, variants: [{ ...variant, build: { ...variant.build, ...build } }] };
}

/** `--tests read-only,point-query` of a plan. */
function pickTests(plan: Plan, { tests }: PlanOptions): Plan {
  if (tests === undefined || tests === 'all') return plan;
  const names = tests.split(',');
  const picked = plan.tests.filter(
    ({ name, range }) => names.includes(name) || names.includes(`${name}:${range}`),
  );
  if (picked.length > 0) return { ...plan, tests: picked };
  throw new UsageError(`--tests: the plan has ${plan.tests.map(({ name }) => name).join(', ')}.`);
}

interface Finishing {
  against?: string;
  token?: string;
  io: Io;
  terminal: Terminal;
}

/** The result first, then where it is: sent, stored here, or kept with what to do next. */
async function finishRecording(recording: Recording, finishing: Finishing): Promise<ExitCode> {
  const { against, token, io, terminal } = finishing;
  const { tarballs, why } = recording;
  await io.print(`${drawEnd(recording, terminal.plain)}\n\n`);
  if (tarballs.length === 0) return why === 'stopped' ? EXIT.stopped : EXIT.nothingRead;
  const delivery = await deliver(tarballs, { against, token, io });
  await io.print(`${await describeDelivery(recording, delivery, finishing)}\n`);
  if (delivery.outcome === 'failed') return EXIT.notSent;
  if (why === 'stopped') return EXIT.stopped;
  return why === 'failed' ? EXIT.nothingRead : EXIT.ok;
}

async function describeDelivery(
  { tarballs, directory, plan, rounds, why }: Recording,
  delivery: Delivery,
  { against, io }: Finishing,
): Promise<string> {
  const here = forShell(relative(io.cwd, directory) || '.');
  const sizes = await Promise.all(tarballs.map(async (path) => (await stat(path)).size));
  const size = sizeText(sizes.reduce((sum, one) => sum + one, 0));
  const files = `${here}/*.tar.gz`;
  const resume = why === 'stopped' || why === 'minutes' || why === 'failed';
  const goOn = resume ? [`Go on from round ${rounds.length + 1}:   basecase record --resume ${here}`] : [];
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const what = [
    count(tarballs.length, 'version'),
    count(plan.tests.length, 'test'),
    count(rounds.length, 'round'),
  ].join(' × ');
  const early = why === 'stopped' ? ', marked as ended early' : '';
  switch (delivery.outcome) {
    case 'stored':
      return [
        `${against === undefined ? 'Stored' : 'Sent'}${early}: ${what}, ${size}. The data directories are removed.`,
        '',
        ...delivery.links.map((link) => `  ${link}`),
        ...(goOn.length > 0 ? ['', ...goOn] : []),
      ].join('\n');
    case 'kept':
      return [
        `Kept${early}: ${what}, ${size}. The data directories are removed.`,
        '',
        `  kept in      ${files}`,
        `  look at it   ${START}, and in another terminal: basecase ingest ${files}`,
        `  send it      basecase upload ${files} --url https://…`,
        ...goOn,
      ].join('\n');
    case 'failed':
      return [
        `Not ${against === undefined ? 'stored' : 'sent'}: ${delivery.reason} Nothing is lost:`,
        '',
        `  kept in      ${files}, ${size}`,
        against === undefined
          ? `  store later  basecase ingest ${files}`
          : `  send later   basecase upload ${files} --url ${against}`,
        ...goOn,
      ].join('\n');
  }
}

/** `1.9 MB`, `42 kB`. */
function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
