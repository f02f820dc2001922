// Measures `basecase bisect` on made-up repositories with fixed seeds: the figures of docs/how-to/bisect.md.
import { measuredBuilds, noiselessSteps } from '@basecase/analysis';
import { isCorrect, type MadeSearch, simulateBisect } from '@basecase/analysis/testing/bisect';

const SEARCHES = 100;
const BUILDS = 129;
const noiseless = 2 + noiselessSteps(BUILDS);

console.log(
  '| lag-1 correlation | noise known | step | right of 100 | runs, mean | times noiseless | most runs |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
let isGood = true;
for (const loss of [0.05, 0]) {
  for (const rho of [0, 0.3, 0.5, 0.7]) {
    for (const isKnown of [true, false]) {
      const made: MadeSearch = {
        ...{ builds: BUILDS, loss, sd: 0.02, rho },
        ...(isKnown && { question: { noise: { sd: 0.02, weight: 8 } } }),
      };
      const searches = Array.from({ length: SEARCHES }, (_, seed) => simulateBisect(1000 + seed, made));
      const right = searches.filter((one) =>
        loss === 0 ? one.step.found === 'no difference' : isCorrect(one),
      );
      const counts = searches.map(({ runs }) => runs.length);
      const mean = counts.reduce((sum, count) => sum + count, 0) / SEARCHES;
      const times = loss === 0 ? '' : (mean / noiseless).toFixed(1);
      console.log(
        `| ${rho} | ${isKnown ? 'yes' : 'no'} | ${loss * 100}% | ${right.length} | ${mean.toFixed(1)} | ${times} | ${Math.max(...counts)} |`,
      );
      isGood &&= right.length >= 95 && (loss === 0 || mean <= 4 * noiseless);
    }
  }
}

/** Searches whose evidence names builds that do not fit one step. */
function oddSearches(second: number): number {
  const made: MadeSearch = { builds: BUILDS, loss: 0.05, sd: 0.02, rho: 0.3, second };
  return Array.from({ length: SEARCHES }, (_, seed) => simulateBisect(1000 + seed, made)).filter(
    ({ step, runs, question }) => {
      const first = 'range' in step && step.range ? step.range.upTo : BUILDS - 1;
      return measuredBuilds(question, runs, first).some(({ isOdd }) => isOdd);
    },
  ).length;
}

console.log(
  `Builds that do not fit one step: with a second step ${oddSearches(90)} of ${SEARCHES}, without ${oddSearches(BUILDS)}`,
);
process.exitCode = isGood ? 0 : 1;
