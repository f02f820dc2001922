import { dayText } from './build';

/**
 * How long the raw bytes of an upload that could not be read are kept, in days: so that it can be read again by parsers
 * that know more. Deleting the upload removes them at once.
 */
export const FAILED_RAW_DAYS = 7;

/**
 * Placeholder for a file that the retention rule removed.
 *
 * @param at ISO 8601, when it did
 */
export function filesRemovedText(at: string): string {
  return `The raw files of this night were removed by the retention rule on ${dayText(at)}; its numbers stay.`;
}
