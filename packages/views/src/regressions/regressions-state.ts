import type { FlaggedVerdict, RegressionKind, RegressionSort, RegressionState } from '@basecase/db/types';
import { z } from 'zod';
import { toQuery } from '../url/to-query';

export const KINDS = ['regression', 'improvement'] as const satisfies readonly RegressionKind[];
export const STATES = [
  'new',
  'investigating',
  'confirmed',
  'noise',
  'wont_fix',
  'fixed',
] as const satisfies readonly RegressionState[];
/** Which records are listed: of one state, those that wait for somebody, or all that the data still show. */
export const SHOWN_STATES = ['open', ...STATES, 'withdrawn', 'all'] as const;
const SORTS = ['size', 'certainty', 'date'] as const satisfies readonly RegressionSort[];
export const VERDICTS = [
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
] as const satisfies readonly FlaggedVerdict[];

export type ShownState = (typeof SHOWN_STATES)[number];

/** The state of the list in the URL. */
export interface ListState {
  kind: RegressionKind;
  q: string;
  product: string;
  /** Slug. */
  server: string;
  /** Id of a group of tests. */
  group: string;
  state: ShownState;
  verdict: FlaggedVerdict | '';
  /** First bad version. */
  since: string;
  /** Key of a suspected cause. */
  cause: string;
  sort: RegressionSort;
  /** Not grouped by suspected cause. */
  flat: boolean;
  page: number;
}

export const DEFAULT_STATE: ListState = {
  kind: 'regression',
  q: '',
  product: '',
  server: '',
  group: '',
  state: 'open',
  verdict: '',
  since: '',
  cause: '',
  sort: 'size',
  flat: false,
  page: 1,
};

const text = z.string().max(300).catch('');

const schema = z.object({
  kind: z.enum(KINDS).catch('regression'),
  q: text,
  product: text,
  server: text,
  group: text,
  state: z.enum(SHOWN_STATES).catch('open'),
  verdict: z.enum(VERDICTS).or(z.literal('')).catch(''),
  since: text,
  cause: text,
  sort: z.enum(SORTS).catch('size'),
  flat: z
    .string()
    .transform((value) => value === '1')
    .catch(false),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

/** Never fails: what is missing or makes no sense is the default. */
export function parseListState(query: Iterable<[string, string]>): ListState {
  return schema.parse(Object.fromEntries(query));
}

export function listHref(state: ListState): string {
  return `/regressions${toQuery(listPairs(state))}`;
}

/** What differs from the default, as pairs: the query, and the hidden fields of a form. */
function listPairs(state: ListState): [key: keyof ListState, value: string][] {
  return (Object.keys(DEFAULT_STATE) as (keyof ListState)[]).flatMap((key) => {
    const value = state[key];
    return value === DEFAULT_STATE[key] ? [] : [[key, value === true ? '1' : String(value)]];
  });
}

/** True when something besides kind, state and order was chosen. */
export function isFiltered({ q, product, server, group, verdict, since, cause }: ListState): boolean {
  return [q, product, server, group, verdict, since, cause].some(Boolean);
}
