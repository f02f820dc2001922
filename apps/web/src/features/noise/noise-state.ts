import { z } from 'zod';
import { toQuery } from '../../lib/to-query';

/** The state of the atlas in the URL: empty texts for the list of all heatmaps. */
export interface NoiseState {
  /** Slugs. */
  server: string;
  workload: string;
}

const text = z.string().max(200).catch('');
const schema = z.object({ server: text, workload: text });

/** Never fails. One without the other is the list. */
export function parseNoiseState(query: Iterable<[string, string]>): NoiseState {
  const state = schema.parse(Object.fromEntries(query));
  return state.server && state.workload ? state : { server: '', workload: '' };
}

export function noiseHref({ server, workload }: NoiseState): string {
  return `/noise${toQuery([
    ['server', server],
    ['workload', workload],
  ])}`;
}
