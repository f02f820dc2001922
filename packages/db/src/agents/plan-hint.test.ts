import type { AgentPlan } from '@basecase/contract/agent';
import { AGENT_AWAY_MS } from '@basecase/contract/words';
import { expect, it } from 'vitest';
import { type Offer, planHint } from './plans';

const offer = (name: string, builds: string[], tests: string[], silentMs = 0): Offer => ({
  name,
  menus: [{ builds, tests }],
  silentMs,
});
type Wanted = Pick<AgentPlan, 'builds' | 'tests' | 'agent' | 'state'>;
const plan: Wanted = { builds: ['17', '18'], tests: ['scan'], agent: null, state: 'queued' };
const both = offer('pn53', ['17', '18'], ['scan']);
const AWAY = AGENT_AWAY_MS + 1;

it.each<[string, Partial<Wanted>, Offer[], string | null]>([
  ['an agent that can measure it', {}, [both], null],
  ['no agents', {}, [], 'No agent has called yet.'],
  ['its only agent unknown', { agent: 'ax' }, [both], 'Agent ax has not called yet.'],
  ['an unknown build', { builds: ['17', '19'] }, [both], 'No agent offers build 19.'],
  [
    'unknown builds and tests',
    { builds: ['19', '20'], tests: ['x'] },
    [both],
    'No agent offers builds 19, 20 or test x.',
  ],
  [
    'a build that only others have',
    { agent: 'ax' },
    [both, offer('ax', ['17'], ['scan'])],
    'Agent ax does not offer build 18.',
  ],
  [
    'builds of two agents',
    {},
    [offer('a', ['17'], ['scan']), offer('b', ['18'], ['scan'])],
    'No agent has all of these names in one plan file.',
  ],
  [
    'the only able agent away',
    {},
    [{ ...both, silentMs: AWAY }],
    'Offered only by pn53, not seen for more than 10 minutes.',
  ],
  [
    'one of two able agents away',
    {},
    [{ ...both, silentMs: AWAY }, offer('ax', ['17', '18'], ['scan'])],
    null,
  ],
])('a queued plan with %s', (_, change, offers, hint) => {
  expect(planHint({ ...plan, ...change }, offers)).toBe(hint);
});

it('a plan that is not queued waits for nothing', () => {
  expect(planHint({ ...plan, state: 'failed' }, [])).toBeNull();
});
