import type { CorrectionEntry, CorrectionField, PermalinkCorrections } from '@basecase/db/types';
import { countText } from '../text/count-text';
import { dayText, timeText } from '../text/time-text';
import { correctionHref } from './correction-state';
import { CORRECTABLE, FIELD_LABELS, fieldText } from './field-text';

/** A correction as a history shows it. */
export interface HistoryRow {
  key: string;
  /** Of its page: what it changed, and undoing it. */
  href: string;
  at: string;
  by: string;
  changes: { field: string; before: string; after: string }[];
  /** `1 run`. */
  runs: string;
  reason: string;
  /** `undone by a.roy, 15 Nov 2026, 17:40 UTC`; empty while it is in force. */
  undone: string;
}

/** What a frozen page says of corrections since: null when there were none. */
export function correctedSince({
  count,
  latest,
}: PermalinkCorrections): { text: string; link: string; href: string } | null {
  if (latest === null) return null;
  const { id, by, at, reason, undone } = latest;
  const [who, when] = undone ? [undone.by, undone.at] : [by, at];
  const what = count === 1 ? 'a correction' : `${count} corrections`;
  return {
    text: `These numbers are from before ${what} of its runs${count === 1 ? '' : ', the newest'} ${undone ? 'undone by' : 'by'} ${who}, ${dayText(when)}: ${reason}.`,
    link: `Correction ${id}`,
    href: correctionHref(id),
  };
}

/** Values that are listed before they are counted. */
const LISTED = 3;

export function correctionRows(entries: readonly CorrectionEntry[]): HistoryRow[] {
  return entries.map(({ id, at, by, changes, before, runs, reason, undone, kind }) => ({
    key: id,
    href: correctionHref(id),
    at: timeText(at),
    by,
    changes: CORRECTABLE.filter((field) => changes[field] !== undefined).map((field) => ({
      field: FIELD_LABELS[field],
      before: valuesText(field, before[field] ?? []),
      after: fieldText(field, changes[field] ?? null),
    })),
    runs: `${countText(runs, 'run')}${kind === 'runs' ? '' : `, ${kind.replaceAll('_', ' ')}`}`,
    reason,
    undone: undone ? `undone by ${undone.by}, ${timeText(undone.at)}` : '',
  }));
}

function valuesText(
  field: CorrectionField,
  values: readonly NonNullable<CorrectionEntry['before'][CorrectionField]>[number][],
): string {
  const texts = values.slice(0, LISTED).map((value) => fieldText(field, value));
  return values.length > LISTED ? `${texts.join(', ')} and ${values.length - LISTED} more` : texts.join(', ');
}
