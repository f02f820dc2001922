import { pageNumber, search, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The state of the atlas in the URL: one heatmap, or empty slugs and the list of them. */
export const noiseUrl = urlCodec({
  server: text(),
  workload: text(),
  /** Words that the list is searched for. */
  q: search(),
  /** Of the list, from 1. */
  page: pageNumber(),
});

export type NoiseState = StateOf<typeof noiseUrl>;

/** Never fails. A server without a workload, or the other way round, is the list. */
export function parseNoiseState(query: Iterable<[string, string]>): NoiseState {
  const { server, workload, q, page } = noiseUrl.parse(query);
  return { ...noiseUrl.defaults, ...(server && workload ? { server, workload } : { q, page }) };
}

export function noiseHref(state: Partial<NoiseState>): string {
  return `/noise${noiseUrl.query(state)}`;
}
