import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type BuildFieldName,
  mergeBuild,
  type NormalizedRun,
  type SaidBuild,
} from '@basecase/ingest/model';
import { SettingError } from '../errors';

type Settings = Readonly<Record<string, string>>;

/** True for a setting that says something of the build of a run. */
export function isBuildSetting(key: string): key is BuildFieldName {
  return Object.hasOwn(BUILD_FIELDS, key);
}

/**
 * What the settings say of a build, null when they say nothing.
 *
 * @throws SettingError for a value that does not fit its key
 */
export function readBuildSettings(settings: Settings): SaidBuild | null {
  const said = BUILD_FIELD_NAMES.flatMap((key) => {
    const value = settings[key];
    return value === undefined ? [] : [readField(key, value)];
  });
  return said.length === 0 ? null : Object.assign({}, ...said);
}

function readField(key: BuildFieldName, value: string): SaidBuild {
  const { expected, read } = BUILD_FIELDS[key];
  const said = read(value);
  if (said === null) {
    throw new SettingError(`Expected ${expected} as ${key}, found "${value.slice(0, 80)}".`);
  }
  return said;
}

/**
 * The runs with given values of their builds in place of those read, field by field.
 *
 * @throws SettingError when it names no build, and none was read that it could be of
 */
export function withBuild(runs: readonly NormalizedRun[], said: SaidBuild): NormalizedRun[] {
  const changed = runs.map((run) => {
    const build = mergeBuild(run.variant.build ?? null, said);
    return build ? { ...run, variant: { ...run.variant, build } } : run;
  });
  if (changed.length > 0 && changed.every(({ variant }) => !variant.build)) {
    const keys = BUILD_FIELD_NAMES.join(', ');
    throw new SettingError(
      `Nothing names a build that this is of. Expected commit, committedAt or buildNumber among ${keys}.`,
    );
  }
  return changed;
}
