import { toPrintfFixed } from '../../format/printf';
import type { CellVerdict, JudgedCell } from '../judge-cells';
import type { Remedy } from './cheapest-remedy';

/** What the two columns are called. */
export interface SideNames {
  base: string;
  version: string;
}

const UNNAMED: SideNames = { base: 'the base', version: 'this version' };

/** "2 more runs of 9.5.0, about 24 minutes, would settle this."; empty when it is settled. */
export function settleSentence(
  {
    mark,
    remedy,
    steal = null,
    rounds = null,
  }: Pick<JudgedCell, 'mark' | 'remedy'> & Partial<Pick<JudgedCell, 'rounds' | 'steal'>>,
  names: SideNames = UNNAMED,
): string {
  if (mark !== 'possible' && mark !== 'unclear') return '';
  if (steal !== null) return 'Runs without stolen time would settle this.';
  if (remedy === null) return '';
  if (remedy === 'disagree') return 'Its runs disagree too much to settle this.';
  if (remedy !== 'too many') return `${remedyText(remedy, names)} would settle this.`;
  if (rounds) return 'More rounds would settle this.';
  return 'More than 9 runs on each side would be needed to settle this.';
}

/** `2 more runs of 9.5.0, about 24 minutes,`: a comma closes the time. */
function remedyText({ unit, base, version, minutes, isOtherDay }: Remedy, names: SideNames): string {
  const parts = [
    ...(base > 0 ? [`${countOf(base, 'run')} of ${names.base}`] : []),
    ...(version > 0 ? [`${countOf(version, 'run')} of ${names.version}`] : []),
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
