import { IngestError } from '../../ingest-error';
import { MAX_LAYOUT } from '../../model/identity';
import { versionOfDigits } from '../names/products';
import { type PathPart, partsOfPath } from './path-parts';

/** Fields of a layout; `_` is a part that says nothing. */
export const LAYOUT_FIELDS = [
  'product',
  'version',
  'flavour',
  'config',
  'clients',
  'test',
  'repeat',
  'server',
  'date',
  'build',
  '_',
] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];

interface FieldToken {
  field: LayoutField;
  /** `buffer_pool` of `{config.buffer_pool}`, null for others. */
  name: string | null;
}

/** Literal text, or a field. */
type Token = string | FieldToken;

export interface Layout {
  pattern: string;
  /** Segments of the path; null: any directories. */
  segments: readonly (readonly Token[] | null)[];
}

export interface LayoutValue extends FieldToken {
  /** Offsets in the path. */
  start: number;
  end: number;
  /** As read: `MySQL`, `5.7`, `25`. */
  value: string;
}

export interface LayoutMatch {
  /** In the order of the path. */
  values: LayoutValue[];
}

/** Longer segments are not names of results. Bounds the time to match one. */
const MAX_SEGMENT = 1000;
/** Each one multiplies the places where a pattern may match. */
const MAX_ANY = 2;

/** Fields that may appear more than once: their values are joined. */
const REPEATABLE: ReadonlySet<LayoutField> = new Set(['config', 'date', '_']);

/**
 * Parses a pattern such as `{product}{version}/BP{config.buffer_pool}/thr{clients}/{test}.txt`. `…` is any number of
 * directories, `*` is `{_}`.
 *
 * @throws IngestError INVALID_LAYOUT
 */
export function parseLayout(pattern: string): Layout {
  if (pattern.length > MAX_LAYOUT) refuse(pattern.slice(0, 40), `at most ${MAX_LAYOUT} characters`);
  const texts = pattern
    .trim()
    .replace(/^(?:\.?\/|(?:\*\*|…|\.\.\.)\/)+/, '')
    .split('/');
  const segments = texts.map((text) => (/^(?:\*\*|…|\.\.\.)$/.test(text) ? null : tokensOf(text, pattern)));
  if (segments.filter((segment) => segment === null).length > MAX_ANY)
    refuse('…', `at most ${MAX_ANY} of them`);
  const seen = new Set<string>();
  for (const token of segments.flatMap((segment) => segment ?? [])) {
    if (typeof token === 'string' || (REPEATABLE.has(token.field) && token.name === null)) continue;
    const text = textOf(token);
    if (seen.has(text)) refuse(`a second ${text}`, 'each field once');
    seen.add(text);
  }
  if (!segments.some((segment) => segment?.some((token) => typeof token !== 'string')))
    refuse(pattern, `a field, one of ${LAYOUT_FIELDS.map((field) => `{${field}}`).join(' ')}`);
  return { pattern: pattern.trim(), segments };
}

/** `{config.buffer_pool}` */
function textOf({ field, name }: FieldToken): string {
  return name === null ? `{${field}}` : `{${field}.${name}}`;
}

function refuse(found: string, expected: string): never {
  throw new IngestError('INVALID_LAYOUT', `the layout has ${found}, expected ${expected}.`);
}

function tokensOf(text: string, pattern: string): Token[] {
  if (text === '') refuse(`an empty segment in ${pattern}`, 'a name or a field between slashes');
  const tokens = text
    .split(/(\{[^{}]*\}|\*)/)
    .filter((piece) => piece !== '')
    .map(toToken);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (typeof token === 'string' || next === undefined || typeof next === 'string') continue;
    if (token.field !== 'product' || next.field !== 'version')
      refuse(textOf(token) + textOf(next), 'text between two fields; only {product}{version} may touch');
  }
  return tokens;
}

function toToken(piece: string): Token {
  if (piece === '*') return { field: '_', name: null };
  if (!/^\{.*\}$/.test(piece)) {
    if (/[{}]/.test(piece)) refuse(`an open brace in "${piece}"`, 'a field such as {version}');
    return piece;
  }
  const [field = '', ...rest] = piece.slice(1, -1).split('.');
  const name = rest.length === 0 ? null : rest.join('.');
  const known = LAYOUT_FIELDS.find((other) => other === field);
  if (!known) refuse(piece, `one of ${LAYOUT_FIELDS.map((other) => `{${other}}`).join(' ')}`);
  if (name !== null && (known !== 'config' || !/^[\w.-]{1,60}$/.test(name)))
    refuse(piece, 'a name only behind config, as in {config.buffer_pool}');
  return { field: known, name };
}

/**
 * Matches a path from its end: directories above the pattern do not matter. To match a pattern that names the root itself,
 * pass the path with the root's name in front.
 *
 * @param parts of the path, for callers that have them
 * @returns null if the path does not match
 */
export function matchLayout(
  layout: Layout,
  path: string,
  parts: readonly PathPart[] = partsOfPath(path),
): LayoutMatch | null {
  const found =
    matchPath(layout, path, parts) ??
    (PACKED.test(path) ? matchPath(layout, path.replace(PACKED, ''), parts) : null);
  return found && { values: withReadings(found, path, parts) };
}

const PACKED = /\.(?:gz|zst|xz|bz2|lz4)$/;

type Place = FieldToken & { start: number; end: number };

function matchPath({ segments }: Layout, path: string, parts: readonly PathPart[]): Place[] | null {
  const names = path.split('/');
  const offsets = names.map(() => 0);
  for (let index = 1; index < names.length; index += 1)
    offsets[index] = (offsets[index - 1] ?? 0) + (names[index - 1] ?? '').length + 1;
  const from = (segment: number, name: number): Place[] | null => {
    if (segment < 0) return [];
    const tokens = segments[segment];
    if (tokens === undefined) return null;
    if (tokens === null) {
      // Behind everything else it holds at least the file.
      const most = segment === segments.length - 1 ? name - 1 : name;
      for (let at = most; at >= -1; at -= 1) {
        const found = from(segment - 1, at);
        if (found) return found;
      }
      return null;
    }
    const text = names[name];
    if (text === undefined) return null;
    const own = matchSegment(tokens, { text, offset: offsets[name] ?? 0, parts });
    const above = own && from(segment - 1, name - 1);
    return above && [...above, ...own];
  };
  return from(segments.length - 1, names.length - 1);
}

interface SegmentText {
  text: string;
  /** Of the segment in the path. */
  offset: number;
  parts: readonly PathPart[];
}

/** Fields are as short as they can be, but a field takes a whole part of the path where that fits: `4.9.62-21.56`. */
function matchSegment(tokens: readonly Token[], { text, offset, parts }: SegmentText): Place[] | null {
  if (text.length > MAX_SEGMENT) return null;
  if (tokens.length === 1 && tokens[0] === text) return [];
  const failed = new Set<number>();
  const from = (index: number, at: number): Place[] | null => {
    const token = tokens[index];
    if (token === undefined) return at === text.length ? [] : null;
    if (typeof token === 'string')
      return text.startsWith(token, at) ? from(index + 1, at + token.length) : null;
    const key = index * (MAX_SEGMENT + 1) + at;
    if (failed.has(key)) return null;
    const start = offset + at;
    const ofPart = parts.find((part) => part.start <= start && start < part.end)?.end ?? 0;
    for (const end of endsOf(text, at, tokens[index + 1], ofPart - offset)) {
      if (token.field === 'clients' && !/^\d{1,6}$/.test(text.slice(at, end))) continue;
      const rest = from(index + 1, end);
      if (rest) return [{ ...token, start, end: offset + end }, ...rest];
    }
    failed.add(key);
    return null;
  };
  return from(0, 0);
}

/** Where a field that starts at `at` may end: at the end of its part, then nearest first. */
function endsOf(text: string, at: number, next: Token | undefined, ofPart: number): number[] {
  if (at >= text.length) return [];
  if (next === undefined) return [text.length];
  if (typeof next !== 'string') {
    const digit = text.slice(at).search(/\d/);
    return digit > 0 ? [at + digit] : [];
  }
  const ends: number[] = [];
  for (let end = text.indexOf(next, at + 1); end >= 0; end = text.indexOf(next, end + 1)) {
    if (end === ofPart) ends.unshift(end);
    else ends.push(end);
  }
  return ends;
}

function withReadings(places: readonly Place[], path: string, parts: readonly PathPart[]): LayoutValue[] {
  const values = places.map((place) => ({ ...place, value: readPlace(place, path, parts) }));
  const product = values.find(({ field }) => field === 'product')?.value;
  return values.map((value) => {
    const isDigits = value.field === 'version' && /^\d+$/.test(value.value);
    const version = isDigits && product !== undefined ? versionOfDigits(product, value.value) : null;
    return version === null ? value : { ...value, value: version };
  });
}

function readPlace({ field, start, end }: Place, path: string, parts: readonly PathPart[]): string {
  const text = path.slice(start, end);
  const part = parts.find((other) => other.start === start && other.end === end && other.kind === field);
  if (field === 'clients') return String(Number(text));
  if (part) return part.value;
  // A word such as `ps` is a product only in front of a version.
  const versions = field === 'product' ? ['8.0', '10.1'] : [];
  const words = versions.flatMap((version) => partsOfPath(`${text}-${version}`)[0] ?? []);
  return words.find((word) => word.kind === 'product' && word.text === text)?.value ?? text;
}
