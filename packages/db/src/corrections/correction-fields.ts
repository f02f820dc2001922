import { maskText } from '@basecase/ingest';
import { BENCHMARKS, MAX_OPEN_NAME, MAX_TEST_NAME, METRIC_IDS, metricOf } from '@basecase/ingest/model';
import { SettingError } from '../errors';
import { toIsoTime } from '../iso-time';
import { toCampaign } from '../queries/campaigns';
import type { CorrectionField, RunAttributes, RunChanges } from '../types/corrections';

/** Longest name of anything that a correction can name: more is a file that was pasted into a field. */
const MAX_NAME = 100;
/** The largest numbers that columns of workloads take. */
const MAX_COUNT = 2 ** 31 - 1;

type Value<F extends CorrectionField> = RunAttributes[F];

/** How a value of a field is written, and which values it takes. */
interface Field<F extends CorrectionField> {
  /** In place of a value: nothing is known. */
  isOptional: boolean;
  /** What a person types, or an address says. Never called for an empty text. */
  parse(text: string): NonNullable<Value<F>>;
  /** @throws SettingError */
  check(value: unknown): NonNullable<Value<F>>;
}

const name = (isOptional: boolean) => ({ isOptional, parse: toName, check: toName });
const count = (max: number) => ({
  isOptional: true,
  parse: (text: string) => toCount(toNumber(text), max),
  check: (value: unknown) => toCount(value, max),
});
const flag = { isOptional: true, parse: toFlag, check: toFlag };

/** Every field that can be corrected, in the order of forms. */
const FIELDS: { [F in CorrectionField]: Field<F> } = {
  server: name(false),
  product: name(false),
  version: name(false),
  branch: name(false),
  flavour: name(true),
  config: name(true),
  tables: count(MAX_COUNT),
  rowsPerTable: count(Number.MAX_SAFE_INTEGER),
  clients: count(MAX_COUNT),
  primaryKey: flag,
  cached: flag,
  label: name(true),
  startedAt: { isOptional: false, parse: toIsoTime, check: toIsoTime },
  campaign: { isOptional: true, parse: (text) => toCampaign(text), check: toCampaignName },
  test: { isOptional: false, parse: toTestRename, check: toTestRename },
  metric: { isOptional: false, parse: toMetricRename, check: toMetricRename },
};

export const CORRECTION_FIELDS = Object.keys(FIELDS) as CorrectionField[];

/**
 * What a form, an address or `--set` says, as changes. An empty text takes a value away.
 *
 * @throws SettingError for an unknown field, or a value that does not fit it
 */
export function parseChanges(texts: Readonly<Record<string, string>>): RunChanges {
  return eachField(texts, (field, text) => (text === '' ? null : FIELDS[field].parse(text)));
}

/**
 * Changes as sent, with secrets in names masked.
 *
 * @throws SettingError for an unknown field, a value that does not fit it, or no change at all
 */
export function checkChanges(changes: Readonly<Record<string, unknown>>): RunChanges {
  const checked = eachField(changes, (field, value) => {
    if (value !== null) return FIELDS[field].check(value);
    if (!FIELDS[field].isOptional) throw new SettingError(`"${field}" can't be empty.`);
    return null;
  });
  if (Object.keys(checked).length === 0) {
    throw new SettingError(`Nothing to correct was named. Fields: ${CORRECTION_FIELDS.join(', ')}.`);
  }
  return checked;
}

function eachField<T>(
  values: Readonly<Record<string, T>>,
  read: (field: CorrectionField, value: T) => unknown,
): RunChanges {
  const changes: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (!isField(field)) {
      throw new SettingError(
        `"${field.slice(0, 80)}" can't be corrected. Fields: ${CORRECTION_FIELDS.join(', ')}.`,
      );
    }
    try {
      changes[field] = read(field, value);
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`${field}: ${error.message}`);
      throw error;
    }
  }
  return changes as RunChanges;
}

function isField(name: string): name is CorrectionField {
  return Object.hasOwn(FIELDS, name);
}

function toName(value: unknown): string {
  const text = typeof value === 'string' ? maskText(value.trim()) : '';
  if (text === '' || text.length > MAX_NAME) {
    throw new SettingError(`Expected a name of 1 to ${MAX_NAME} characters, found ${shown(value)}.`);
  }
  return text;
}

/** Between the old and the new name of a test or metric, as it is stored. */
export const ARROW = ' → ';

function toTestRename(value: unknown): string {
  return toRename(value, MAX_TEST_NAME).join(ARROW);
}

function toMetricRename(value: unknown): string {
  const [from, to] = toRename(value, MAX_OPEN_NAME);
  if (isBuiltInMetric(to)) {
    throw new SettingError(`"${to}" is the name of a built-in metric: a custom one has another name.`);
  }
  return [from, to].join(ARROW);
}

/** True for the id or the label of a metric of the registry, in any case. */
export function isBuiltInMetric(name: string): boolean {
  const labels = [
    ...METRIC_IDS.flatMap((id) => [id, metricOf(id).label]),
    ...BENCHMARKS.map(({ throughputLabel }) => throughputLabel),
  ];
  return labels.some((label) => label.toLowerCase() === name.toLowerCase());
}

/** `old → new` or `old -> new`. */
function toRename(value: unknown, max: number): [from: string, to: string] {
  const names =
    typeof value === 'string' ? value.split(/ (?:→|->) /).map((name) => maskText(name.trim())) : [];
  const [from = '', to = ''] = names;
  if (names.length !== 2 || from === '' || to === '') {
    throw new SettingError(`Expected "old name -> new name", found ${shown(value)}.`);
  }
  if (from === to) throw new SettingError(`The old and the new name are the same: "${from}".`);
  if (to.length > max || /[\p{Cc}\p{Cs}]/u.test(to)) {
    throw new SettingError(`A name has 1 to ${max} characters on one line, found ${shown(to)}.`);
  }
  return [from, to];
}

function toCampaignName(value: unknown): string {
  if (typeof value !== 'string') throw new SettingError(`Expected a name, found ${shown(value)}.`);
  return maskText(toCampaign(value));
}

/** `8`, `1000000`, `50M`: as people write numbers of rows. */
function toNumber(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([kmb]?)$/i.exec(text.trim().replaceAll(',', '')) ?? [];
  const factor = { '': 1, k: 1e3, m: 1e6, b: 1e9 }[unit.toLowerCase()] ?? 1;
  return digits === undefined ? Number.NaN : Math.round(Number(digits) * factor * 1e6) / 1e6;
}

function toCount(value: unknown, max: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1 || value > max) {
    throw new SettingError(`Expected a whole number from 1 to ${max}, found ${shown(value)}.`);
  }
  return value;
}

function toFlag(value: unknown): boolean {
  if (value === true || value === 'true' || value === 'yes') return true;
  if (value === false || value === 'false' || value === 'no') return false;
  throw new SettingError(`Expected yes or no, found ${shown(value)}.`);
}

function shown(value: unknown): string {
  return `"${String(value).slice(0, 80)}"`;
}
