import { getRunPage } from '@basecase/db/queries/get-run-page';
import { listRunFacets, listRuns } from '@basecase/db/queries/list-runs';
import { z } from 'zod';
import { benchmark, search, slug } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

const runFilter = z.object({
  search,
  product: slug.optional(),
  server: slug.optional(),
  benchmark: benchmark.optional(),
  cursor: z.string().max(40).optional(),
  limit: z.number().int().min(1).max(200).optional(),
});

export const runsRouter = router({
  /** Newest first, a page at a time: `next` is the cursor of the page after. */
  list: procedure.input(runFilter).query(reading(listRuns)),

  /** Filters of the list. */
  facets: procedure.query(reading(listRunFacets)),

  /** Everything known about one run. */
  get: procedure
    .input(z.object({ id: z.string().max(20) }))
    .query(reading((db, { id }) => getRunPage(db, id))),
});
