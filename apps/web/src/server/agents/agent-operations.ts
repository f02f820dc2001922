import {
  type AgentPlan,
  agentListSchema,
  claimBody,
  claimedSchema,
  failBody,
  holdBody,
  planBody,
  planFilter,
  planListSchema,
  planSchema,
  type Schedule,
  scheduleBody,
  scheduleListSchema,
  scheduleSchema,
} from '@basecase/contract/agent';
import {
  cancelPlan,
  claimPlan,
  countPlans,
  failPlan,
  getPlan,
  holdPlan,
  listAgents,
  listPlans,
  queuePlan,
} from '@basecase/db/agents/plans';
import { addSchedule, listSchedules, queueScheduled, removeSchedule } from '@basecase/db/agents/schedules';
import { type Described, defineOperation } from '../operations/operation';

const onePlan = {
  answer: planSchema,
  description: 'The plan.',
  json: (plan: AgentPlan) => plan,
};
const oneSchedule = {
  answer: scheduleSchema,
  description: 'The schedule.',
  json: (schedule: Schedule) => schedule,
};

export const listAgentsOperation = defineOperation({
  at: 'GET /api/v1/agents',
  summary: 'Agents, those that were seen last first.',
  role: null,
  answer: agentListSchema,
  description: 'All of them.',
  run: async ({ db }) => ({ agents: await listAgents(db) }),
});

export const listPlansOperation = defineOperation({
  at: 'GET /api/v1/plans',
  summary: 'Plans that agents measure: running ones, then the newest.',
  role: null,
  query: planFilter,
  checks: 'parameters',
  answer: planListSchema,
  description: 'At most 100, and how many there are.',
  run: async ({ db, query }) => ({ plans: await listPlans(db, query), total: await countPlans(db, query) }),
});

export const queuePlanOperation = defineOperation({
  ...onePlan,
  at: 'POST /api/v1/plans',
  summary: 'Queue a plan: builds × tests × sessions. An agent whose config has these names measures it.',
  role: 'upload',
  body: planBody,
  status: 201,
  run: async ({ db, body, by }) => queuePlan(db, { ...body, by: await by() }),
});

export const readPlanOperation = defineOperation({
  ...onePlan,
  at: 'GET /api/v1/plans/{id}',
  summary: 'A plan, its agent and its accepted sessions.',
  role: null,
  run: ({ db, key }) => getPlan(db, key),
});

export const cancelPlanOperation = defineOperation({
  ...onePlan,
  at: 'DELETE /api/v1/plans/{id}',
  summary: 'Cancel a plan. Sessions that were accepted stay.',
  role: 'upload',
  problems: { 409: 'PLAN_ENDED' },
  run: ({ db, key }) => cancelPlan(db, key),
});

export const claimPlanOperation = defineOperation({
  at: 'POST /api/v1/plans/claim',
  summary: 'Of an agent: its own plan after a restart, otherwise the oldest plan that it can measure.',
  role: 'agent',
  body: claimBody,
  answer: claimedSchema,
  description: 'The plan, or null.',
  problems: { 409: 'AGENT_NAME_TAKEN' },
  run: async ({ db, body, asAgent }) => {
    await asAgent(body.agent);
    return { plan: await claimPlan(db, body), now: new Date().toISOString() };
  },
});

export const holdPlanOperation = defineOperation({
  ...onePlan,
  at: 'POST /api/v1/plans/{id}/hold',
  summary: 'Of an agent: a sign of life. The answer says whether it still has the plan.',
  role: 'agent',
  body: holdBody,
  run: async ({ db, key, body, asAgent }) => {
    await asAgent(body.agent);
    return holdPlan(db, key, body);
  },
});

export const failPlanOperation = defineOperation({
  ...onePlan,
  at: 'POST /api/v1/plans/{id}/fail',
  summary: 'Of an agent: it cannot measure its plan, and why.',
  role: 'agent',
  body: failBody,
  problems: { 409: 'PLAN_ENDED' },
  run: async ({ db, key, body, asAgent }) => {
    await asAgent(body.agent);
    return failPlan(db, key, body);
  },
});

export const listPlanSchedules = defineOperation({
  at: 'GET /api/v1/plan-schedules',
  summary: 'Schedules that queue plans, newest first.',
  role: null,
  answer: scheduleListSchema,
  description: 'All of them.',
  run: async ({ db }) => ({ schedules: await listSchedules(db) }),
});

export const addPlanSchedule = defineOperation({
  ...oneSchedule,
  at: 'POST /api/v1/plan-schedules',
  summary: 'Queue a plan again and again, by a cron expression or when a webhook asks for it.',
  role: 'upload',
  body: scheduleBody,
  status: 201,
  problems: { 400: 'SETTING_INVALID' },
  run: async ({ db, body, by }) => addSchedule(db, { ...body, by: await by() }),
});

export const removePlanSchedule = defineOperation({
  ...oneSchedule,
  at: 'DELETE /api/v1/plan-schedules/{id}',
  summary: 'Remove a schedule. Plans that it queued stay.',
  role: 'upload',
  run: ({ db, key }) => removeSchedule(db, key),
});

export const queueScheduledPlan = defineOperation({
  ...onePlan,
  at: 'POST /api/v1/plan-schedules/{id}/queue',
  summary: 'The webhook of a schedule: queue its plan now. The body is not read.',
  role: 'upload',
  status: 201,
  problems: { 409: 'EXISTS' },
  run: ({ db, key }) => queueScheduled(db, key),
});

export const AGENT_OPERATIONS: readonly Described[] = [
  listAgentsOperation,
  listPlansOperation,
  queuePlanOperation,
  readPlanOperation,
  cancelPlanOperation,
  claimPlanOperation,
  holdPlanOperation,
  failPlanOperation,
  listPlanSchedules,
  addPlanSchedule,
  removePlanSchedule,
  queueScheduledPlan,
];
