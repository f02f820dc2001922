import { toDisplayText } from '../../../text/excerpt';

/** Words of a person, short and without control characters. */
export function clean(text: string): string {
  return toDisplayText(Buffer.from(text.slice(0, 200))).trim();
}
