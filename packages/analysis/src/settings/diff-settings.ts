/** A setting that one of two configurations has, or that both have with different values. */
export interface SettingChange {
  /** `[mysqld]` sections are part of the name: `mysqld.innodb_io_capacity`. */
  name: string;
  kind: 'added' | 'removed' | 'changed';
  /** Null when the first configuration does not have it. */
  before: string | null;
  /** Null when the second configuration does not have it. */
  after: string | null;
}

export interface SettingsDiff {
  changes: SettingChange[];
  /** Settings that are equal in both. */
  same: number;
}

/** A switch without a value, as `skip-log-bin` in my.cnf. */
const NO_VALUE_GIVEN = 'on';

/**
 * Settings that differ between two configuration files of one kind (`postgresql.conf`, `my.cnf`, ini). Order, spaces,
 * quotes, comments, upper case in names and `-` for `_` make no difference. Of a setting given twice the last one
 * counts, as it does for the servers.
 *
 * @returns changes in the order of the second file, then what only the first one has
 */
export function diffSettings(before: string, after: string): SettingsDiff {
  const [first, second] = [parseSettings(before), parseSettings(after)];
  const changes: SettingChange[] = [];
  let same = 0;
  for (const [name, value] of second) {
    const old = first.get(name) ?? null;
    if (old === value) same += 1;
    else changes.push({ name, kind: old === null ? 'added' : 'changed', before: old, after: value });
  }
  for (const [name, value] of first) {
    if (!second.has(name)) changes.push({ name, kind: 'removed', before: value, after: null });
  }
  return { changes, same };
}

/** Settings of a configuration file by name, in the order of the file. */
export function parseSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';')) continue;
    if (trimmed.startsWith('[') && trimmed.endsWith(']')) {
      section = `${trimmed.slice(1, -1).trim()}.`;
      continue;
    }
    const [name, value] = splitSetting(withoutComment(trimmed));
    settings.delete(section + name);
    settings.set(section + name, value);
  }
  return settings;
}

/** `name = value`, `name=value`, and PostgreSQL's `name value`. */
function splitSetting(text: string): [name: string, value: string] {
  const at = text.search(/[=\s]/);
  if (at === -1) return [toName(text), NO_VALUE_GIVEN];
  const value = text
    .slice(at)
    .replace(/^\s*=?/, '')
    .trim();
  return [toName(text.slice(0, at)), withoutQuotes(value)];
}

/** `max-connections` of my.cnf is `max_connections`. */
function toName(text: string): string {
  return text.toLowerCase().replaceAll('-', '_');
}

/** Cuts `# ...` that stands after a value; a `#` inside quotes or a word belongs to the value. */
function withoutComment(text: string): string {
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '#' && /\s/.test(text[index - 1] ?? '')) return text.slice(0, index).trim();
  }
  return text;
}

function withoutQuotes(value: string): string {
  const quoted = /^(['"])(.*)\1$/.exec(value);
  return quoted?.[2] ?? value;
}
