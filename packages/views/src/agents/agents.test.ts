import { describe, expect, it } from 'vitest';
import { TEST_PLAN as plan } from '../testing/test-plan';
import { agentRows, planRows, scheduleRows } from './agents';

const AT = '2026-11-20T18:03:00.000Z';
const agent = {
  name: 'pn53',
  version: '0.1.0',
  builds: ['17', '18'],
  tests: ['scan', 'scan:100'],
  seenAt: AT,
};
const wanted = { builds: ['17', '18'], tests: [], sessions: 8, roundsPerSession: 1, agent: null };
describe('agentRows', () => {
  it.each([
    [null, 9, 'idle', 'tone-ok'],
    ['3', 9, 'measures plan 3', 'tone-ok'],
    [null, 11, 'not seen', 'dim'],
    ['3', 11, 'not seen', 'tone-warn'],
  ])('with plan %s, seen %i minutes ago, is "%s"', (held, minutes, word, tone) => {
    const rows = agentRows(
      [{ ...agent, plan: held, isSilent: false, sessions: 0 }],
      Date.parse(AT) + minutes * 60_000,
    );
    expect(rows).toMatchObject([
      { word, tone, builds: '17, 18', tests: '1 test', seen: '20 Nov 2026, 18:03 UTC' },
    ]);
  });
});

it('an agent that lost its plan is silent', () => {
  const [row] = agentRows([{ ...agent, plan: '3', isSilent: true, sessions: 0 }], Date.parse(AT));
  expect(row).toMatchObject({ word: 'silent, has plan 3', tone: 'tone-warn' });
});

describe('planRows', () => {
  it('name what is measured, by which agent, and how much of it has arrived', () => {
    expect(planRows([plan])).toMatchObject([
      {
        what: '17, 18: all tests',
        word: 'queued',
        agent: 'any',
        sessions: '0 of 8',
        uploads: [],
        isOpen: true,
        by: 'ci',
      },
    ]);
    const done = [
      { session: 1, agent: 'pn53', upload: '9', acceptedAt: AT },
      { session: 2, agent: 'pn53', upload: null, acceptedAt: AT },
    ];
    const running = {
      ...plan,
      state: 'running' as const,
      heldBy: 'pn53',
      done,
      tests: ['scan'],
      roundsPerSession: 3,
    };
    expect(planRows([running, { ...running, isSilent: true, schedule: '4' }])).toMatchObject([
      {
        what: '17, 18: scan, 3 rounds each',
        agent: 'pn53',
        sessions: '2 of 8',
        uploads: [{ session: 1, href: '/uploads/9' }],
      },
      { word: 'agent is silent', tone: 'tone-warn', by: 'schedule 4' },
    ]);
    const many = {
      ...plan,
      tests: ['a', 'b', 'c', 'd', 'e'],
      agent: 'pn53',
      state: 'failed' as const,
      error: 'no disk',
    };
    expect(planRows([many])).toMatchObject([
      { what: '17, 18: 5 tests', agent: 'only pn53', tone: 'tone-error', why: 'no disk', isOpen: false },
    ]);
    expect(planRows([{ ...plan, waitsFor: 'No agent offers build 18.' }])).toMatchObject([
      { word: 'queued', why: 'No agent offers build 18.' },
    ]);
  });
});

describe('scheduleRows', () => {
  it('say when a plan is queued', () => {
    const schedule = { id: '1', ...wanted, cron: '0 2 * * *', by: 'ci', createdAt: AT, lastQueuedAt: null };
    expect(scheduleRows([schedule, { ...schedule, cron: null, lastQueuedAt: AT }])).toMatchObject([
      { when: '0 2 * * *', last: 'never' },
      { when: 'when a webhook asks', last: '20 Nov 2026, 18:03 UTC' },
    ]);
  });
});
