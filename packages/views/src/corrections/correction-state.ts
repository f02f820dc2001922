import type { CorrectionField, RunAttributes, RunSelector } from '@basecase/db/types';
import { groupDigits, timeText } from '../text/words';
import { type Field, ID_FORM, slugs, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** Shown for an unknown value. */
const NOT_SAID = '–';

/** Fields as forms and histories name them, in the order of forms. */
export const FIELD_LABELS: Readonly<Record<CorrectionField, string>> = {
  server: 'Server',
  product: 'Product',
  version: 'Version',
  branch: 'Branch',
  flavour: 'Build',
  config: 'Config',
  tables: 'Tables',
  rowsPerTable: 'Rows per table',
  clients: 'Clients',
  primaryKey: 'Primary key',
  cached: 'Cache',
  label: 'Workload label',
  startedAt: 'Date',
  campaign: 'Campaign',
  test: 'Test',
  metric: 'Custom metric',
};

export const CORRECTABLE = Object.keys(FIELD_LABELS) as CorrectionField[];

/** A value for people; a dash if it is unknown. */
export function fieldText(field: CorrectionField, value: RunAttributes[CorrectionField]): string {
  if (value === null) return NOT_SAID;
  if (field === 'startedAt') return timeText(String(value));
  if (typeof value === 'boolean') return choicesOf(field)[value ? 0 : 1] ?? String(value);
  // Of `old → new` the new name: the old one is shown as what was before.
  if (isRename(field)) return String(value).split(' → ').at(-1) ?? '';
  return typeof value === 'number' ? groupDigits(value) : value;
}

/** Fields of which a run has many: a correction says `old → new`. */
export function isRename(field: CorrectionField): boolean {
  return field === 'test' || field === 'metric';
}

/** A value as a form sends it and `parseChanges` reads it: empty if it is unknown. */
export function fieldInput(field: CorrectionField, value: RunAttributes[CorrectionField]): string {
  if (value === null) return '';
  if (field === 'startedAt') return String(value).slice(0, 19).replace('T', ' ');
  return String(value);
}

/** Words for true and false of a field that has nothing else; none for others. */
export function choicesOf(field: CorrectionField): readonly string[] {
  if (field === 'cached') return ['cached', 'IO-bound'];
  return field === 'primaryKey' ? ['with primary key', 'without primary key'] : [];
}

const MAX_VALUE = 200;
/** Two names of tests: a new one that was cut would be another name. */
const MAX_RENAME = 1010;
const MAX_REASON = 1000;

/** What a field of the form says: null when it says nothing, empty when it takes a value away. */
function said(max = MAX_VALUE): Field<string | null> {
  return {
    initial: null,
    schema: { type: 'string', maxLength: max },
    parse: (texts) => texts.at(-1)?.slice(0, max) ?? null,
    texts: (value) => (value === null ? [] : [value]),
    misread: (texts) => texts.filter((each) => each.length > max),
  };
}

/** The correction form in the URL: runs, changes and reason. */
export const correctUrl = urlCodec({
  /** All runs of this upload. */
  upload: text({ form: ID_FORM }),
  /** Chosen runs, by id. */
  run: slugs(),
  server: said(),
  product: said(),
  version: said(),
  branch: said(),
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
  test: said(MAX_RENAME),
  metric: said(MAX_RENAME),
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
