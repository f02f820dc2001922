import type { CorrectionField, CorrectionTarget, CorrectionView } from '@basecase/db/types';
import { countText } from '../text/count-text';
import { timeText } from '../text/time-text';
import { uploadHref } from '../uploads/files-state';
import type { CorrectState } from './correction-state';
import { CORRECTABLE, FIELD_LABELS, fieldText } from './field-text';

/** One correction as its page shows it. */
export interface CorrectionModel {
  /** Who made it when, and why. */
  sentence: string;
  /** Set when it is about all runs of an upload that is still there. */
  upload: { href: string; text: string } | null;
  /** Empty while it is in force. */
  undone: string;
  /** Fields that it says, as heads of the table. */
  fields: string[];
  runs: {
    key: string;
    label: string;
    /** Null: the run is gone. */
    href: string | null;
    values: { field: CorrectionField; before: string; after: string }[];
  }[];
}

export function correctionModel(correction: CorrectionView): CorrectionModel {
  const { by, at, reason, undone, upload, filename, changes, changedRuns } = correction;
  const fields = CORRECTABLE.filter((field) => changes[field] !== undefined);
  return {
    sentence: `By ${by}, ${timeText(at)}: ${reason.replace(/\.$/, '')}.${upload ? ' Of all runs of' : ''}`,
    upload: upload && filename ? { href: uploadHref(upload, {}), text: filename } : null,
    undone: undone ? `Undone by ${undone.by}, ${timeText(undone.at)}.` : '',
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
