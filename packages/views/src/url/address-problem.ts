import { type KnownName, nearestNames } from '@basecase/ingest/model';
import { compareTexts, cutText } from '../text/words';
import type { FieldSchema } from './fields';

/** A part of an address that a view does not understand, and what it would understand there. */
export interface AddressProblem {
  parameter: string;
  /** The text in the address. */
  value: string;
  /** A sentence for people, without what there is instead: `Unknown workload nope on pn53.` */
  message: string;
  /** Known names that the value may mean, the nearest first; empty where none is near. */
  nearest: string[];
  /** Known names, in the order to read them; empty without a list. */
  known: string[];
}

/** Parameters that mail programs and social networks add to addresses; they choose no view. */
const CAMPAIGN_TAG = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref)$/;
/** Of a value in a message: an address may hold kilobytes. */
const MAX_SHOWN = 60;
/** A list that is longer says nothing to people; scripts find the whole in the API's own lists. */
const MAX_KNOWN = 200;

export function isCampaignTag(name: string): boolean {
  return CAMPAIGN_TAG.test(name);
}

/** A value in a message, cut where it is long. */
function quoted(value: string): string {
  return `“${cutText(value, MAX_SHOWN + 1)}”`;
}

/** A parameter that the view does not have. */
export function unknownParameter(
  name: string,
  pairs: readonly (readonly [string, string])[],
  names: readonly string[],
): AddressProblem {
  return {
    parameter: name,
    value: pairs.at(-1)?.[1] ?? '',
    message: `There is no parameter ${quoted(name)}.`,
    nearest: nearestNames(name, names),
    known: [...names],
  };
}

/** A value that its parameter cannot have, whatever is loaded. */
export function misreadValue(parameter: string, value: string, schema: FieldSchema): AddressProblem {
  const known = (schema.enum ?? schema.anyOf?.[0]?.enum ?? []).filter(Boolean);
  return {
    parameter,
    value,
    message: `${quoted(value)} is not a valid ${parameter}${known.length > 0 ? '' : `: expected ${formOf(schema)}`}.`,
    nearest: nearestNames(value, known),
    known,
  };
}

function formOf({ type, minimum, maximum, maxLength, description, items }: FieldSchema): string {
  if (type === 'array' && items) return formOf(items);
  if (minimum !== undefined && maximum !== undefined) {
    return `${type === 'integer' ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}`;
  }
  if (description !== undefined) return description;
  return maxLength === undefined ? 'another form' : `at most ${maxLength} characters`;
}

/**
 * Those of the values that nothing has that is loaded.
 *
 * @param known names, each alone or before other names that lead to it
 * @param what for the message: `workload`, `test`
 * @param where what was looked through, for the message: ` on pn53`; empty = everything
 */
export function unknownValues(
  parameter: string,
  values: readonly string[],
  { known, what = parameter, where = '' }: { known: Iterable<KnownName>; what?: string; where?: string },
): AddressProblem[] {
  const entries = [...known];
  const all = new Set(entries.map((entry) => (typeof entry === 'string' ? entry : entry[0])));
  return values
    .filter((value) => value !== '' && !all.has(value))
    .map((value) => {
      const nearest = nearestNames(value, entries);
      const others = [...all].filter((name) => name !== '' && !nearest.includes(name)).sort(compareTexts);
      return {
        parameter,
        value,
        message: `There is no ${what} ${quoted(value)}${where}.`,
        nearest,
        known: [...nearest, ...others].slice(0, MAX_KNOWN),
      };
    });
}

/** The known name that a text means, whatever its case: `mysql` is MySQL. The text itself where there is none. */
export function knownName(known: Iterable<string>, given: string): string {
  const lower = given.toLowerCase();
  let found: string | undefined;
  for (const name of known) {
    if (name === given) return name;
    if (found === undefined && name.toLowerCase() === lower) found = name;
  }
  return found ?? given;
}
