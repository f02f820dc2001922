import type {
  CorrectionEntry,
  CorrectionField,
  CorrectionTarget,
  CorrectionView,
  PermalinkCorrections,
} from '@basecase/db/types';
import { countText, dayText, timeText } from '../text/words';
import { uploadHref } from '../uploads/uploads-state';
import { CORRECTABLE, type CorrectState, correctionHref, FIELD_LABELS, fieldText } from './correction-state';

export function correctionModel(correction: CorrectionView) {
  const { by, at, reason, undone, upload, filename, changes, changedRuns } = correction;
  const fields = CORRECTABLE.filter((field) => changes[field] !== undefined);
  return {
    /** Who made it when, and why. */
    sentence: `By ${by}, ${timeText(at)}: ${reason.replace(/\.$/, '')}.${upload ? ' Of all runs of' : ''}`,
    /** Set when it is about all runs of an upload that is still there. */
    upload: upload && filename ? { href: uploadHref(upload, {}), text: filename } : null,
    /** Empty while it is in force. */
    undone: undone ? `Undone by ${undone.by}, ${timeText(undone.at)}.` : '',
    /** Fields that it says, as heads of the table. */
    fields: fields.map((field) => FIELD_LABELS[field]),
    runs: changedRuns.map(({ id, label, before, after }, index) => ({
      key: id ?? `gone ${index}`,
      label: label ?? 'a run that was deleted',
      href: id === null ? null : `/runs/${id}`,
      values: fields.map((field) => ({
        field,
        before: fieldText(field, before[field]),
        after: fieldText(field, after[field]),
      })),
    })),
  };
}

/** Title of the correction form. */
export function correctTitle(
  { upload, runs }: CorrectionTarget,
  state: CorrectState,
): { text: string; isName: boolean } {
  if (state.upload && upload) return { text: upload.filename, isName: true };
  const [only, ...others] = runs;
  if (only && others.length === 0) return { text: only.label, isName: true };
  return { text: countText(runs.length, 'run'), isName: false };
}

/** Cancel link. */
export function backHref({ runs }: CorrectionTarget, state: CorrectState): string {
  if (state.upload) return uploadHref(state.upload, {});
  const [only, ...others] = runs;
  return only && others.length === 0 ? `/runs/${only.id}` : '/runs';
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

export function correctionRows(entries: readonly CorrectionEntry[]) {
  return entries.map(({ id, at, by, changes, before, runs, reason, undone, kind }) => ({
    key: id,
    /** Of its page: what it changed, and undoing it. */
    href: correctionHref(id),
    at: timeText(at),
    by,
    changes: CORRECTABLE.filter((field) => changes[field] !== undefined).map((field) => ({
      field: FIELD_LABELS[field],
      before: valuesText(field, before[field] ?? []),
      after: fieldText(field, changes[field] ?? null),
    })),
    /** `1 run`. */
    runs: `${countText(runs, 'run')}${kind === 'runs' ? '' : `, ${kind.replaceAll('_', ' ')}`}`,
    reason,
    /** `undone by a.roy, 15 Nov 2026, 17:40 UTC`; empty while it is in force. */
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
