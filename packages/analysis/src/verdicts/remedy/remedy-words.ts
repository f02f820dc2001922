import { toPrintfFixed } from '../../format/printf';
import { roundsNeeded } from '../../rounds/rounds';
import { rateText } from '../failures';
import type { CellVerdict, JudgedCell } from '../judge-cells';
import { DEFAULT_RULE, logLoss } from '../rule';
import { MOST_NIGHTS, type Remedy } from './cheapest-remedy';

/** Names of the two columns. */
export interface SideNames {
  base: string;
  version: string;
}

const UNNAMED: SideNames = { base: 'the base', version: 'this version' };

type OpenCell = Pick<JudgedCell, 'mark' | 'remedy'> &
  Partial<Pick<JudgedCell, 'rounds' | 'steal' | 'x' | 'sigma' | 'changedBy' | 'failed'>>;

/** "2 more runs of 9.5.0, about 24 minutes, would settle this."; empty when it is settled. */
export function settleSentence(cell: OpenCell, names: SideNames = UNNAMED): string {
  const { mark, remedy, steal = null, rounds = null, changedBy = null, failed } = cell;
  if (mark !== 'possible' && mark !== 'unclear') return '';
  if (steal !== null) return `Runs with at most ${DEFAULT_RULE.stealMost}% of stolen time would settle this.`;
  if (changedBy === 'failures' && failed)
    return `Runs with a success rate of ${rateText((1 - (failed.base ?? 0)) * 100)} would settle this.`;
  if (remedy === null) return changedBy === 'host' ? roundsText(cell, 'this') : '';
  if (remedy === 'disagree')
    return `Its runs disagree too much to settle this. ${roundsText(cell, 'it')}`.trim();
  if (remedy === 'closed') return roundsText(cell, 'this');
  if (remedy === 'too many nights')
    return `More than ${MOST_NIGHTS} nights would be needed to settle this. ${roundsText(cell, 'it')}`.trim();
  if (remedy !== 'too many') return `${remedyText(remedy, names)} would settle this.`;
  if (rounds) return 'More than 200 rounds would be needed to settle this.';
  const { settleCap } = DEFAULT_RULE;
  return `More than ${settleCap} runs on each side would be needed to settle this. ${roundsText(cell, 'it')}`.trim();
}

/** Of a change a sure interval is as wide as this part of it. */
const CONFIRMING = 0.6;

/** `24 rounds with basecase record would settle it.`: their pairs are at most as noisy as single runs, and are free of the host's moves. */
function roundsText({ x, sigma, rounds = null }: OpenCell, object: 'it' | 'this'): string {
  if (x === undefined || sigma === undefined || rounds) return '';
  const size = Math.abs(x);
  const half = Math.max(
    size >= logLoss(DEFAULT_RULE.delta) ? CONFIRMING * size : 0,
    logLoss(DEFAULT_RULE.big) - size,
  );
  return `${roundsNeeded(sigma, half)} rounds with basecase record would settle ${object}.`;
}

/** `2 more runs of 9.5.0, about 24 minutes,`: a comma closes the time. */
function remedyText({ unit, base, version, minutes, isOtherDay }: Remedy, names: SideNames): string {
  const parts = [
    ...(base > 0 ? [`${countOf(base, 'run')} of ${names.base}`] : []),
    ...(version > 0
      ? [unit === 'nights' ? countOf(version, 'night') : `${countOf(version, 'run')} of ${names.version}`]
      : []),
  ];
  const runs = unit === 'rounds' ? countOf(version, 'round') : parts.join(' and ');
  const day = isOtherDay ? ' on another day' : '';
  return `${runs}${day}${minutes === null ? '' : `, about ${durationText(minutes)},`}`;
}

function countOf(count: number, what: string): string {
  return `${count} more ${what}${count === 1 ? '' : 's'}`;
}

const MINUTES_PER_HOUR = 60;
/** Up to here minutes are easier to read than hours. */
const MOST_MINUTES = 120;

/** `1 minute`, `24 minutes`, `3.5 hours`: never less than a minute. */
export function durationText(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  if (whole <= MOST_MINUTES) return `${whole} ${whole === 1 ? 'minute' : 'minutes'}`;
  return `${toPrintfFixed(minutes / MINUTES_PER_HOUR, 1)} hours`;
}

/** Tests that one sentence is about. */
export interface OpenTests {
  sentence: string;
  tests: string[];
}

/** Open tests of a column by the sentence on what would settle them, in the order of the tests. */
export function openTests(
  cells: readonly (CellVerdict | undefined)[],
  tests: readonly string[],
  names: SideNames,
): OpenTests[] {
  const found = new Map<string, string[]>();
  for (const [row, cell] of cells.entries()) {
    const sentence = cell && 'remedy' in cell ? settleSentence(cell, names) : '';
    if (sentence !== '') found.set(sentence, [...(found.get(sentence) ?? []), tests[row] ?? '']);
  }
  return [...found].map(([sentence, own]) => ({ sentence, tests: own }));
}
