import { versionLabel } from '@basecase/ingest/model';
import type { RegressionEventKind } from '../../types/regression-page';

/** Details of an event, as they were stored: texts, numbers, or pairs of texts. */
export type EventDetail = Readonly<Record<string, unknown>>;

/** What an event of a record of nights does not say itself. */
export interface NightHistory {
  /** The verdict with which the record was made. */
  firstVerdict: string;
}

/** A line of the history of a record of nights, for what its data did; null for all else. */
export function nightEventText(
  kind: RegressionEventKind,
  detail: EventDetail,
  { firstVerdict }: NightHistory,
): string | null {
  switch (kind) {
    case 'created':
      return createdText(detail, firstVerdict);
    case 'moved':
      return movedText(texts(detail['from']), texts(detail['to']));
    case 'judged':
      return judgedText(texts(detail['from']), texts(detail['to']));
    case 'fixed':
      return `Back at the level before since ${label(detail['in'])}.`;
    case 'reopened':
      return `No longer back at the level before, which ${label(detail['was'])} was.`;
    case 'withdrawn':
      return 'Withdrawn: the nights no longer show it, or the environment changed there.';
    case 'reinstated':
      return `Back: the nights show it again, ${ratio(detail['ratio'])} of the level before since ${label(detail['firstBad'])}.`;
    default:
      return null;
  }
}

/** `Possible since 29 Aug 2026 g4eb13e8a: 0.90 of the level before.` */
function createdText(detail: EventDetail, firstVerdict: string): string {
  const word = isPossible(firstVerdict)
    ? 'Possible'
    : firstVerdict.endsWith('regression')
      ? 'Slower'
      : 'Faster';
  return `${word} since ${label(detail['firstBad'])}: ${ratio(detail['ratio'])} of the level before.`;
}

function movedText([oldGood, oldBad]: readonly string[], [good, bad]: readonly string[]): string {
  const first = bad === oldBad ? [] : [`First bad night is now ${label(bad)}, was ${label(oldBad)}.`];
  const last = good === oldGood ? [] : [`Last good night is now ${label(good)}, was ${label(oldGood)}.`];
  return [...first, ...last].join(' ') || 'Other builds of the same nights show it.';
}

function judgedText([oldVerdict = '', oldStep]: readonly string[], [verdict = '', step]: readonly string[]) {
  const wasPossible = isPossible(oldVerdict);
  if (wasPossible && !isPossible(verdict)) {
    return oldStep === 'last' && step === 'step'
      ? 'Sure now: three nights of the new level stand.'
      : 'Sure now: nothing doubts it any more.';
  }
  if (!wasPossible && isPossible(verdict)) return 'Possible only: newer nights make it doubtful.';
  if (verdict !== oldVerdict) return `Verdict: ${verdict}, was ${oldVerdict}.`;
  return step === 'step'
    ? 'Three nights of the new level stand; it is still doubtful.'
    : 'It rests on the newest nights again.';
}

function isPossible(verdict: string): boolean {
  return verdict.startsWith('possible');
}

function label(value: unknown): string {
  return typeof value === 'string' ? versionLabel(value) : '?';
}

function ratio(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(2) : '?';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((text) => (typeof text === 'string' ? text : '?')) : ['?', '?'];
}
