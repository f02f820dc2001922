import { MAX_SEARCH } from '@basecase/contract/words';
import {
  listSearchCells,
  listSearchRecords,
  listSearchUploads,
} from '@basecase/db/queries/search/list-found';
import { countSearched, readSearchCatalog } from '@basecase/db/queries/search/read-catalog';
import { readSearch, SEARCH_KINDS, type SearchSource } from '@basecase/views/search';
import { z } from 'zod';
import { type Context, procedure, reading, router } from '../trpc';

/** Most results of one kind; a further word narrows the search. */
export const MAX_RESULTS = 50;

const searchInput = z.object({
  q: z.string().max(MAX_SEARCH),
  kind: z.enum(['', ...SEARCH_KINDS]).default(''),
  /** Results of each kind. */
  limit: z.number().int().min(1).max(MAX_RESULTS).default(3),
});

const catalog = reading(readSearchCatalog);

/** The names are kept until something is written; what has numbers is looked up for each search. */
function sourceOf(ctx: Context): SearchSource {
  return {
    catalog: () => catalog({ ctx, input: undefined }),
    counts: () => countSearched(ctx.db),
    cells: (input) => listSearchCells(ctx.db, input),
    records: (input) => listSearchRecords(ctx.db, input),
    uploads: (input) => listSearchUploads(ctx.db, input),
  };
}

export const searchRouter = router({
  /** What has every word, by kind: products, versions, tests, servers, heatmaps, records, uploads. */
  find: procedure
    .input(searchInput)
    .query(({ ctx, input: { limit, ...state } }) => readSearch(sourceOf(ctx), state, limit)),
});
