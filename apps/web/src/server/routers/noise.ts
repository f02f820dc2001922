import { id, pageNumber, search } from '@basecase/contract/fields';
import { listServerFlags } from '@basecase/db/regressions/noise/false-alarms';
import { getNoiseAtlas, listNoiseAtlas } from '@basecase/db/regressions/noise/noise-atlas';
import { addExclusion, removeExclusion } from '@basecase/db/regressions/noise/noise-exclusions';
import { z } from 'zod';
import { byId, heatmap, reason } from '../input-schemas';
import { adminProcedure, procedure, reading, router, writing } from '../trpc';

export const noiseRouter = router({
  /** Servers and workloads, a page at a time: what can be seen there. */
  list: procedure.input(z.object({ search, page: pageNumber.optional() })).query(reading(listNoiseAtlas)),

  /** How the flags of each server behave. */
  flags: procedure.query(reading(listServerFlags)),

  /** One of them: each test, the pairs that were used, those that were refused and why. */
  get: procedure.input(heatmap).query(reading(getNoiseAtlas)),

  /** Takes a pair out, or marks a run as bad (`other: null`), with a reason that is kept. */
  exclude: adminProcedure
    .input(z.object({ run: id, other: id.nullable(), reason }))
    .mutation(writing(async (db, input) => ({ id: await addExclusion(db, input) }))),

  /** Puts it back; the exclusion stays in the list, with who took it back. */
  restore: adminProcedure
    .input(byId)
    .mutation(writing((db, { id: exclusion, by }) => removeExclusion(db, exclusion, by))),
});
