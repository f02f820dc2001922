import { type NormalizedRun, SERVER_KINDS, type ServerKind, seenKind } from '@basecase/ingest/model';
import { Option } from 'commander';

/** `--machine`: of commands that judge, because how sure a change can be depends on it. */
export function machineOption(): Option {
  return new Option(
    '--machine <kind>',
    'users of the machine: dedicated has no others (default: from basecase.json or the logs)',
  ).choices(SERVER_KINDS);
}

/**
 * The kind of machine that runs were made on: as given, from basecase.json, or from the logs.
 *
 * @returns null if unknown
 */
export function machineOf(runs: readonly NormalizedRun[], said: ServerKind | undefined): ServerKind | null {
  const ofFiles = runs.map(({ server }) => server?.kind ?? null).find((kind) => kind !== null);
  return said ?? ofFiles ?? runs.map(seenKind).find((kind) => kind !== null) ?? null;
}
