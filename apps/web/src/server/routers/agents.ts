import { countPlans, listAgents, listPlans } from '@basecase/db/agents/plans';
import { listSchedules } from '@basecase/db/agents/schedules';
import { cancelPlanOperation, queueScheduledPlan, removePlanSchedule } from '../agents/agent-operations';
import { byId } from '../input-schemas';
import { procedure, resolverOf, router, writeProcedure } from '../trpc';

/** Who measures, and what is to be measured. It changes without a new epoch, so no answer is kept. */
export const agentsRouter = router({
  all: procedure.query(async ({ ctx: { db } }) => {
    const [agents, plans, total, schedules] = await Promise.all([
      listAgents(db),
      listPlans(db),
      countPlans(db),
      listSchedules(db),
    ]);
    return { agents, plans, total, schedules };
  }),

  cancel: writeProcedure.input(byId).mutation(resolverOf(cancelPlanOperation)),

  /** Queues the plan of a schedule now. */
  queue: writeProcedure.input(byId).mutation(resolverOf(queueScheduledPlan)),

  unschedule: writeProcedure.input(byId).mutation(resolverOf(removePlanSchedule)),
});
