import { SettingError } from '../errors';
import { days } from '../settings/kinds.mjs';
import type { RetentionRule } from './types';

/**
 * A number of days of the rule; null for an empty text, which is how settings are left out.
 *
 * @param name of the setting, for the message
 * @throws SettingError for anything but a whole number from 1 on
 */
export function parseRetentionDays(text: string | undefined, name: string): number | null {
  if (text === undefined || text.trim() === '') return null;
  const count = days.read(text.trim());
  if (count !== undefined) return count;
  throw new SettingError(`${name}: expected ${days.expected}, found "${text}".`);
}

interface RetentionSettings {
  readonly BASECASE_RETAIN_RAW_DAYS?: string | undefined;
  readonly BASECASE_RETAIN_THIN_DAYS?: string | undefined;
}

/**
 * The rule that the environment sets: BASECASE_RETAIN_RAW_DAYS and BASECASE_RETAIN_THIN_DAYS. Without them nothing
 * goes.
 *
 * @throws SettingError for an invalid number of days: a typo must neither delete nor be ignored
 */
export function readRetentionRule(env: RetentionSettings): RetentionRule {
  const daysOf = (name: keyof RetentionSettings) => parseRetentionDays(env[name], name);
  return { rawDays: daysOf('BASECASE_RETAIN_RAW_DAYS'), thinDays: daysOf('BASECASE_RETAIN_THIN_DAYS') };
}

/** False for the rule by which nothing goes. */
export function hasRetentionRule({ rawDays, thinDays }: RetentionRule): boolean {
  return rawDays !== null || thinDays !== null;
}
