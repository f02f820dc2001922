// Measures `basecase plan`: the planned runs of 20 cases with fixed seeds against those that find the loss in as many made
// tables as was asked for. The figures of docs/how-to/plan.md.
import { PLAN_POWER, planRuns } from '@basecase/analysis';
import { foundPart, TESTS } from '@basecase/analysis/testing/plan';

const TABLES = 300;
const casesOf = (server: 'dedicated' | 'virtual' | 'shared', loss: number, sigmas: readonly number[]) =>
  sigmas.map((sigma) => ({ sigma, loss, server }));
const CASES = [
  ...casesOf('dedicated', 0.05, [0.02, 0.03, 0.04, 0.05]),
  ...casesOf('dedicated', 0.1, [0.04, 0.06, 0.08, 0.1]),
  ...casesOf('dedicated', 0.04, [0.015, 0.02]),
  ...casesOf('virtual', 0.05, [0.02, 0.03, 0.04, 0.05]),
  ...casesOf('shared', 0.1, [0.05, 0.06, 0.08, 0.1]),
  ...casesOf('shared', 0.2, [0.1, 0.15]),
];

let within = 0;
console.log('| machine | noise | loss | planned | needed | planned / needed |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const made of CASES) {
  const { sigma, loss, server } = made;
  const sigmas = Array.from({ length: TESTS }, (_, test) => ({ test: `${test}`, sigma }));
  const { runs } = planRuns(sigmas, { detect: loss, isDedicated: server === 'dedicated' });
  if (runs === null) throw new Error('every case has a plan');
  // Between two numbers of runs the found part is taken as a line.
  const partOf = (count: number) => (count === 0 ? 0 : foundPart({ ...made, runs: count }, TABLES));
  let more = runs;
  let part = partOf(more);
  while (part < PLAN_POWER) part = partOf(++more);
  let fewer = more - 1;
  let before = partOf(fewer);
  while (before >= PLAN_POWER) [part, before] = [before, partOf(--fewer)];
  const needed = fewer + (PLAN_POWER - before) / (part - before);
  const whole = fewer + 1;
  const isWithin = Math.abs(runs - needed) <= 0.25 * needed;
  within += Number(isWithin);
  console.log(
    `| ${server} | ${sigma * 100}% | ${loss * 100}% | ${runs} | ${whole} (${needed.toFixed(1)}) | ${(runs / needed).toFixed(2)}${isWithin ? '' : ' outside'} |`,
  );
}
console.log(`${within} of ${CASES.length} within 25%`);
process.exitCode = within === CASES.length ? 0 : 1;
