import { listBenchmarkViews, listHeatmaps } from '@basecase/db';
import { isBenchmarkId } from '@basecase/ingest/model';
import { z } from 'zod';
import { procedure, reading, router } from '../trpc';

const slug = z.string().min(1).max(300);

export const benchmarksRouter = router({
  /** Every server × workload of one benchmark that has results. */
  heatmaps: procedure
    .input(z.object({ benchmark: z.string().refine(isBenchmarkId) }))
    .query(
      reading(async (db, { benchmark }) =>
        (await listHeatmaps(db)).filter(({ workload }) => workload.benchmark === benchmark),
      ),
    ),

  /** Whole heatmaps with every metric, in the order asked for; NOT_FOUND when one of them is not there. */
  views: procedure
    .input(z.array(z.object({ server: slug, workload: slug })).max(60))
    .query(reading(listBenchmarkViews)),
});
