import { type BuildRun, priorOfStored, USUAL_NOISE } from '@basecase/analysis';
import type { Lines, NightsAnswer } from '@basecase/contract/series';
import type { Server } from '@basecase/contract/server';
import { isSameCommit } from '@basecase/ingest/model';
import type { Search, SearchedBuild } from '@basecase/record';
import { someOf, UsageError } from '../exit';
import type { Io } from '../io';
import { findDatabaseUrl } from '../local-server';
import { RefusedError, type RemoteServer, remoteServer } from '../remote-server';

interface StoredQuestion {
  /** Name or slug of the measured server. */
  server: string;
  workload?: string;
  test?: string;
  metric: string;
  builds: readonly SearchedBuild[];
  against?: string;
  token?: string;
}

/** Degrees of freedom that the stored noise of a test counts for: the script may measure in another way. */
const STORED_WEIGHT = 8;

/**
 * The noise of the test on the server and its measured commits, from a Basecase server or the one that runs here. What is
 * not stored is null; a note tells what is used.
 *
 * @throws UsageError when the server can't be reached
 */
export async function readStored(
  question: StoredQuestion,
  io: Io,
): Promise<Pick<Search, 'prior'> & { noise: Search['noise'] | null }> {
  const remote = await openRemote(question, io);
  if (!remote || question.test === undefined || question.metric !== 'throughput') {
    const why = remote
      ? 'they need --test, and are of throughput'
      : 'no Basecase runs here, and --against is left out';
    io.note(`basecase: no stored results are used: ${why}.`);
    return { noise: null, prior: null };
  }
  const found = await orNull(remote.get<Server>(`servers/${encodeURIComponent(question.server)}`), io);
  assertWorkload(found, question);
  const sd = storedNoise(found, question);
  const noise = sd === null ? null : { sd, weight: STORED_WEIGHT };
  const stored = await storedRuns(remote, question);
  const prior = priorOfStored({ builds: question.builds.length, noise: noise ?? USUAL_NOISE }, stored);
  io.note(
    `basecase: ${sd === null ? 'no stored noise' : `stored noise of one run: ${(sd * 100).toFixed(1)}%`}; ${stored.length} of ${question.builds.length} commits are measured already${prior ? ', and the search begins there' : ''}.`,
  );
  return { noise, prior };
}

async function openRemote({ against, token }: StoredQuestion, io: Io): Promise<RemoteServer | null> {
  if (against !== undefined) return remoteServer(against, { token, option: '--against' });
  const here = await findDatabaseUrl(io);
  return here?.url && here.isRunning ? remoteServer(here.url, { token, option: 'runtime.json' }) : null;
}

/** A server that is not known, or has no nights, has no stored results: null, and a note names those that exist. */
async function orNull<Answered>(asked: Promise<Answered>, io: Io | null = null): Promise<Answered | null> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
    io?.note(`basecase: ${error.title}`);
    return null;
  });
}

/** @throws UsageError for a workload that the server has no results of */
function assertWorkload(found: Server | null, { server, workload }: StoredQuestion): void {
  if (found === null || workload === undefined) return;
  const measured = (found.measured ?? []).map((one) => one.workload.slug);
  const slugs = [...new Set([...measured, ...found.noise.map((one) => one.workload)])];
  if (slugs.includes(workload)) return;
  throw new UsageError(
    `${server} has no workload called ${workload}. Available: ${someOf(slugs) || 'none'}.`,
  );
}

/** SD of ln of one run; null: no repeats are stored. */
function storedNoise(found: Server | null, { workload, test }: StoredQuestion): number | null {
  const known = (found?.noise ?? []).filter(
    (one) => one.calibrated && (workload === undefined || one.workload === workload),
  );
  const sigmas = known.flatMap(({ tests }) =>
    tests.flatMap((one) => (one.test === test && one.sigma > 0 ? one.sigma : [])),
  );
  // Sigma is that of a ratio of two runs. Of several workloads the noisiest is the safe one.
  return sigmas.length === 0 ? null : Math.max(...sigmas) / Math.SQRT2;
}

/** The newest value of each measured commit, of the line with the most of them: lines differ in setup. */
async function storedRuns(
  remote: RemoteServer,
  { server, workload, test = '', builds }: StoredQuestion,
): Promise<BuildRun[]> {
  const answer = await orNull(remote.get<Lines>('series/lines', { server }));
  const lines = (answer?.lines ?? []).filter(
    (line) => line.tests.includes(test) && (workload === undefined || line.workload === workload),
  );
  const found: BuildRun[][] = [];
  for (const line of lines) {
    const told = await remote.get<NightsAnswer>('series/nights', {
      server: line.server,
      workload: line.workload,
      line: line.line,
    });
    const index = told.tests.findIndex((one) => one.test === test);
    const values = told.nights.flatMap(({ commit, values: own }) => {
      const value = own[index] ?? null;
      const place = commit === null ? -1 : builds.findIndex(({ name }) => isSameCommit(name, commit));
      return place < 0 || value === null || value <= 0 ? [] : [[place, Math.log(value)] as const];
    });
    found.push([...new Map(values)].sort(([a], [b]) => a - b).map(([place, x]) => ({ place, x })));
  }
  return found.sort((a, b) => b.length - a.length)[0] ?? [];
}
