import { versionLabel } from '@basecase/ingest/model';
import type { RegressionEventKind } from '../../types/regression-page';
import type { RegressionState } from '../../types/regressions';
import { type EventDetail, type NightHistory, nightEventText } from './night-event-text';

const STATE_WORDS: Readonly<Record<RegressionState, string>> = {
  new: 'new',
  investigating: 'investigating',
  confirmed: 'confirmed',
  noise: 'noise',
  wont_fix: "won't fix",
  fixed: 'fixed',
};

/**
 * A line of the history in words. An event of an unknown kind is named as it was stored.
 *
 * @param nights of a record of nights, which has its own words
 */
export function eventText(
  kind: RegressionEventKind,
  detail: EventDetail,
  nights: NightHistory | null = null,
): string {
  const { from, to } = detail;
  const own = nights && nightEventText(kind, detail, nights);
  if (own !== null) return own;
  switch (kind) {
    case 'created':
      return `Found: ${number(detail['ratio'])} of ${text(detail['lastGood'])} in ${text(detail['firstBad'])}.`;
    case 'extended':
      return `Still present in ${text(to)}, was last seen in ${text(from)}.`;
    case 'moved':
      return movedText(pair(from), pair(to));
    case 'judged':
      return judgedText(pair(from), pair(to));
    case 'split':
      return detail['into'] === undefined
        ? 'Split from another record: new runs show two changes.'
        : `Split: new runs show two changes. The other one is ${text(detail['into'])}.`;
    case 'merged':
      return 'Merged into another record: with the new runs the two are one change.';
    case 'fixed':
      return `${text(detail['in'])} is back at the previous level.`;
    case 'reopened':
      return `${text(detail['was'])} is no longer back at the previous level.`;
    case 'withdrawn':
      return 'Withdrawn: the runs no longer show it.';
    case 'reinstated':
      return `Back: the runs show it again, ${number(detail['ratio'])} in ${text(detail['firstBad'])}.`;
    case 'state changed':
      return `State: ${stateWord(to)}, was ${stateWord(from)}.`;
    case 'owner changed':
      return to === null ? `Owner removed, was ${text(from)}.` : `Owner: ${text(to)}.`;
    case 'bug changed':
      return to === null ? 'Bug link removed.' : `Reported at ${text(to)}.`;
    case 'fix claimed':
      return to === null ? `Reported fix removed, was ${text(from)}.` : `Reported fixed in ${text(to)}.`;
    case 'notes edited':
      return 'Notes edited.';
    default:
      return String(kind);
  }
}

function movedText([oldGood, oldBad]: readonly string[], [good, bad]: readonly string[]): string {
  const first = bad === oldBad ? [] : [`First bad version is now ${bad}, was ${oldBad}.`];
  const last = good === oldGood ? [] : [`Last good version is now ${good}, was ${oldGood}.`];
  return [...first, ...last].join(' ') || 'Other builds of the same versions show it.';
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  step: 'it stays',
  last: 'rests on one run',
  isolated: 'one version only',
};

function judgedText([oldVerdict, oldStep]: readonly string[], [verdict, step]: readonly string[]): string {
  const words = verdict === oldVerdict ? [] : [`Verdict: ${verdict}, was ${oldVerdict}.`];
  if (step !== oldStep)
    words.push(`${capital(STEP_WORDS[step ?? ''] ?? '')}, was: ${STEP_WORDS[oldStep ?? ''] ?? ''}.`);
  return words.join(' ');
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? versionLabel(String(value)) : '?';
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(2) : '?';
}

function pair(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : ['?', '?'];
}

function stateWord(value: unknown): string {
  return STATE_WORDS[value as RegressionState] ?? text(value);
}
