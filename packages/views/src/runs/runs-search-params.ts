import { type BenchmarkId, benchmarkModel, isBenchmarkId } from '@basecase/ingest/model';
import { z } from 'zod';
import { toQuery } from '../url/to-query';

/** The state of the list of runs in the URL. */
export interface RunsState {
  q: string;
  product: string;
  /** Slug. */
  server: string;
  benchmark: BenchmarkId | '';
  /** Cursor of the page; empty: the newest. */
  before: string;
}

const text = z.string().max(200).catch('');

const schema = z.object({
  q: text,
  product: text,
  server: text,
  benchmark: z
    .string()
    .transform((id) => (isBenchmarkId(id) ? id : ('' as const)))
    .catch(''),
  before: z
    .string()
    .regex(/^\d{1,15}-\d{1,9}$/)
    .or(z.literal(''))
    .catch(''),
});

/** Never fails: what is missing or makes no sense is the default. Of a parameter that is there twice the last counts. */
export function parseRunsState(query: Iterable<[string, string]>): RunsState {
  return schema.parse(Object.fromEntries(query));
}

export function runsHref({ q, product, server, benchmark, before }: RunsState): string {
  return `/runs${toQuery([
    ['q', q],
    ['product', product],
    ['server', server],
    ['benchmark', benchmark],
    ['before', before],
  ])}`;
}

export function benchmarkName(id: BenchmarkId): string {
  return benchmarkModel(id).name;
}
