import { formatFixed, formatRatio } from '@basecase/analysis';
import { testKey } from '../plan/plan';
import type { Recording } from '../record';
import type { ComparedTest } from '../rounds/estimate-tests';
import { type Finding, findingOf, markOf } from './marks';
import { duration, percent, plusMinus, ratio } from './numbers';

/** The result, first of all. */
export function drawEnd(recording: Recording, plain: boolean): string {
  const { compared, failures } = recording;
  const isOne = recording.plan.variants.length <= 2;
  const part = (finding: Finding, word: string) => drawPart(compared, { finding, word, plain, isOne });
  const count = (finding: Finding) => compared.filter((one) => findingOf(one) === finding).length;
  const [same, unclear] = [count('same'), count('unclear')];
  const open = compared.filter(({ isKnown, failed }) => !isKnown && failed === null);
  return [
    headline(recording),
    '',
    ...part('slower', 'slower'),
    ...part('likely slower', 'likely'),
    ...part('faster', 'faster'),
    ...part('likely faster', 'likely'),
    ...(same > 0 ? [`  ${same} no change`] : []),
    ...(unclear > 0 ? [`  ${unclear} within noise: a change of 5% can't be distinguished from none`] : []),
    ...openLines(recording, open),
    ...unsureLines(recording),
    ...failures.map(
      ({ variant, test, reason }) =>
        `  not measured: ${variant}${test === null ? '' : `, ${test}`}: ${firstLine(reason)}`,
    ),
  ].join('\n');
}

function headline(recording: Recording): string {
  const { why, rounds, plan, compared, seconds } = recording;
  const known = compared.filter(({ isKnown }) => isKnown).length;
  const time = duration(seconds);
  const count = `${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`;
  const { resolution, effect } = plan.rounds;
  const less = effect === undefined ? '' : ` or to change by less than ${percent(effect)}`;
  const isKnown = `${known} of ${compared.length} known to ± ${percent(resolution)}${less}`;
  switch (why) {
    case 'known':
      return compared.length === 0
        ? `Done after ${count}, ${time}. One build: it is judged by the ones before it.`
        : `Done after ${count}, ${time}. ${isKnown}.`;
    case 'most':
      return `Done after ${count}, the most, ${time}. ${isKnown}.`;
    case 'minutes':
      return `Its time is over after ${count}, ${time}. ${isKnown}.`;
    case 'stopped': {
      if (rounds.length === 0) return 'Stopped by Ctrl C before a round was whole. Nothing is kept.';
      const whole = rounds.length === 1 ? '1 whole round is kept' : `${rounds.length} whole rounds are kept`;
      return `Stopped by Ctrl C in round ${rounds.length + 1}. ${whole}, round ${rounds.length + 1} is not.`;
    }
    case 'failed':
      return `Ended after ${count}: no two servers are left to compare.`;
    case 'declined':
      return 'Nothing was measured, nothing was sent.';
  }
}

/** More rounds of the one test cost little. */
function unsureLines({ plan, compared }: Recording): string[] {
  const [unsure] = compared.filter((one) => findingOf(one).startsWith('likely'));
  const test = plan.tests.find((one) => testKey(one) === unsure?.test);
  if (!test || plan.tests.length === 1) return [];
  const finer = percent(Math.max(0.005, plan.rounds.resolution / 3));
  return ['', `Not sure of one? Record it alone: --tests ${test.name}:${test.range} --resolution ${finer}`];
}

const SHOWN = 12;

function drawPart(
  compared: readonly ComparedTest[],
  { finding, word, plain, isOne }: { finding: Finding; word: string; plain: boolean; isOne: boolean },
): string[] {
  const found = compared.filter((one) => findingOf(one) === finding);
  const lines = found.slice(0, SHOWN).map((one, index) => {
    const { test, variant, estimate, half, cpuRatio } = one;
    const head = index === 0 ? `${markOf(finding, plain)} ${found.length} ${word}` : '';
    const cpu = cpuRatio === null ? '' : `   cpu/o ${formatRatio(cpuRatio)}`;
    const reaches = finding.startsWith('likely') ? `   ${whyUnsure(one)}` : cpu;
    const name = isOne ? test : `${test}, ${variant}`;
    const size =
      estimate && half !== null
        ? `${ratio(estimate.x)} ± ${formatFixed(Math.exp(estimate.x) * half, 2)}`
        : '';
    return `  ${head.padEnd(15)}${name.padEnd(isOne ? 28 : 36)}${size}${reaches}`.trimEnd();
  });
  return found.length > SHOWN ? [...lines, `${' '.repeat(17)}and ${found.length - SHOWN} more`] : lines;
}

function whyUnsure({ estimate }: ComparedTest): string {
  const holdsOne = estimate !== null && estimate.low <= 0 && estimate.high >= 0;
  return holdsOne ? 'its interval reaches 1.00' : 'noise is this large once in 1,000 tests or more often';
}

function openLines({ plan, rounds }: Recording, open: readonly ComparedTest[]): string[] {
  if (open.length === 0) return [];
  const widest = open.filter(({ half }) => half !== null).sort((a, b) => (b.half ?? 0) - (a.half ?? 0))[0];
  const wide = widest ? `; widest: ${widest.test} ${plusMinus(widest.half)}` : '';
  const few = widest ? '' : `; fewer than 8 rounds of both (${rounds.length} in all) tell no interval`;
  return [`  ${open.length} not known to ± ${percent(plan.rounds.resolution)} yet${wide}${few}`];
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 120);
}
