import { z } from 'zod';
import { count, flag, id, list, maybeText, maybeTime, text, time } from './fields';

/* Machines that measure, and what they are to measure. Builds and tests are names of the configs of agents. */

/** queued → running → done | failed | cancelled. A plan whose agent is silent stays running, and is given to another one. */
export const PLAN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

const MOST_SESSIONS = 200;
const name = text.trim().min(1).max(100);
const builds = z.array(name).min(1).max(6);
const tests = z.array(name).max(200);
const agentName = name.describe('Name of the agent.');

export const planBody = z.strictObject({
  builds: builds.describe('Names of builds in the config of an agent. The first is the base of the others.'),
  tests: tests
    .default([])
    .describe('Names of tests in that config: `read-only`, or `read-only:10` for one range. Empty: all.'),
  sessions: count
    .min(1)
    .max(MOST_SESSIONS)
    .default(8)
    .describe('How often it is measured: each session is a session and an upload.'),
  roundsPerSession: count.min(1).max(100).default(1).describe('Rounds of a session.'),
  agent: name.nullable().default(null).describe('The only agent that may measure it; null: any.'),
});

const wanted = { ...planBody.shape, tests, sessions: count, roundsPerSession: count, agent: maybeText };

export const planSchema = z.object({
  id: text,
  ...wanted,
  state: z.enum(PLAN_STATES),
  heldBy: maybeText.describe('Name of the agent that measures it, or did last.'),
  heldUntil: maybeTime.describe('Another agent may have it after this time. Null unless it is running.'),
  isSilent: flag.describe('Its agent has not answered in time.'),
  done: list({
    session: count.describe('From 1.'),
    agent: agentName,
    upload: maybeText.describe('Null when it was deleted.'),
    acceptedAt: time,
  }),
  waitsFor: maybeText.describe(
    'Of a queued plan that no agent can take now: what is missing, in words. Null otherwise.',
  ),
  error: maybeText,
  by: text.describe('Name of a token, `local`, or of the one who made the schedule.'),
  schedule: maybeText.describe('Id of the schedule that queued it.'),
  createdAt: time,
  endedAt: maybeTime,
});

export const planFilter = z.object({ state: z.enum(PLAN_STATES).optional() });
export const planListSchema = z.object({
  plans: z.array(planSchema).describe('Running ones, then the newest; 100 at most.'),
  total: count.describe('Of all plans that were asked for.'),
});

const leaseSeconds = count
  .min(2)
  .max(3600)
  .default(120)
  .describe('Seconds after which a silent agent loses the plan.');

export const claimBody = z.strictObject({
  agent: agentName,
  version: text.max(100).describe('Of Basecase.'),
  menus: z
    .array(z.strictObject({ builds: z.array(name).max(100), tests: z.array(name).max(1000) }))
    .max(100)
    .describe(
      'Builds and tests it can measure: a plan is taken when one of these has all of its builds and tests.',
    ),
  leaseSeconds,
  instance: name
    .optional()
    .describe('Of the directory of the agent: a second machine with the same name is refused.'),
});

export const holdBody = z.strictObject({ agent: agentName, leaseSeconds });

export const failBody = z.strictObject({
  agent: agentName,
  reason: text.min(1).max(2000),
});

export const claimedSchema = z.object({
  plan: planSchema.nullable().describe('Null: there is nothing to do.'),
  now: time.describe('Clock of the server.'),
});

export const agentListSchema = z.object({
  agents: list({
    name: agentName,
    version: text,
    builds: z.array(text),
    tests: z.array(text),
    seenAt: time,
    plan: maybeText.describe('Id of the plan that it measures.'),
    isSilent: flag.describe(
      'It did not call in time while it had this plan, which another agent may have now.',
    ),
    sessions: count.describe('Accepted sessions of all plans.'),
  }),
});

export const scheduleBody = z.strictObject({
  ...planBody.shape,
  cron: text
    .trim()
    .max(100)
    .nullable()
    .default(null)
    .describe('Five fields in UTC: `0 2 * * *` is every night at 2. Null: only when it is asked for.'),
});

export const scheduleSchema = z.object({
  id: text,
  ...wanted,
  cron: maybeText,
  by: text,
  createdAt: time,
  lastQueuedAt: maybeTime,
});

export const scheduleListSchema = z.object({ schedules: z.array(scheduleSchema) });

/** A session in the query of an upload. */
export const sessionQuery = {
  plan: id
    .optional()
    .describe('Of an agent: the plan that these bytes are a session of. A session is accepted once.'),
  session: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_SESSIONS)
    .optional()
    .describe('Which session of it, from 1.'),
  agent: name.optional().describe('Who measured it.'),
};

export type PlanBody = z.infer<typeof planBody>;
export type AgentPlan = z.infer<typeof planSchema>;
export type PlanList = z.infer<typeof planListSchema>;
export type Claimed = z.infer<typeof claimedSchema>;
export type PlanState = (typeof PLAN_STATES)[number];
export type ClaimBody = z.infer<typeof claimBody>;
export type HoldBody = z.infer<typeof holdBody>;
export type AgentList = z.infer<typeof agentListSchema>;
export type ScheduleBody = z.infer<typeof scheduleBody>;
export type Schedule = z.infer<typeof scheduleSchema>;
export type ScheduleList = z.infer<typeof scheduleListSchema>;
