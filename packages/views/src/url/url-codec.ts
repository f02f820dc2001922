import { groupBy } from '@basecase/analysis';
import { isStorableText } from '@basecase/ingest/model';
import { type AddressProblem, isCampaignTag, misreadValue, unknownParameter } from './address-problem';
import type { Field } from './fields';

type Fields = Readonly<Record<string, Field<unknown>>>;

/** The state of a view, derived from its fields. */
export type FieldState<Of extends Fields> = { -readonly [Name in keyof Of]: Of[Name]['initial'] };

/** The state that a codec reads and writes. */
export type StateOf<Codec extends { defaults: unknown }> = Codec['defaults'];

/**
 * The state of a view and its form in the address. `from` is what an address without a query means: the defaults of
 * the view, or the frozen state on the page of a permalink.
 */
export interface UrlCodec<State> {
  readonly defaults: State;
  /** Names of the parameters, in the order of the address, and how each is read. */
  readonly fields: { readonly [Name in keyof State]: Field<State[Name]> };
  /**
   * Never throws: what is missing is as in `from`, what makes no sense is the default. So is a text that no name can be,
   * because it holds NUL.
   */
  parse(query: Iterable<readonly [string, string]>, from?: State): State;
  /**
   * What differs from `from`, as names and values: the query, and the hidden fields of a form. What is left out of the
   * state is as in `from`.
   */
  pairs(state: Partial<State>, from?: State): [name: keyof State & string, value: string][];
  /** The query of what differs from `from`: `?server=pn53&metric=cpu/o`, or an empty string. */
  query(state: Partial<State>, from?: State): string;
  /**
   * What of a query `parse` passes over: names that no parameter has, and values that make no sense.
   *
   * @param others parameters that are read elsewhere: `format` of an export
   */
  problems(query: Iterable<readonly [string, string]>, others?: readonly string[]): AddressProblem[];
}

/** The codec of a view, of its parameters in the order of the address. */
export function urlCodec<const Of extends Fields>(fields: Of): UrlCodec<FieldState<Of>> {
  type State = FieldState<Of>;
  type Name = keyof State & string;
  const entries = Object.entries(fields) as [Name, Field<unknown>][];
  const stateOf = (choose: (name: Name, field: Field<unknown>) => unknown) =>
    Object.fromEntries(entries.map(([name, field]) => [name, choose(name, field)])) as State;
  const defaults = stateOf((_, { initial }) => initial);

  const parse: UrlCodec<State>['parse'] = (query, from = defaults) => {
    const given = groupBy([...query], ([name]) => name);
    return stateOf((name, field) => {
      const texts = given.get(name)?.map(([, text]) => text);
      return texts ? field.parse(texts.filter(isStorableText)) : from[name];
    });
  };

  const pairs: UrlCodec<State>['pairs'] = (state, from = defaults) =>
    entries.flatMap(([name, field]) => {
      const value = state[name];
      if (value === undefined || value === from[name]) return [];
      const texts = field.texts(value);
      if (isSame(texts, field.texts(from[name]))) return [];
      // An empty list must be written if the frozen one has items.
      return (texts.length === 0 ? [''] : texts).map((text): [Name, string] => [name, text]);
    });

  const problems: UrlCodec<State>['problems'] = (query, others = []) => {
    const given = groupBy([...query], ([name]) => name);
    const names = [...Object.keys(fields), ...others];
    return [...given].flatMap(([name, pairs]) => {
      if (!names.includes(name)) return isCampaignTag(name) ? [] : [unknownParameter(name, pairs, names)];
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const texts = pairs.map(([, text]) => text);
      if (!field) return [];
      const misread = [
        ...texts.filter((text) => !isStorableText(text)),
        ...field.misread(texts.filter(isStorableText)),
      ];
      return misread.map((text) => misreadValue(name, text, field.schema));
    });
  };

  return {
    defaults,
    problems,
    fields: fields as UrlCodec<State>['fields'],
    parse,
    pairs,
    query: (state, from) => queryText(pairs(state, from)),
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

type QueryPair = readonly [name: string, value: string];

/** A query of pairs, empty values left out: `?server=pn53&metric=cpu/o`, or an empty string. */
export function toQuery(pairs: readonly QueryPair[]): string {
  return queryText(pairs.filter(([, value]) => value !== ''));
}

/** A query of all these pairs. */
function queryText(pairs: readonly QueryPair[]): string {
  const parts = pairs.map(([name, value]) => `${name}=${encodeValue(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Percent-encodes what must be; a link that people read and edit keeps `/ , = @ :` as they are. */
export function encodeValue(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(2F|2C|3D|40|3A)/g, decodeURIComponent)
    .replace(/%20/g, '+');
}

/** Query parameters as Next gives them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The same as pairs, a repeated parameter once for each value. */
export function queryPairs(params: SearchParams): [string, string][] {
  return Object.entries(params).flatMap(([key, value]) => {
    const values = value === undefined ? [] : [value].flat();
    return values.map((each): [string, string] => [key, each]);
  });
}
