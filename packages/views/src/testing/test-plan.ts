import type { AgentPlan } from '@basecase/contract/types';

/** A plan of two builds that no agent has yet. */
export const TEST_PLAN: AgentPlan = {
  id: '3',
  builds: ['17', '18'],
  tests: [],
  sessions: 8,
  roundsPerSession: 1,
  agent: null,
  state: 'queued',
  heldBy: null,
  heldUntil: null,
  isSilent: false,
  done: [],
  waitsFor: null,
  error: null,
  by: 'ci',
  schedule: null,
  createdAt: '2026-11-20T18:03:00.000Z',
  endedAt: null,
};
