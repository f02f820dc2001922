import { durationText, MOST_PLANNED_RUNS } from '@basecase/analysis';
import { countText } from '@basecase/views/text';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import type { Plan, PlannedVersion } from './question';

/**
 * Prints plans; those without any runs are a refusal, with the noisiest tests as its reason.
 *
 * @param isOne false: JSON is a list
 */
export async function printPlans(
  plans: readonly Plan[],
  { json, isOne = true }: { json: boolean; isOne?: boolean },
  io: Io,
): Promise<ExitCode> {
  const text = json
    ? JSON.stringify(isOne ? plans[0] : plans, null, 2)
    : plans.map((plan) => planLines(plan).join('\n')).join('\n\n');
  await io.print(`${text}\n`);
  return plans.every(({ runs }) => runs === null) ? EXIT.undecided : EXIT.ok;
}

function planLines(plan: Plan): string[] {
  const { detect, power, server, machine, workload, tests, runs, pairs } = plan;
  const place = [server ?? 'a server without a name', `${machine ?? 'unknown'} machine`, workload].filter(
    Boolean,
  );
  const change = `a change of ${percent(detect)}`;
  const noise = `Noise: ${pairs} repeat ${pairs === 1 ? 'pair' : 'pairs'}.`;
  if (runs === null) {
    return [
      `No plan for ${change} on ${place.join(', ')}: every test needs more than ${MOST_PLANNED_RUNS} runs of each version.`,
      noise,
    ];
  }
  const beyond = tests.filter((test) => test.runs === null).map(({ test }) => test);
  return [
    `To show ${change} with a chance of ${percent(power)} on ${place.join(', ')}:`,
    ...plan.versions.map((version) => `  ${versionText(version)}`),
    ...(plan.minutes === null || plan.minutes === 0
      ? []
      : [`All runs: about ${durationText(plan.minutes)}.`]),
    `${runs} ${runs === 1 ? 'run' : 'runs'} of each version in all, each in a separate session.${typicalText(plan)}`,
    ...(beyond.length > 0
      ? [`More than ${MOST_PLANNED_RUNS} runs, and not planned: ${firstOf(beyond)}.`]
      : []),
    noise,
  ];
}

const MOST_NAMED = 20;

/** Tests by name; of thousands the first ones and how many follow, `--json` has all. */
function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${countText(more, 'more test')} (--json lists them)`
    : names.join(', ');
}

function versionText({ label, stored, more, minutes }: PlannedVersion): string {
  const name = label ?? 'each version to compare';
  const time = minutes === null || more === 0 ? '' : `, about ${durationText(minutes)}`;
  const there = stored === 0 ? '' : ` (${stored} stored)`;
  return `${name}: ${more === 0 ? 'no' : more} more ${more === 1 ? 'run' : 'runs'}${there}${time}`;
}

function typicalText({ tests, typical, runs }: Plan): string {
  if (tests.length < 2 || typical === null || typical === runs) return '';
  const most = tests.filter((test) => test.runs === runs).map(({ test }) => test);
  return ` Half of the ${tests.length} tests need ${typical}; ${most[0]} needs the most.`;
}

function percent(part: number): string {
  return `${Number((part * 100).toPrecision(6))}%`;
}
