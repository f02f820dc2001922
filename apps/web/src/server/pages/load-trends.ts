import {
  type LoadedTrends,
  parseTrendsState,
  readTrends,
  serializeTrendsState,
  type TrendsState,
} from '@basecase/views/trends';
import { cache } from 'react';
import { serverCaller } from '../root';

/** Once per request: the title and the page need the same. */
const loadQuery = cache((query: string) =>
  readTrends(serverCaller().trends, parseTrendsState(new URLSearchParams(query))),
);

/** Reads what the URL asks for: the lines of the chosen heatmaps, for the chosen tests and one metric. */
export function loadTrends(state: TrendsState): Promise<LoadedTrends> {
  return loadQuery(serializeTrendsState(state));
}
