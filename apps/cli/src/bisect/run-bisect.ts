import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, parse, relative, resolve } from 'node:path';
import { USUAL_NOISE } from '@basecase/analysis';
import { forShell } from '@basecase/ingest/model';
import {
  type Bisected,
  type BisectLog,
  bisect,
  findRepository,
  git,
  listCommits,
  mergeAdvice,
  openTestsOf,
  packBisect,
  parseBuilds,
  RecordError,
  readBisect,
  replayBisect,
  type Search,
  verdictOf,
} from '@basecase/record';
import { knownMetric } from '../commands/compare';
import { EXIT, type ExitCode, UsageError } from '../exit';
import { type Io, untilAskedToEnd } from '../io';
import { findDatabaseUrl } from '../local-server';
import { type Delivery, deliver } from '../record/deliver';
import { timeWord } from '../record/run-record';
import { remoteServer } from '../remote-server';
import { lineOfRun, searchBody, verdictJson, verdictLines } from './draw-bisect';
import { readStored } from './stored-results';

export interface BisectOptions {
  builds?: string;
  test?: string;
  metric: string;
  error: number;
  effect: number;
  runs: number;
  repeats: number;
  timeout: number;
  server?: string;
  workload?: string;
  product?: string;
  record?: string;
  against?: string;
  token?: string;
  out?: string;
  resume?: string;
  replay?: string;
  json?: boolean;
}

interface Given {
  /** GOOD and BAD. */
  ends: string[];
  /** After `--`. */
  script: string[];
  options: BisectOptions;
}

/**
 * `basecase bisect`: searches the first bad build, prints every run and the verdict, and stores or sends the runs.
 *
 * @throws UsageError for what can't be searched
 */
export async function runBisect(given: Given, io: Io): Promise<ExitCode> {
  const { options } = given;
  try {
    if (options.replay !== undefined) return await replay(resolve(io.cwd, options.replay), options, io);
    return await search(given, io);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    if (error.code !== 'NOTHING_MEASURED') throw new UsageError(error.message);
    io.note(`basecase: ${error.message}`);
    return EXIT.nothingRead;
  }
}

async function replay(directory: string, { json = false }: BisectOptions, io: Io): Promise<ExitCode> {
  const log = readBisect(directory);
  for (const event of replayBisect(log)) if (!json) await io.print(lineOfRun(event, log));
  const bisected = verdictOf(directory, log);
  if (bisected) return printVerdict(bisected, json, io);
  io.note(
    `basecase: the search has not ended. Go on with it: basecase bisect --resume ${forShell(directory)}`,
  );
  return EXIT.undecided;
}

async function search({ ends, script, options }: Given, io: Io): Promise<ExitCode> {
  const { json = false, test = null, resume } = options;
  if (resume !== undefined && (ends.length > 0 || script.length > 0))
    throw new UsageError('--resume has GOOD, BAD and the script already.');
  const started =
    resume === undefined
      ? {
          directory: resolve(io.cwd, options.out ?? `basecase-bisect-${timeWord(new Date())}`),
          search: await newSearch({ ends, script, options }, io),
        }
      : { directory: resolve(io.cwd, resume), search: null };
  const here = forShell(relative(io.cwd, started.directory) || '.');
  const { signal, release } = untilAskedToEnd();
  try {
    let log: BisectLog | null = null;
    const bisected = await bisect({
      ...started,
      test,
      env: process.env,
      signal,
      onEvent(event, now) {
        log = now;
        if (json) io.progress(lineOfRun(event, now).trim());
        else void io.print(lineOfRun(event, now));
      },
    });
    io.progress(null);
    if (!bisected) {
      const tests = openTestsOf(log ?? readBisect(started.directory));
      const names = tests.map((one) => `"${one}"`).join(', ');
      io.note(`basecase: the logs have ${tests.length} tests: ${names}. Choose one:`);
      io.note(`  basecase bisect --resume ${here} --test ${forShell(tests[0] ?? '')}`);
      return EXIT.undecided;
    }
    const code = await printVerdict(bisected, json, io);
    const tarball = await packBisect(bisected, verdictLines(bisected).join('\n'));
    const delivery = await deliver([tarball], { ...options, io, settings: { repeats: true } });
    const line = deliveryText(delivery, forShell(relative(io.cwd, tarball)), options);
    if (json) io.note(line);
    else await io.print(`${line}\n`);
    if (delivery.outcome === 'failed') return EXIT.notSent;
    const slug = options.record ?? bisected.log.search.record;
    if (slug === undefined) return code;
    const refused =
      delivery.outcome === 'kept' ? 'no Basecase runs here' : await noteVerdict(slug, bisected, options, io);
    if (refused === null) return code;
    io.note(
      `basecase: the verdict is not on the record ${slug}: ${refused}. Try again: basecase bisect --resume ${here} --record ${slug}${options.against === undefined ? '' : ` --against ${options.against}`}`,
    );
    return EXIT.notSent;
  } catch (error) {
    if (!signal.aborted) throw error;
    io.note(`basecase: ended by hand. Go on:   basecase bisect --resume ${here}`);
    return EXIT.stopped;
  } finally {
    release();
  }
}

function deliveryText(delivery: Delivery, file: string, { against }: BisectOptions): string {
  const later =
    against === undefined
      ? `basecase ingest ${file} --repeats`
      : `basecase upload ${file} --url ${against} --repeats`;
  switch (delivery.outcome) {
    case 'stored':
      return [
        `The runs and the log are ${against === undefined ? 'stored' : 'sent'}:`,
        ...delivery.links,
      ].join('\n  ');
    case 'kept':
      return `The runs and the log are kept in ${file}. Store them: ${later}`;
    case 'failed':
      return `The runs were not ${against === undefined ? 'stored' : 'sent'}: ${delivery.reason} They are kept. Try again: ${later}`;
  }
}

/** Writes the verdict into the history of a record. @returns why it could not; null: it is there */
async function noteVerdict(
  slug: string,
  bisected: Bisected,
  { against, token }: BisectOptions,
  io: Io,
): Promise<string | null> {
  const found = against === undefined ? await findDatabaseUrl(io) : null;
  const url = against ?? found?.url;
  if (!url) return 'no Basecase runs here';
  try {
    const server = remoteServer(url, { token, option: '--against' });
    await server.post(`regressions/${encodeURIComponent(slug)}/searches`, searchBody(bisected));
    io.note(`basecase: the verdict is on the record: ${new URL(`/r/${slug}`, url)}`);
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message.replace(/\.$/, '');
  }
}

async function printVerdict(bisected: Bisected, json: boolean, io: Io): Promise<ExitCode> {
  const text = json
    ? JSON.stringify(verdictJson(bisected), null, 2)
    : ['', ...verdictLines(bisected)].join('\n');
  await io.print(`${text}\n`);
  const { found } = bisected.verdict;
  const { repository, builds } = bisected.log.search;
  if (repository !== null && bisected.verdict.found === 'first bad') {
    const advice = await mergeAdvice(repository, builds[bisected.verdict.range.upTo]?.name ?? '').catch(
      () => null,
    );
    if (advice !== null) io.note(advice);
  }
  if (found === 'no difference') return EXIT.regressionFound;
  return found === 'first bad' ? EXIT.ok : EXIT.undecided;
}

async function newSearch({ ends, script, options }: Given, io: Io): Promise<Search> {
  const { builds: list, server, error, effect, runs, repeats, timeout } = options;
  const [good = '', bad = ''] = ends;
  if (script.length === 0)
    throw new UsageError('the script is missing. Pass it after "--": basecase bisect GOOD BAD -- ./run.sh');
  if (options.workload !== undefined && server === undefined)
    throw new UsageError('--workload belongs to --server.');
  const [program = '', ...args] = script;
  // A program of the search path stays as it is; a path must not depend on the working tree.
  const path = program.includes('/') ? resolve(io.cwd, program) : program;
  if (program.includes('/') && !existsSync(path)) throw new UsageError(`${path}: no such script.`);
  const known = knownMetric(options.metric) ?? options.metric;
  if (known === 'all') throw new UsageError('--metric all: a search is of one metric.');
  const metric = known;
  const repository = list === undefined ? await findRepository(io.cwd) : null;
  const builds =
    list === undefined
      ? await listCommits(repository ?? '', good, bad)
      : parseBuilds(await readList(resolve(io.cwd, list)));
  const stored = server === undefined ? null : await readStored({ ...options, metric, server, builds }, io);
  const id = `b${Date.now().toString(36)}`;
  const name = repository === null ? parse(list ?? '').name : basename(repository);
  const remote = repository && (await git(repository, 'remote', 'get-url', 'origin').catch(() => ''));
  return {
    id,
    builds,
    repository,
    script: [path, ...args],
    directory: io.cwd,
    test: options.test ?? null,
    metric,
    error,
    effect: -Math.log(1 - effect),
    mostOfBuild: repeats,
    most: runs,
    timeoutSeconds: timeout * 60,
    noise: stored?.noise ?? USUAL_NOISE,
    prior: stored?.prior ?? null,
    manifest: {
      server: { name: server ?? hostname() },
      product: options.product ?? name,
      ...(repository !== null && { version: 'dev' }),
      ...(remote && /^https?:/.test(remote) && { repository: { url: remote.replace(/\.git$/, '') } }),
      campaign: `bisect ${id}`,
    },
    ...(options.record !== undefined && { record: options.record }),
  };
}

async function readList(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: the list of builds can't be read (${cause.code}).`);
  });
}
