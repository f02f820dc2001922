import { IngestError, parseLayout, type ReadOptions, takeVersionBuild } from '@basecase/ingest';
import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type BuildFieldName,
  isVersion,
  mergeBuild,
  type NormalizedRun,
  type SaidBuild,
  type Server,
  type UnknownRelation,
} from '@basecase/ingest/model';
import { SettingError } from '../errors';
import { toCampaign } from '../queries/campaigns';

/** Changes one run in place of what its files and names say. */
type Apply = (run: NormalizedRun, value: string) => NormalizedRun;

const UNNAMED_SERVER: Omit<Server, 'name'> = {
  cores: null,
  cpu: null,
  memoryBytes: null,
  storage: null,
  os: null,
};

function ofVariant(part: 'product' | 'flavour' | 'config'): Apply {
  return (run, value) => ({ ...run, variant: { ...run.variant, [part]: value } });
}

const SETTINGS: Record<string, Apply> = {
  product: ofVariant('product'),
  version: (run, value) => {
    // `19devel-g4eb13e8` names a build of 19devel, as it does in names.
    const { version, build: named } = takeVersionBuild(value);
    const build = mergeBuild(run.variant.build ?? null, named ?? {});
    const versionKnown = isVersion(version);
    return { ...run, variant: { ...run.variant, version, versionKnown, ...(build && { build }) } };
  },
  flavour: ofVariant('flavour'),
  config: ofVariant('config'),
  cached: (run, value) => ({ ...run, workload: { ...run.workload, cached: toBoolean(value) } }),
  label: (run, value) => ({ ...run, workload: { ...run.workload, label: value } }),
  startedAt: (run, value) => ({ ...run, startedAt: toTime(value) }),
  notes: (run, value) => ({ ...run, notes: value }),
  // Of the reading: the numbers of another device come from reading the logs again.
  device: (run) => run,
  layout: (run) => run,
  // The layout is not offered for later uploads of its server.
  layoutOnce: (run) => run,
  unknown: (run) => run,
  // Of the whole upload, and kept there: it can be renamed later without reading anything again.
  campaign: (run) => run,
  cores: (run, value) => {
    const cores = toCount(value);
    return { ...run, cores, server: run.server && { ...run.server, cores } };
  },
};

/** Keys that `--set key=value` takes. `server` has its own option. */
export const SETTING_KEYS: readonly string[] = [...Object.keys(SETTINGS), ...BUILD_FIELD_NAMES];

/**
 * Applies what the uploader set by hand to every run of an upload.
 *
 * @throws SettingError when a key is unknown or a value does not fit it
 */
export function applySettings(
  runs: readonly NormalizedRun[],
  settings: Readonly<Record<string, string>>,
): NormalizedRun[] {
  const changes = Object.entries(settings).flatMap(([key, value]) => {
    if (isBuildSetting(key)) return [];
    const apply = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
    if (!apply) {
      throw new SettingError(`Unknown setting "${key}". Settings: ${SETTING_KEYS.join(', ')}.`);
    }
    if (key === 'campaign') toCampaign(value);
    if (value === '') throw new SettingError(`The setting "${key}" has no value.`);
    if (key === 'layout') checkLayout(value);
    if (key === 'unknown') toRelation(value);
    return [(run: NormalizedRun) => apply(run, value)];
  });
  const said = readBuildSettings(settings);
  const changed = runs.map((run) => changes.reduce((before, change) => change(before), run));
  // Last: the version may name a build too.
  return said ? withBuild(changed, said) : changed;
}

/** The settings that reading needs. */
export function readingSettings({
  device,
  layout,
  unknown,
}: Settings): Pick<ReadOptions, 'device' | 'layout' | 'unknown'> {
  return {
    ...(device !== undefined && { device }),
    ...(layout !== undefined && { layout }),
    ...(unknown !== undefined && { unknown: toRelation(unknown) }),
  };
}

/** A server that is known by name only. */
export function namedServer(name: string): Server {
  return { name, ...UNNAMED_SERVER };
}

function checkLayout(value: string): void {
  try {
    parseLayout(value);
  } catch (error) {
    throw error instanceof IngestError ? new SettingError(error.message) : error;
  }
}

function toRelation(value: string): UnknownRelation {
  if (value === 'separate' || value === 'repeats') return value;
  throw new SettingError(`Expected separate or repeats, found "${value.slice(0, 80)}".`);
}

function toBoolean(value: string): boolean {
  if (value === 'true' || value === 'yes') return true;
  if (value === 'false' || value === 'no') return false;
  throw new SettingError(`Expected true or false, found "${value.slice(0, 80)}".`);
}

function toCount(value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new SettingError(`Expected a whole number from 1, found "${value.slice(0, 80)}".`);
  }
  return count;
}

function toTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    throw new SettingError(`Expected a time as in 2026-01-31T18:00:00Z, found "${value.slice(0, 80)}".`);
  }
  return time.toISOString();
}

type Settings = Readonly<Record<string, string>>;

/** True for a setting that says something of the build of a run. */
function isBuildSetting(key: string): key is BuildFieldName {
  return Object.hasOwn(BUILD_FIELDS, key);
}

/**
 * What the settings say of a build, null when they say nothing.
 *
 * @throws SettingError for a value that does not fit its key
 */
function readBuildSettings(settings: Settings): SaidBuild | null {
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
function withBuild(runs: readonly NormalizedRun[], said: SaidBuild): NormalizedRun[] {
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
