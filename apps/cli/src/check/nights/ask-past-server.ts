import { type HeldChange, nightLineName } from '@basecase/analysis';
import type { EventListOverHttp } from '@basecase/contract/event';
import type { Lines, NightsAnswer } from '@basecase/contract/series';
import { OutOfReachError, UsageError } from '../../exit';
import type { Io } from '../../io';
import { RefusedError, type RemoteServer } from '../../remote-server';
import { identityWords } from '../../workload-words';
import type { CheckedNight, FreshNight, NightHistory, PastNight, ServerEvent } from './night';
import { placeNights, unknownBranch } from './place-nights';

type RemoteLine = Lines['lines'][number];

/** The given places to look for past nights. */
export interface ServerChoice {
  /** Slug of a workload there; left out: that of the new build. */
  workload?: string | undefined;
  /** Tests to judge; left out: all of the new build. */
  wants: (test: string) => boolean;
}

export interface ServerQuestion {
  fresh: readonly FreshNight[];
  choice: ServerChoice;
  /** Of the server, for messages. */
  address: string;
  io: Io;
}

/**
 * Asks a Basecase server for the nights before a new build: which line it is of, then all nights of that in one answer.
 *
 * @throws UsageError when the server says no, or when it is not clear which of its series is meant
 */
export async function askPastServer(
  server: RemoteServer,
  { fresh, choice, io, address }: ServerQuestion,
): Promise<CheckedNight[]> {
  const checked: CheckedNight[] = [];
  for (const one of await meantNights(fresh, choice)) {
    const { server: machine } = one.group.identity;
    const lines = await linesOn(server, machine);
    const line = typeof lines === 'string' ? lines : await chooseLine(lines, one, choice);
    const history =
      typeof line === 'string'
        ? { ...NO_HISTORY, server: machine, empty: `${address}: ${line}` }
        : await readLine(server, line, { fresh: one, choice, io, address });
    checked.push({ fresh: one, history });
  }
  return checked;
}

/** @returns why there are none, in a sentence, where no night of the machine is stored: its first one is judged */
async function linesOn(server: RemoteServer, machine: string | null): Promise<RemoteLine[] | string> {
  try {
    return ofBasecase((await server.get<Lines>('series/lines', { server: machine ?? undefined })).lines);
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return error.title;
    throw error;
  }
}

/** @throws OutOfReachError when the answer lacks the list: another program answers at the address with its own JSON */
function ofBasecase<List extends readonly unknown[]>(list: List): List {
  if (Array.isArray(list)) return list;
  throw new OutOfReachError('--against: the answer is not from Basecase. Is the address right?');
}

/**
 * The new build in the workload that is named, or in all that it has. A name of the server's own is that of the only
 * one.
 */
async function meantNights(fresh: readonly FreshNight[], { workload }: ServerChoice): Promise<FreshNight[]> {
  if (workload === undefined) return [...fresh];
  const slugs = await Promise.all(fresh.map(slugOf));
  const own = fresh.filter((_, index) => slugs[index] === workload);
  if (own.length > 0 || fresh.length === 1) return own.length > 0 ? own : [...fresh];
  throw new UsageError(`the new build has no workload ${workload}. It has: ${slugs.join(', ')}.`);
}

/** What a server calls the workload of a new build. */
async function slugOf({ group: { identity } }: FreshNight): Promise<string> {
  // Loaded late: it brings the database client with it.
  const { workloadSlug } = await import('@basecase/db/import/workload-text');
  const { workload, benchmark } = identity;
  return workloadSlug({ ...workload, benchmark, published: null });
}

const NO_HISTORY: NightHistory = {
  nights: [],
  tests: [],
  orderedBy: 'time',
  branch: null,
  server: null,
  leftOut: [],
  events: [],
  held: new Map(),
  empty: '',
};

async function readLine(
  server: RemoteServer,
  line: RemoteLine,
  { fresh, choice, io, address }: Omit<ServerQuestion, 'fresh'> & { fresh: FreshNight },
): Promise<NightHistory> {
  io.progress(`${address}: reading ${line.nights} nights`);
  const { server: machine, workload, line: key } = line;
  const told = await server.get<NightsAnswer>('series/nights', { server: machine, workload, line: key });
  io.progress(null);
  for (const list of [told.nights, told.tests, told.annotations]) ofBasecase(list);
  const serverEvents = await eventsOf(server, line);
  const placed = placeNights(pastNights(told, choice.wants), { ...fresh, branch: line.branch }, address);
  return {
    ...placed,
    tests: line.tests.filter(choice.wants),
    branch: line.branch,
    server: line.serverName,
    events: told.annotations,
    held: heldOf(told, placed.nights),
    testHref: (test) =>
      `${address.replace(/\/+$/, '')}/series?${new URLSearchParams({ server: machine, workload, line: key, test })}`,
    serverEvents,
  };
}

/** Events of a line of nights in any state; none of a server that is too old to know them. */
async function eventsOf(
  server: RemoteServer,
  { server: machine, version, branch }: RemoteLine,
): Promise<ServerEvent[]> {
  const line = nightLineName({ version, branch });
  try {
    return (await server.get<EventListOverHttp>('events', { server: machine, line, state: 'all' })).events;
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
}

/** @returns why there is none, in a sentence, where the server has no such line */
async function chooseLine(
  lines: readonly RemoteLine[],
  fresh: FreshNight,
  choice: ServerChoice,
): Promise<RemoteLine | string> {
  const { identity } = fresh.group;
  const { benchmark, product, version, flavour, config } = identity;
  const slug = choice.workload ?? (await slugOf(fresh));
  const there = lines.filter(
    (line) =>
      line.benchmark === benchmark &&
      line.product === product &&
      line.version === version &&
      line.flavour === flavour &&
      (line.configs ?? [line.config]).includes(config),
  );
  const found = there.filter(({ workload }) => workload === slug);
  const servers = [...new Set(found.map((line) => line.server))];
  if (servers.length > 1) {
    throw new UsageError(
      `several servers have such nights: ${servers.join(', ')}. Choose one with --server.`,
    );
  }
  const named = found.flatMap(({ branch, nights }) => (branch === null ? [] : [[branch, nights] as const]));
  const [line = null] =
    named.length === 0 || (fresh.branch === null && found.length === 1)
      ? found
      : found.filter(({ branch }) => branch === fresh.branch);
  if (line) return line;
  if (named.length > 0) return unknownBranch(fresh.branch, named);
  const workloads = [...new Set(there.map(({ workload }) => workload))];
  if (workloads.length > 0) {
    return `No nights of workload ${slug} (${identityWords(identity)}). With --workload: ${workloads.join(', ')}.`;
  }
  const series = [product, version, flavour, config].filter(Boolean).join(' ');
  return `No nights of ${series}, ${benchmark}.`;
}

/** The nights of a line, with the values of the tests that are wanted. */
function pastNights({ branch, tests, nights }: NightsAnswer, wants: (test: string) => boolean): PastNight[] {
  return nights.map(
    ({ column, at, commit, number, measuredAt, facts, config = null, values, failed = [] }) => ({
      source: column,
      build: { commit, branch, committedAt: at, number, url: null, repository: null },
      measuredAt,
      facts,
      config,
      values: new Map(
        tests.flatMap(({ test }, index) => (wants(test) ? [[test, values[index] ?? null] as const] : [])),
      ),
      failed: new Map(
        tests.flatMap(({ test }, index) => {
          const part = failed[index] ?? null;
          return wants(test) && part !== null ? [[test, part] as const] : [];
        }),
      ),
    }),
  );
}

/** First bad nights that the server holds fixed, by test; indexes are those of the nights. */
function heldOf({ tests }: NightsAnswer, nights: readonly PastNight[]): Map<string, HeldChange[]> {
  const placeOf = new Map(nights.map(({ source }, index) => [source, index]));
  return new Map(
    tests.map(({ test, held }) => [
      test,
      held.flatMap((column) => {
        const firstBad = placeOf.get(column);
        return firstBad === undefined ? [] : [{ firstBad }];
      }),
    ]),
  );
}
