import { partsOfPath } from '../../identity/layouts/path-parts';
import { readUnit } from '../words/units';
import { headingOnce } from './delimited';

/** What the heading of a column of values says of them. */
export interface ValueHeading {
  /** What was measured: `p99` of `p99 (ms)`; `time` and `throughput` where the heading is a unit alone. */
  metric: string;
  /** Null: it says none. */
  unit: string | null;
}

const IN_BRACKETS = /^(.*?)\s*[([]\s*([^()[\]:]{1,40}?)\s*[)\]]$/;
const AFTER_WORD = /^(.*?)(?:[_\s-]+in)?[_\s-]+([^_\s-]{1,20})$/;
const SAYS_NOTHING = /^(?:value|values|result|results|number|measurement)$/i;

/** Reads `p99 (ms)`, `size [MiB]`, `latency_ms`, `qps` and `value`. */
export function readValueHeading(heading: string): ValueHeading {
  const [, inFront = '', bracketed = ''] = IN_BRACKETS.exec(heading) ?? [];
  if (bracketed !== '') return named(inFront, bracketed);
  if (isUnit(heading)) return named('', heading);
  const [, word = '', last = ''] = AFTER_WORD.exec(heading) ?? [];
  return isUnit(last) ? named(word, last) : { metric: heading, unit: null };
}

const IS_VERSION = /^v?\d+(?:\.\d+)+(?:[-+._]?\w+)*$/i;

/** True for `17.4` and `v1.2-rc1`. */
export function isVersionText(text: string): boolean {
  return IS_VERSION.test(text);
}

/** What heads a column of the values of a version. */
interface VersionHeading {
  version: string;
  /** Null: not named. */
  product: string | null;
  /** Of its values; null: not named. */
  unit: string | null;
  /** 1, and for each further column of this heading one more: they are repeats. */
  place: number;
}

const MAJOR = /^\d{1,3}$/;

/**
 * The version that heads a column of its values, with the product and the unit where the heading names them: `pg17`,
 * `MySQL 8.0.36`, `16.0 (ms)`.
 *
 * @param isChosen the reader chose that it is a version: `17` alone may be a number of clients
 */
export function versionHeading(heading: string, isChosen = false): VersionHeading | null {
  const { name, place } = headingOnce(heading);
  const [, inFront = '', bracketed = ''] = IN_BRACKETS.exec(name) ?? [];
  const [text, unit] = bracketed !== '' && isUnit(bracketed) ? [inFront, bracketed] : [name, null];
  if (isVersionText(text) || (isChosen && MAJOR.test(text)))
    return { version: text, product: null, unit, place };
  const [product, version, ...more] = text.includes('/') ? [] : partsOfPath(text.replaceAll(' ', '-'));
  const isNamed = product?.kind === 'product' && version?.kind === 'version' && more.length === 0;
  return isNamed ? { version: version.value, product: product.value, unit, place } : null;
}

function named(metric: string, unit: string): ValueHeading {
  if (metric !== '' && !SAYS_NOTHING.test(metric)) return { metric, unit };
  return { metric: nameOfUnit(unit) ?? (metric || unit), unit };
}

/**
 * The quantity implied by a unit; null where the unit does not imply one.
 *
 * @param heading of the column: a name that says something comes first
 */
export function metricName(heading: string, unit: string | null): string {
  const { metric } = readValueHeading(heading);
  return SAYS_NOTHING.test(metric) && unit !== null ? (nameOfUnit(unit) ?? metric) : metric;
}

function nameOfUnit(unit: string): string | null {
  const { kind } = readUnit(unit);
  if (kind === 'time') return 'time';
  return kind === 'rate' ? 'throughput' : null;
}

/** Of single letters only `s` is a unit: `h`, `b` and the like name other things. */
function isUnit(text: string): boolean {
  return (text.length > 1 || text === 's') && !text.includes(':') && readUnit(text).kind !== 'other';
}
