import { productProblems } from '../results/product-problems';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import { prepareTrends } from './prepare-trends';
import type { LoadedTrends } from './read-trends';
import { ALL_TESTS, GROUP_PREFIX, trendsUrl } from './trends-state';

/**
 * What of the address of a trend is not understood.
 *
 * @param others parameters that are not of the view: `format`
 */
export function trendsProblems(
  query: Iterable<readonly [string, string]>,
  { entries, page }: Pick<LoadedTrends, 'entries' | 'page'>,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = trendsUrl.parse(pairs);
  const problems = [...trendsUrl.problems(pairs, others), ...productProblems(entries, state)];
  // Tests and versions of another product say nothing.
  if (!page || problems.length > 0) return problems;
  const { groups } = page.options;
  const tests = groups.flatMap((group) => group.tests.map(({ key }) => key));
  const means = [ALL_TESTS, ...groups.map(({ id }) => GROUP_PREFIX + id)];
  return [
    // An alias of a test is found under its own name.
    ...(state.test === '' || page.test !== ALL_TESTS
      ? []
      : unknownValues('test', [state.test], { known: [...means, ...tests] })),
    ...unknownValues('base', [state.base], {
      known: prepareTrends(page.data, { ...state, base: '' }).axis.positions,
      what: 'version',
      where: ' on this axis',
    }),
  ];
}
