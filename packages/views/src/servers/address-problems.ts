import { productProblems } from '../results/product-problems';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import type { LoadedServers } from './read-servers';
import { serversUrl } from './servers-state';

/**
 * What of the address of several servers is not understood.
 *
 * @param others parameters that are not of the view: `format`
 */
export function serversProblems(
  query: Iterable<readonly [string, string]>,
  { entries, page }: Pick<LoadedServers, 'entries' | 'page'>,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = serversUrl.parse(pairs);
  const problems = [...serversUrl.problems(pairs, others), ...productProblems(entries, state)];
  // Versions on other servers than those that were asked for say nothing.
  if (!page || problems.length > 0) return problems;
  const known = page.keys.map(({ key }) => key);
  const here = { known, what: 'version', where: ' on these servers' };
  return [...unknownValues('v', state.v, here), ...unknownValues('base', [state.base], here)];
}
