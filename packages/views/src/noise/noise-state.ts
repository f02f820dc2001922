import { z } from 'zod';
import { toQuery } from '../url/to-query';

/** The state of the atlas in the URL: one heatmap, or empty slugs and the list of them. */
export interface NoiseState {
  /** Slugs. */
  server: string;
  workload: string;
  /** Words that the list is searched for. */
  q: string;
  /** Of the list, from 1. */
  page: number;
}

export const DEFAULT_STATE: NoiseState = { server: '', workload: '', q: '', page: 1 };

const text = z.string().max(200).catch('');
const schema = z.object({
  server: text,
  workload: text,
  q: text,
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

/** Never fails. A server without a workload, or the other way round, is the list. */
export function parseNoiseState(query: Iterable<[string, string]>): NoiseState {
  const { server, workload, q, page } = schema.parse(Object.fromEntries(query));
  return server && workload ? { ...DEFAULT_STATE, server, workload } : { ...DEFAULT_STATE, q, page };
}

export function noiseHref({ server, workload, q, page }: NoiseState): string {
  return `/noise${toQuery([
    ['server', server],
    ['workload', workload],
    ['q', q],
    ['page', page === 1 ? '' : String(page)],
  ])}`;
}
