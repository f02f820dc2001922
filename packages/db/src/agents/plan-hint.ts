import type { AgentPlan } from '@basecase/contract/agent';
import { AGENT_AWAY_MS } from '@basecase/contract/words';

/** An agent as a plan sees it. */
export interface Offer {
  name: string;
  menus: readonly { builds: readonly string[]; tests: readonly string[] }[];
  /** Milliseconds since it called. */
  silentMs: number;
}

type Wanted = Pick<AgentPlan, 'builds' | 'tests' | 'agent' | 'state'>;

/**
 * What is missing until an agent takes a queued plan.
 *
 * @returns null where an agent that calls has all of its names: the plan waits until it is free
 */
export function planHint(plan: Wanted, offers: readonly Offer[]): string | null {
  if (plan.state !== 'queued') return null;
  const allowed = offers.filter(({ name }) => plan.agent === null || name === plan.agent);
  if (allowed.length === 0)
    return plan.agent === null ? 'No agent has called yet.' : `Agent ${plan.agent} has not called yet.`;
  const able = allowed.filter(({ menus }) =>
    menus.some(
      (menu) => lacking(plan.builds, menu.builds).length + lacking(plan.tests, menu.tests).length === 0,
    ),
  );
  if (able.some(({ silentMs }) => silentMs <= AGENT_AWAY_MS)) return null;
  if (able.length > 0)
    return `Offered only by ${able.map(({ name }) => name).join(', ')}, not seen for more than ${AGENT_AWAY_MS / 60_000} minutes.`;
  const who = plan.agent === null ? 'No agent' : `Agent ${plan.agent}`;
  const menus = allowed.flatMap((offer) => offer.menus);
  const parts = [
    named(
      'build',
      lacking(
        plan.builds,
        menus.flatMap(({ builds }) => builds),
      ),
    ),
    named(
      'test',
      lacking(
        plan.tests,
        menus.flatMap(({ tests }) => tests),
      ),
    ),
  ].filter((part) => part !== '');
  const offered = plan.agent === null ? 'offers' : 'does not offer';
  if (parts.length > 0) return `${who} ${offered} ${parts.join(plan.agent === null ? ' or ' : ' and ')}.`;
  return `${who} ${plan.agent === null ? 'has' : 'does not have'} all of these names in one plan file.`;
}

function lacking(names: readonly string[], offered: readonly string[]): string[] {
  return names.filter((name) => !offered.includes(name));
}

/** `build 17.10`, `tests a, b`. */
function named(noun: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${noun}${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
}
