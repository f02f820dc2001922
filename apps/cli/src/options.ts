import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type BuildFieldName,
  type NormalizedRun,
  SERVER_KINDS,
  type ServerKind,
  seenKind,
  type UnknownRelation,
} from '@basecase/ingest/model';
import { InvalidArgumentError, Option } from 'commander';
import type { CliCommand } from './cli-command';

/** Options for reading logs. */
export interface ReadOptions {
  /** Device of iostat whose rows count, e.g. `md2`. */
  device?: string;
  /** Pattern of the paths. */
  layout?: string;
  /** Results whose relation is unknown stay apart. */
  keepSeparate?: boolean;
  /** They are repeats of each other. */
  repeats?: boolean;
  verbose?: boolean;
}

/** Options for choosing one of several benchmarks and workloads. */
export interface ChoiceOptions {
  /** Id of the benchmark; left out: the one that all columns have. */
  benchmark?: string;
  /** Words of the workload; left out: the one that all columns have. */
  workload?: string;
  /** Name of the config; left out: each by itself. */
  config?: string;
}

/** The measured build from the options, by the names of settings. */
export type BuildOptions = Partial<Record<BuildFieldName, string>>;

/** Options for sending or storing results. */
export interface UploadOptions extends BuildOptions, ReadOptions {
  server?: string;
  campaign?: string;
}

/** Options that several commands have. */
const SHARED = {
  device: new Option(
    '--device <name>',
    'device of iostat that the data was on, e.g. md2 (default: from basecase.json, df, lsblk, mount or /proc/mdstat, else by its traffic)',
  ),
  layout: new Option(
    '--layout <pattern>',
    'pattern of the paths, e.g. "{product}{version}/thr{clients}/{test}.txt" (default: from basecase.json, else inferred)',
  ),
  keepSeparate: new Option('--keep-separate', 'keep results apart whose relation is unknown').conflicts(
    'repeats',
  ),
  repeats: new Option('--repeats', 'results whose relation is unknown are repeats of each other'),
  verbose: new Option('--verbose', 'print every diagnostic instead of a summary'),
  benchmark: new Option('--benchmark <id>', 'which benchmark, if the arguments hold several'),
  config: new Option(
    '--config <name>',
    'which config, if an argument holds several (default: each by itself)',
  ),
  server: new Option('--server <name>', 'name of the measured server, e.g. pn53'),
  campaign: new Option(
    '--campaign <name>',
    'campaign: runs measured together, e.g. "november 2025"; uploads may share one (default: from basecase.json, else one per upload)',
  ),
  url: new Option('--url <url>', 'address of a Basecase server'),
  token: new Option('--token <token>', 'token of the server; writing needs the role upload or admin').env(
    'BASECASE_TOKEN',
  ),
  machine: new Option(
    '--machine <kind>',
    'users of the machine: dedicated has no others (default: from basecase.json or the logs)',
  ).choices(SERVER_KINDS),
  commit: ofBuild(
    'commit',
    '--commit <hash>',
    'commit that the measured server was built of (default: from basecase.json or names)',
  ),
  branch: ofBuild('branch', '--branch <name>', 'branch of that commit, e.g. master'),
  committedAt: ofBuild(
    'committedAt',
    '--committed-at <time>',
    'when it was committed, with the zone, e.g. 2026-08-29T18:00:00Z: the order of builds',
  ),
  buildNumber: ofBuild(
    'buildNumber',
    '--build-number <n>',
    'number of the build, which grows along its branch',
  ),
  buildUrl: ofBuild('buildUrl', '--build-url <url>', 'page of the build, e.g. of its CI job'),
  repository: ofBuild(
    'repository',
    '--repository <url>',
    'page of the repository, e.g. https://github.com/postgres/postgres',
  ),
};

function ofBuild(name: BuildFieldName, flags: string, help: string): Option {
  return new Option(flags, help).argParser((text) => checkBuildField(name, text));
}

/**
 * Adds options that other commands have as well; `build` are all of the measured build, `reading` those that logs are read
 * with.
 */
export function addOptions(
  command: CliCommand,
  ...names: (keyof typeof SHARED | 'build' | 'reading')[]
): CliCommand {
  for (const name of names) {
    if (name === 'build') addOptions(command, ...BUILD_FIELD_NAMES);
    else if (name === 'reading') addOptions(command, 'device', 'layout', 'keepSeparate', 'repeats');
    else command.addOption(SHARED[name]);
  }
  return command;
}

/**
 * A value of a field of a build, as it was given.
 *
 * @throws InvalidArgumentError for one that does not fit
 */
export function checkBuildField(name: BuildFieldName, text: string): string {
  const { expected, read } = BUILD_FIELDS[name];
  if (read(text) === null)
    throw new InvalidArgumentError(`Expected ${expected}, found "${text.slice(0, 80)}".`);
  return text;
}

/** One `key=value`, added to those before it; null: it is none. */
export function addPair(
  text: string,
  before: Record<string, string> = {},
): { key: string; value: string; all: Record<string, string> } | null {
  const [, key, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return key === undefined || value === undefined ? null : { key, value, all: { ...before, [key]: value } };
}

/** The options of the build that were given, as settings of an upload. */
export function buildSettings(options: BuildOptions): Record<string, string> {
  return definedOf(Object.fromEntries(BUILD_FIELD_NAMES.map((name) => [name, options[name]]))) as Record<
    string,
    string
  >;
}

/** The options that logs are read with, as settings of an upload. */
export function readingSettings({ device, layout, keepSeparate, repeats }: ReadOptions): ReadingSettings {
  const unknown = keepSeparate ? 'separate' : repeats ? 'repeats' : undefined;
  return definedOf({ device, layout, unknown });
}

/** See `readUpload`. */
export interface ReadingSettings {
  device?: string;
  layout?: string;
  unknown?: UnknownRelation;
}

/** Without what is left out. */
export function definedOf<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
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

/** Options of what a server over HTTP is asked; without `url` the database of this machine. */
export interface RemoteOptions {
  url?: string;
  token?: string;
}

export function withRemote(command: CliCommand): CliCommand {
  return addOptions(command, 'url', 'token');
}
