import { type Measured, roundsEstimate, roundsNeeded } from '@basecase/analysis';
import { findingOf } from '@basecase/record';
import { randomOf } from './tables';

const SDS = [0.01, 0.02, 0.03, 0.04, 0.06, 0.08];
const TIMES = 200;
/** As `basecase record` has them: the half width that is wanted, the fewest and the most rounds, and restarts. */
const PLAN = { resolution: 0.03, least: 8, most: 48, restartEvery: 6 };

/** Tests without a change that are measured round by round until they are known, with noise of 1 to 8%. */
export function recorder(): Measured {
  const { normal } = randomOf(7);
  let [called, used] = [0, 0];
  const shares = SDS.map((sd) => {
    let rounds = 0;
    for (let time = 0; time < TIMES; time++) {
      const test = measure(sd, normal);
      called += Number(test.isCalled);
      rounds += test.rounds;
    }
    used += rounds;
    return rounds / TIMES / Math.min(PLAN.most, roundsNeeded(sd, PLAN.resolution));
  });
  const all = SDS.length * TIMES;
  return {
    ...{ of: all, falseFlags: called / all, found: [] },
    rounds: [used / all / PLAN.most, Math.min(...shares), Math.max(...shares)],
  };
}

/** One test until it is known. */
function measure(sd: number, normal: () => number): { rounds: number; isCalled: boolean } {
  const base: number[] = [];
  const version: number[] = [];
  let shift = 0;
  for (;;) {
    // Two starts of one server differ.
    if (base.length % PLAN.restartEvery === 0) shift = 0.007 * normal();
    base.push(1000);
    version.push(1000 * Math.exp(shift + sd * normal()));
    const estimate = roundsEstimate(base, version, Math.ceil(base.length / PLAN.restartEvery));
    if (base.length < PLAN.least || !estimate) continue;
    const { low, high } = estimate;
    if ((high - low) / 2 > PLAN.resolution && base.length < PLAN.most) continue;
    const finding = findingOf({ estimate, half: (high - low) / 2 });
    return { rounds: base.length, isCalled: finding === 'slower' || finding === 'faster' };
  }
}
