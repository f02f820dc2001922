import type { CorrectionField, RunAttributes } from '@basecase/db/types';
import { groupDigits } from '../text/count-text';
import { timeText } from '../text/time-text';

/** Shown for an unknown value. */
const NOT_SAID = '–';

/** Fields as forms and histories name them, in the order of forms. */
export const FIELD_LABELS: Readonly<Record<CorrectionField, string>> = {
  server: 'Server',
  product: 'Product',
  version: 'Version',
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
};

export const CORRECTABLE = Object.keys(FIELD_LABELS) as CorrectionField[];

/** A value for people; a dash if it is unknown. */
export function fieldText(field: CorrectionField, value: RunAttributes[CorrectionField]): string {
  if (value === null) return NOT_SAID;
  if (field === 'startedAt') return timeText(String(value));
  if (typeof value === 'boolean') return choicesOf(field)[value ? 0 : 1] ?? String(value);
  return typeof value === 'number' ? groupDigits(value) : value;
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
