import type { AgentList, AgentPlan, Schedule } from '@basecase/contract/types';
import { AGENT_AWAY_MS } from '@basecase/contract/words';
import { countText, timeText } from '../text/words';

/** As the page shows it. */
export type AgentRow = ReturnType<typeof agentRows>[number];
export type PlanRow = ReturnType<typeof planRows>[number];
export type ScheduleRow = ReturnType<typeof scheduleRows>[number];

type Tone = 'tone-ok' | 'tone-warn' | 'tone-error' | 'dim';

/** @param now milliseconds since the epoch */
export function agentRows(agents: AgentList['agents'], now: number) {
  return agents.map(({ name, version, builds, tests, seenAt, plan, isSilent, sessions }) => {
    const isAway = now - Date.parse(seenAt) > AGENT_AWAY_MS;
    const state: { word: string; tone: Tone } = isAway
      ? { word: 'not seen', tone: plan === null ? 'dim' : 'tone-warn' }
      : plan === null
        ? { word: 'idle', tone: 'tone-ok' }
        : isSilent
          ? { word: `silent, has plan ${plan}`, tone: 'tone-warn' }
          : { word: `measures plan ${plan}`, tone: 'tone-ok' };
    return {
      name,
      version,
      ...state,
      seen: timeText(seenAt),
      builds: builds.join(', ') || 'none',
      tests: countText(tests.filter((test) => !test.includes(':')).length, 'test'),
      sessions,
    };
  });
}

const STATES: Readonly<Record<AgentPlan['state'], Tone>> = {
  queued: 'dim',
  running: 'tone-ok',
  done: 'tone-ok',
  failed: 'tone-error',
  cancelled: 'dim',
};

/** Plans, newest first. */
export function planRows(plans: readonly AgentPlan[]) {
  return plans.map((plan) => {
    const { id, state, isSilent, heldBy, agent, done, sessions, error, waitsFor, by, createdAt, endedAt } =
      plan;
    return {
      id,
      what: whatText(plan),
      word: isSilent ? 'agent is silent' : state,
      tone: isSilent ? ('tone-warn' as const) : STATES[state],
      /** Why it failed, or waits. */
      why: error ?? waitsFor ?? '',
      agent: heldBy ?? (agent === null ? 'any' : `only ${agent}`),
      sessions: `${done.length} of ${sessions}`,
      uploads: done.flatMap(({ session, upload }) =>
        upload === null ? [] : [{ session, href: `/uploads/${upload}` }],
      ),
      queued: timeText(createdAt),
      ended: endedAt === null ? '' : timeText(endedAt),
      by: plan.schedule === null ? by : `schedule ${plan.schedule}`,
      isOpen: state === 'queued' || state === 'running',
    };
  });
}

export function scheduleRows(schedules: readonly Schedule[]) {
  return schedules.map((schedule) => ({
    id: schedule.id,
    what: whatText(schedule),
    when: schedule.cron ?? 'when a webhook asks',
    sessions: schedule.sessions,
    agent: schedule.agent ?? 'any',
    last: schedule.lastQueuedAt === null ? 'never' : timeText(schedule.lastQueuedAt),
    by: schedule.by,
  }));
}

/** `17.10, 18.4: all tests`, `18.4: read-only, insert`. */
function whatText({
  builds,
  tests,
  roundsPerSession: rounds,
}: Pick<AgentPlan, 'builds' | 'tests' | 'roundsPerSession'>): string {
  const shown =
    tests.length === 0 ? 'all tests' : tests.length > 4 ? countText(tests.length, 'test') : tests.join(', ');
  return `${builds.join(', ')}: ${shown}${rounds === 1 ? '' : `, ${rounds} rounds each`}`;
}
