import { countVerdicts, nightLineName } from '@basecase/analysis';
import type { CheckedNight } from './history';
import { identityWords } from './run-group';
import type { CheckedSeries, CheckedTestNight } from './series-check';
import { nameNight } from './to-test';

/** The verdicts on all tests of a new build in one series, with the nights they were judged against. */
export function toCheckedSeries({ fresh, history }: CheckedNight, tests: CheckedTestNight[]): CheckedSeries {
  const { identity } = fresh.group;
  const { product, version, flavour, config, benchmark } = identity;
  const newest = history.nights.at(-1);
  const line = nightLineName({ version, branch: history.branch });
  return {
    line: [product, line, flavour, config].filter((part) => part !== null).join(' '),
    benchmark,
    workload: identityWords(identity),
    server: history.server,
    night: nameNight(fresh),
    nights: history.nights.length,
    newest: newest ? nameNight(newest) : null,
    orderedBy: history.orderedBy,
    leftOut: history.leftOut,
    counts: countVerdicts(tests),
    tests,
  };
}
