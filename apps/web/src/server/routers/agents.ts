import { cancelPlan, listAgents, listPlans } from '@basecase/db/agents/plans';
import { listSchedules, queueScheduled, removeSchedule } from '@basecase/db/agents/schedules';
import { byId } from '../input-schemas';
import { procedure, router, writeProcedure } from '../trpc';

/** Who measures, and what is to be measured. It changes without a new epoch, so no answer is kept. */
export const agentsRouter = router({
  all: procedure.query(async ({ ctx: { db } }) => {
    const [agents, plans, schedules] = await Promise.all([listAgents(db), listPlans(db), listSchedules(db)]);
    return { agents, plans, schedules };
  }),

  cancel: writeProcedure.input(byId).mutation(({ ctx, input }) => cancelPlan(ctx.db, input.id)),

  /** Queues the plan of a schedule now. */
  queue: writeProcedure.input(byId).mutation(({ ctx, input }) => queueScheduled(ctx.db, input.id)),

  unschedule: writeProcedure.input(byId).mutation(({ ctx, input }) => removeSchedule(ctx.db, input.id)),
});
