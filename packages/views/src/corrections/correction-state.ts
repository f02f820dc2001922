import type { RunSelector } from '@basecase/db/types';
import type { Field } from '../url/field';
import { slugs, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

const MAX_VALUE = 200;
const MAX_REASON = 1000;

/** What a field of the form says: null when it says nothing, empty when it takes a value away. */
function said(): Field<string | null> {
  return {
    initial: null,
    schema: { type: 'string', maxLength: MAX_VALUE },
    parse: (texts) => texts.at(-1)?.slice(0, MAX_VALUE) ?? null,
    texts: (value) => (value === null ? [] : [value]),
    misread: (texts) => texts.filter((each) => each.length > MAX_VALUE),
  };
}

/** The correction form in the URL: runs, changes and reason. */
export const correctUrl = urlCodec({
  /** All runs of this upload. */
  upload: text({ pattern: /^\d{1,16}$/ }),
  /** Chosen runs, by id. */
  run: slugs(),
  server: said(),
  product: said(),
  version: said(),
  flavour: said(),
  config: said(),
  tables: said(),
  rowsPerTable: said(),
  clients: said(),
  primaryKey: said(),
  cached: said(),
  label: said(),
  startedAt: said(),
  campaign: said(),
  reason: text({ max: MAX_REASON }),
});

export type CorrectState = StateOf<typeof correctUrl>;

export function correctHref(state: Partial<CorrectState>): string {
  return `/correct${correctUrl.query(state)}`;
}

export function correctionHref(id: string): string {
  return `/corrections/${id}`;
}

/** Which runs are meant; null when the address names none. */
export function selectorOf({ upload, run }: CorrectState): RunSelector | null {
  if (upload) return { upload };
  return run.length > 0 ? { runs: run } : null;
}
