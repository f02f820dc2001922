import {
  type EventFilter,
  type EventListOverHttp,
  type EventOverHttp,
  eventFilter,
} from '@basecase/contract/event';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';
import { START } from '../release';
import { remoteServer } from '../remote-server';
import { columnsOf, tsvTable } from '../table';
import { withDatabase } from '../with-database';

interface Options {
  kind?: string;
  product?: string;
  server?: string;
  branch?: string;
  state?: string;
  certainty?: string;
  seenAfter?: string;
  sort?: string;
  search?: string;
  url?: string;
  token?: string;
}

const EXAMPLES = `
One row is one version or commit, on all servers that show it. Uses the database in DATABASE_URL, or that of the running
"${START}"; with --url a server over HTTP.

Examples:
  basecase regressions                                 open events, the newest first
  basecase regressions --state all --sort size
  basecase regressions --product MySQL --server mybox8
  basecase regressions --branch 19devel@master --seen-after 2026-11-24T09:00:00Z
  basecase regressions --url https://bench.example --certainty sure`;

/** Adds `basecase regressions` to the command line. */
export function defineRegressions(command: CliCommand, io: Io): void {
  addOptions(
    command
      .option('--kind <kind>', 'regression or improvement')
      .option('--product <name>', 'of this product')
      .option('--server <slug>', 'on this server')
      .option('--branch <line>', 'version line of builds, e.g. 19devel@master')
      .option(
        '--state <state>',
        'open, new, investigating, confirmed, noise, wont_fix, fixed, closed, withdrawn, all',
      )
      .option('--certainty <level>', 'sure or likely')
      .option('--seen-after <time>', 'first seen after this time, ISO 8601')
      .option('--sort <order>', '"first seen" or size')
      .option('--search <words>', 'words in the names of its tests; -word excludes'),
    'url',
    'token',
  )
    .addHelpText('after', EXAMPLES)
    .runs((options: Options) => runRegressions(options, io));
}

type Row = Pick<EventOverHttp, 'slug' | 'state' | 'certainty' | 'firstSeen' | 'sentence'>;

async function runRegressions(options: Options, io: Io): Promise<ExitCode> {
  const { url, token, ...given } = options;
  const filter = parseFilter(given);
  if (url !== undefined) {
    const server = remoteServer(url, { token });
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const { events } = await server.get<EventListOverHttp>('events', query);
    await io.print(tsvTable(COLUMNS, events));
    return 0;
  }
  return withDatabase(io, async (db) => {
    const { listEvents } = await import('@basecase/db/regressions/events/list-events');
    const { eventSentence } = await import('@basecase/views/regressions');
    const { events } = await listEvents(db, filter);
    await io.print(
      tsvTable(
        COLUMNS,
        events.map((event): Row => ({ ...event, sentence: eventSentence(event) })),
      ),
    );
  });
}

/** @throws UsageError for a value that no option has */
function parseFilter({ branch: line, ...options }: Omit<Options, 'url' | 'token'>): EventFilter {
  const given = Object.entries({ ...options, line }).filter(([, value]) => value !== undefined);
  const parsed = eventFilter.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0] ?? 'option')}: ${issue?.message ?? 'not a valid value'}`);
}

const COLUMNS = columnsOf<Row>({
  event: 'slug',
  state: 'state',
  certainty: 'certainty',
  'first seen': 'firstSeen',
  what: 'sentence',
});
