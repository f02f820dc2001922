import { roundsNeeded } from '@basecase/analysis';
import { gigabytes, type MachineCheck } from '../machine/check-machine';
import type { Machine } from '../machine/facts';
import { workloadLabel } from '../pack/describe-recording';
import { isOneBuild, labelOf } from '../plan/plan';
import type { Offer } from '../record';
import { type TooNoisy, tooNoisy } from '../rounds/too-noisy';
import { duration, percent, plusMinus } from './numbers';

const WIDEST = 0.2;

/** The plan and the machine, before anything is compared. */
export function drawOffer(offer: Offer, plain: boolean): string {
  return [...planLines(offer), '', ...machineLines(offer, plain)].join('\n');
}

function planLines({ plan, machine, forecast, diskBytes }: Offer): string[] {
  const { variants, tests, rounds, duet } = plan;
  const line = (name: string, text: string) => `  ${name.padEnd(13)}${text}`;
  const servers = `${variants.length} ${variants.length === 1 ? 'server' : 'servers'}`;
  return [
    'Plan',
    line(
      'versions',
      `${variants.map(labelOf).join(', ')}    ${servers}, ${duet ? 'both' : 'one'} under load at a time`,
    ),
    line('tests', String(tests.length)),
    line('load', workloadLabel(plan, machine)),
    line(
      'rounds',
      isOneBuild(plan)
        ? `${rounds.least}: one build, to be judged by the ones before it`
        : `${span(rounds)}, until every test is known to ± ${percent(rounds.resolution)}`,
    ),
    ...(forecast
      ? [
          line(
            'time',
            `about ${duration(forecast.loadSeconds + forecast.measureSeconds)}: ${duration(forecast.loadSeconds)} to load, ` +
              `${duration(forecast.measureSeconds)} to measure; at most ${duration(forecast.mostSeconds)}`,
          ),
        ]
      : []),
    line('disk', `${gigabytes(diskBytes)} at most, removed at the end`),
    ...(duet
      ? [
          line(
            'duet',
            'two servers that share the machine: which one gets less of it, not how fast either is',
          ),
        ]
      : []),
  ];
}

function span({ least, most }: { least: number; most: number }): string {
  return least === most ? String(most) : `${least} to ${most}`;
}

/** Marks of checks: one column, or words. */
const LEVELS: Readonly<Record<MachineCheck['level'], [sign: string, word: string]>> = {
  good: ['✓', 'ok  '],
  look: ['!', 'look'],
  bad: ['✗', 'bad '],
};

function machineLines(offer: Offer, plain: boolean): string[] {
  const { machine, state, sameTwice, plan } = offer;
  const sign = (level: MachineCheck['level']) => LEVELS[level][plain ? 1 : 0];
  const noisy = tooNoisy(offer);
  const same =
    sameTwice &&
    `${labelOf(plan.variants[0] ?? { name: undefined, version: '' })} against itself, ${sameTwice.rounds} rounds: ` +
      `${plusMinus(sameTwice.sd)} a round`;
  return [
    `This machine   ${describe(machine)}`,
    ...state.checks.map(({ name, level, text }) => `  ${sign(level)} ${name.padEnd(22)}${text}`),
    ...(same ? [`  ${sign(noisy ? 'bad' : 'good')} ${'same twice'.padEnd(22)}${same}`] : []),
    ...(same === null && !isOneBuild(plan)
      ? [`  ${sign('look')} ${'same twice'.padEnd(22)}no slice could be measured`]
      : []),
    ...(noisy ? [] : verdictLines(offer)),
  ];
}

function describe({ cores, cpu, isVirtual }: Machine): string {
  return `${cores}-core, ${cpu}${isVirtual ? ', virtual machine' : ''}`;
}

function verdictLines({ plan, sameTwice, forecast }: Offer): string[] {
  if (!sameTwice || !forecast) return [];
  const { resolution, most } = plan.rounds;
  if (forecast.rounds > most) {
    const reached = (2 * sameTwice.sd) / Math.sqrt(most);
    const wanted = `± ${percent(resolution)} would take about ${forecast.rounds} rounds`;
    return [`  ${wanted}; after ${most}, the most, about ${plusMinus(reached)}`];
  }
  const finer = roundsNeeded(sameTwice.sd, resolution * (2 / 3));
  const more = `--resolution ${percent((resolution * 2) / 3)} would take ${finer}`;
  return [`  Good enough: ± ${percent(resolution)} in about ${forecast.rounds} rounds. ${more}`];
}

/** What to do on a machine that is too noisy; nothing was measured then. */
export function drawTooNoisy(offer: Offer, { half, rounds }: TooNoisy): string {
  const { sameTwice, forecast, state, plan } = offer;
  const perRound = forecast ? forecast.measureSeconds / Math.min(forecast.rounds, plan.rounds.most) : null;
  const time = perRound === null ? '' : `, ${duration(rounds * perRound)}`;
  const busy = state.neighbours.slice(0, 3).map(({ name, cpus }) => `${name} (${cpus.toFixed(1)} cores)`);
  const wide = roundsNeeded(sameTwice?.sd ?? 0, WIDEST);
  const wideTime = perRound === null ? '' : `, ${duration(wide * perRound)}`;
  const advice = [
    ...(busy.length > 0 ? [`stop other load: ${busy.join(', ')}`] : []),
    'take another machine; a small one that is idle is better than a large one that is not',
    ...(wide <= plan.rounds.most
      ? [`go on, to see changes of 20% and more: --resolution 20%, ${wide} rounds${wideTime}`]
      : [`go on anyway: --rounds ${plan.rounds.least}..${rounds}`]),
  ];
  return [
    `Too noisy to tell ${percent(half)} here. Two equal servers differ by ${plusMinus(sameTwice?.sd ?? null)} a round;`,
    `it needs about ${rounds} rounds for ± ${percent(half)} here${time}: another machine is the better answer.`,
    '',
    ...advice.map((text, index) => `  ${index + 1}  ${text}`),
    '',
    'Nothing was measured, nothing was sent.',
  ].join('\n');
}
