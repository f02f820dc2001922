import { DEFAULT_THRESHOLD } from '@basecase/analysis';
import { MAX_PAGE, MAX_SEARCH, MAX_TEXT } from '@basecase/contract/words';
import type { HeatmapAddress } from '@basecase/db/types';
import { isMetricId, isOpenMetric, METRICS, type MetricId, metricOf } from '@basecase/ingest/model';

const MAX_ITEMS = 500;
/** Thresholds outside of this say nothing: at 0.5 only a halving counts, at 0.999 everything does. */
const THRESHOLD_MIN = 0.5;
const THRESHOLD_MAX = 0.999;
/** Which groups there are is known when the view is loaded; an id that no row has folds nothing. */
const GROUP_ID = /^[\w-]+$/;

/**
 * A text, empty by default.
 *
 * @param form a pattern, and its form in words for the message about another text: `a number above 0, as 0.40`
 * @param none a text that means the same as no text: what the choice "all" of a form sends; normal: the one of several
 *   spellings that is kept
 */
export function text({
  max = MAX_TEXT,
  form,
  none = '',
  normal: own = (value) => value,
}: {
  max?: number;
  form?: { pattern: RegExp; words: string };
  none?: string;
  normal?: (value: string) => string;
} = {}): Field<string> {
  const normal = (value: string) => (value === none ? '' : own(value));
  return single({
    initial: '',
    schema: {
      type: 'string',
      maxLength: max,
      ...(form && { pattern: form.pattern.source, description: form.words }),
    },
    read: (value) => (value.length > max || (form && !form.pattern.test(value)) ? null : normal(value)),
    write: normal,
  });
}

/** The id of something stored. */
export const ID_FORM = { pattern: /^\d{1,16}$/, words: 'a whole number' };

/** The slug of a server, in any case: slugs have small letters alone. */
export function serverSlug(): Field<string> {
  return text({ normal: (value) => value.toLowerCase() });
}

/** Words that the database is searched for. */
export function search(): Field<string> {
  return text({ max: MAX_SEARCH });
}

/** One of a few texts; the first one is the default. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(
  ...choices: Choices
): Field<Choices[number]> {
  return single<Choices[number]>({
    initial: choices[0],
    schema: { type: 'string', enum: choices, ...(choices[0] && { default: choices[0] }) },
    read: (value) => choices.find((choice) => choice === value) ?? null,
  });
}

/** Yes or no; no by default. */
export function flag(): Field<boolean> {
  return single({
    initial: false,
    schema: { type: 'string', enum: ['', '1'] },
    read: (value) => (value === '1' ? true : value === '0' ? false : null),
    write: (value) => (value ? '1' : ''),
  });
}

/** A whole number from 1 on. */
export function whole<Initial extends number | null>(max: number, initial: Initial): Field<number | Initial> {
  return single<number | Initial>({
    initial,
    schema: { type: 'integer', minimum: 1, maximum: max, ...(initial !== null && { default: initial }) },
    read: (value) => {
      const number = Number(value);
      return Number.isInteger(number) && number >= 1 && number <= max ? number : null;
    },
    write: (value) => (value === null ? '' : String(value)),
  });
}

/** Page of a list. */
export function pageNumber(): Field<number> {
  return whole(MAX_PAGE, 1);
}

/** Ratio at or under which a throughput counts as slower. */
export function threshold(): Field<number> {
  return single<number>({
    initial: DEFAULT_THRESHOLD,
    schema: { type: 'number', minimum: THRESHOLD_MIN, maximum: THRESHOLD_MAX, default: DEFAULT_THRESHOLD },
    read: (value) => {
      const ratio = Number(value);
      return ratio >= THRESHOLD_MIN && ratio <= THRESHOLD_MAX ? ratio : null;
    },
  });
}

/** How an address names a metric: by its label, `cpu/o`, and an open one by its id, which says all that is known of it. */
export function metricText(id: MetricId): string {
  return isOpenMetric(id) ? id : metricOf(id).label;
}

/** A metric of all, those of open formats too, or of these; throughput by default. */
export function metric<Id extends MetricId = MetricId>(ids?: readonly Id[]): Field<Id | 'throughput'> {
  const choices = () => ids ?? (Object.keys(METRICS) as Id[]);
  const isOther = (text: string): text is Id => !ids && isOpenMetric(text) && isMetricId(text);
  const names = () => choices().map((id) => metricOf(id).label);
  return single<Id | 'throughput'>({
    initial: 'throughput',
    schema: {
      type: 'string',
      ...(ids ? { enum: names() } : { anyOf: [{ enum: names() }, { pattern: '^open:' }] }),
      default: metricOf('throughput').label,
    },
    read: (text) => choices().find((id) => metricOf(id).label === text) ?? (isOther(text) ? text : null),
    write: metricText,
  });
}

/** Several texts with commas between them. */
function commaList(
  isItem: (item: string) => boolean,
  chosen: (texts: readonly string[]) => readonly string[],
): Field<string[]> {
  const split = (texts: readonly string[]) => chosen(texts).flatMap((each) => each.split(','));
  const isRead = (item: string) => item.length <= MAX_TEXT && isItem(item);
  return {
    initial: [],
    schema: { type: 'string' },
    parse: (texts) => split(texts).filter(isRead).slice(0, MAX_ITEMS),
    texts: (items) => [items.join(',')],
    misread: (texts) => split(texts).filter((item) => item !== '' && !isRead(item)),
  };
}

/** Slugs of columns with commas between them. Each checkbox of a form sends its own, so all of a form count. */
export function slugs(): Field<string[]> {
  return commaList(Boolean, (texts) => texts);
}

/**
 * Slugs with commas between them as one text: a form adds that of the pressed button to those that it holds. Later ones
 * come last.
 */
export function joined(): Field<string> {
  return {
    initial: '',
    schema: { type: 'string' },
    parse: (texts) =>
      texts
        .flatMap((each) => each.split(','))
        .filter((item) => item !== '' && item.length <= MAX_TEXT)
        .slice(-MAX_ITEMS)
        .join(','),
    texts: (value) => [value],
    misread: (texts) => texts.flatMap((each) => each.split(',')).filter((item) => item.length > MAX_TEXT),
  };
}

/** Ids of folded groups with commas between them. */
export function foldedGroups(): Field<string[]> {
  return commaList(
    (id) => GROUP_ID.test(id),
    (texts) => texts.slice(-1),
  );
}

/** A parameter that is there once for each of its values. */
export function repeated({
  max,
  isItem = Boolean,
}: {
  max: number;
  isItem?: (item: string) => boolean;
}): Field<string[]> {
  const isRead = (item: string) => item.length <= MAX_TEXT && isItem(item);
  return {
    initial: [],
    schema: { type: 'array', items: { type: 'string', maxLength: MAX_TEXT } },
    parse: (texts) => [...new Set(texts)].filter(isRead).slice(0, max),
    texts: (items) => items,
    misread: (texts) => texts.filter((item) => item !== '' && !isRead(item)),
  };
}

/** `server@workload` of each heatmap. */
export function heatmaps(max: number): Field<string[]> {
  const field = repeated({ max, isItem: (item) => parseHeatmap(item) !== null });
  const normal = (item: string) => heatmapText(parseHeatmap(item) ?? { server: '', workload: '' });
  return { ...field, parse: (texts) => [...new Set(field.parse(texts).map(normal))] };
}

/** Between server and workload of a heatmap in the URL: slugs hold `.` and `-`, never `@`. */
const SEPARATOR = '@';

/** `pn53@sysbench-cached-1x50m-1c-pk1`: a heatmap in the URL. */
export function heatmapText({ server, workload }: HeatmapAddress): string {
  return server + SEPARATOR + workload;
}

/** Reads what `heatmapText` wrote; null for anything else. */
export function parseHeatmap(text: string): HeatmapAddress | null {
  const [server, workload, ...rest] = text.split(SEPARATOR);
  return server && workload && rest.length === 0 ? { server: server.toLowerCase(), workload } : null;
}

/** The values that a parameter takes, in the words of JSON Schema. */
export interface FieldSchema {
  type: 'string' | 'number' | 'integer' | 'array';
  /** Default value, if there is one. */
  default?: string | number;
  enum?: readonly string[];
  /** In place of `enum` where there are more than can be listed. */
  anyOf?: readonly { enum?: readonly string[]; pattern?: string }[];
  maxLength?: number;
  pattern?: string;
  /** The pattern in words: "a number above 0, as 0.40". */
  description?: string;
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
}

/** One parameter of an address. Texts are what is in the address, percent-decoded; there may be several of one name. */
export interface Field<Value> {
  /** Value of a missing or invalid parameter. */
  readonly initial: Value;
  readonly schema: FieldSchema;
  /** Never throws. */
  parse(texts: readonly string[]): Value;
  /** Reading these gives the value again. */
  texts(value: Value): readonly string[];
  /** Those of the texts, or of their parts, that make no sense and are taken for nothing. */
  misread(texts: readonly string[]): readonly string[];
}

interface Single<Value> {
  initial: Value;
  schema: FieldSchema;
  /** Null for a text that makes no sense. */
  read: (text: string) => Value | null;
  write?: (value: Value) => string;
}

/**
 * A parameter with one text. Of several the last one counts, because a submit button comes after the hidden fields of
 * its form.
 */
export function single<Value>({ initial, schema, read, write = String }: Single<Value>): Field<Value> {
  return {
    initial,
    schema,
    parse: (texts) => read(texts.at(-1) ?? '') ?? initial,
    texts: (value) => [write(value)],
    // Forms send unfilled fields as empty texts.
    misread: (texts) => texts.slice(-1).filter((given) => given !== '' && read(given) === null),
  };
}
