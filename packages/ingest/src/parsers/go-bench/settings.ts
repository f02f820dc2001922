/** A line `key: value`, which holds for the results that follow it (benchmark format, "Configuration Lines"). */
const SETTING = /^([a-z][a-z0-9_./-]{0,60}):(?:[ \t]+(.*))?$/;
const MAX_SETTINGS = 50;
const MAX_VALUE = 200;

/** Name and value of a setting, null for other lines. `panic:` marks the end of a program. */
export function parseSetting(text: string): { key: string; value: string } | null {
  const [, key, value = ''] = SETTING.exec(text) ?? [];
  return key === undefined || key === 'panic' ? null : { key, value: value.trim().slice(0, MAX_VALUE) };
}

/** A copy with one setting more, or one less where its value is empty. The same map where nothing changes. */
export function withSetting(
  settings: ReadonlyMap<string, string>,
  { key, value }: { key: string; value: string },
): ReadonlyMap<string, string> {
  const known = settings.get(key);
  if (known === value || (known === undefined && (value === '' || settings.size >= MAX_SETTINGS)))
    return settings;
  const changed = new Map(settings);
  if (value === '') changed.delete(key);
  else changed.set(key, value);
  return changed;
}

/** Machine properties. Results of two machines are not one workload. */
const OF_MACHINE = new Set(['goos', 'goarch', 'cpu']);
/** A key with more values is printed by each benchmark and does not divide the file into sections. */
const MAX_SECTIONS = 20;

/** Keys that distinguish the results of a file: those whose values change within it. */
export interface Sections {
  machine: readonly string[];
  config: readonly string[];
}

/** Finds the sections of a file. `pkg` is part of the names. */
export function findSections(all: readonly ReadonlyMap<string, string>[]): Sections {
  const distinct = new Set(all);
  const keys = new Set([...distinct].flatMap((settings) => [...settings.keys()]));
  const changing = [...keys].filter((key) => {
    const values = new Set([...distinct].map((settings) => settings.get(key)));
    return key !== 'pkg' && values.size > 1 && values.size <= MAX_SECTIONS;
  });
  return {
    machine: changing.filter((key) => OF_MACHINE.has(key)),
    config: changing.filter((key) => !OF_MACHINE.has(key)),
  };
}

/** `note=after, toolchain=Tip`; null where none of the keys is set. */
export function sectionLabel(settings: ReadonlyMap<string, string>, keys: readonly string[]): string | null {
  const words = keys.flatMap((key) => {
    const value = settings.get(key);
    return value === undefined ? [] : [`${key}=${value}`];
  });
  return words.length > 0 ? words.join(', ') : null;
}
