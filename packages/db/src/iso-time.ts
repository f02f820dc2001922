import { SettingError } from './errors';

/** A date, with or without a time, with or without a time zone: the forms of ISO 8601 that people write. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Before this year nothing was measured that is stored here: it is a wrong number. */
const FIRST_YEAR = 1990;

/**
 * A given time as ISO 8601 in UTC. Without a time zone it is UTC, like all shown times: the location of the server
 * must not matter.
 *
 * @throws SettingError for anything else
 */
export function toIsoTime(value: unknown): string {
  const [, day, clock = '00:00', zone = 'Z'] = TIME.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const time = new Date(day === undefined ? Number.NaN : `${day}T${clock}${zone}`);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < FIRST_YEAR) {
    throw new SettingError(
      `Expected a time as in 2026-01-31T18:00:00Z, found "${String(value).slice(0, 80)}".`,
    );
  }
  return time.toISOString();
}
