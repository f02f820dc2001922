import { BUILD_FIELD_NAMES, BUILD_FIELDS, type BuildFieldName } from '@basecase/ingest/model';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The measured build from the options, by the names of settings. */
export type BuildOptions = Partial<Record<BuildFieldName, string>>;

const OPTIONS: Readonly<Record<BuildFieldName, { flags: string; help: string }>> = {
  commit: {
    flags: '--commit <hash>',
    help: 'commit that the measured server was built of (default: from basecase.json or names)',
  },
  branch: { flags: '--branch <name>', help: 'branch of that commit, e.g. master' },
  committedAt: {
    flags: '--committed-at <time>',
    help: 'when it was committed, with the zone, e.g. 2026-08-29T18:00:00Z: the order of builds',
  },
  buildNumber: { flags: '--build-number <n>', help: 'number of the build, which grows along its branch' },
  buildUrl: { flags: '--build-url <url>', help: 'page of the build, e.g. of its CI job' },
  repository: {
    flags: '--repository <url>',
    help: 'page of the repository, e.g. https://github.com/postgres/postgres',
  },
};

/** Adds options for the measured build to a command that sends or stores results. */
export function addBuildOptions(command: Command): Command {
  for (const name of BUILD_FIELD_NAMES) {
    const { flags, help } = OPTIONS[name];
    command.addOption(new Option(flags, help).argParser((text) => checkBuildField(name, text)));
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

/** The options that were given, as settings of an upload. */
export function buildSettings(options: BuildOptions): Record<string, string> {
  const given = BUILD_FIELD_NAMES.map((name) => [name, options[name]] as const);
  return Object.fromEntries(given.filter((pair): pair is [BuildFieldName, string] => pair[1] !== undefined));
}
