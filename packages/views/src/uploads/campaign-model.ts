import type { UploadCampaign, UploadRun } from '@basecase/db/types';
import { timeText } from '../text/time-text';

/** The campaign of an upload. */
export interface CampaignModel {
  /** The name, or names; empty when the upload is its own campaign. */
  name: string;
  /** Its source or its meaning. */
  text: string;
  /** What the field begins with. */
  given: string;
  changes: { key: string; text: string }[];
}

/** @param runs only those that it brought itself are of its campaign */
export function campaignModel(
  { said: given, ofFiles, changes }: UploadCampaign,
  runs: readonly Pick<UploadRun, 'isOwn'>[],
): CampaignModel {
  const others = runs.filter(({ isOwn }) => !isOwn).length;
  const borrowed = others > 0 ? ' Runs that another upload stored first belong to its campaign.' : '';
  return {
    name: given ?? ofFiles.join(', '),
    text: `${whoSays({ said: given, ofFiles, changes })}${borrowed}`,
    given: given ?? '',
    changes: changes.map(({ campaign, by, at }, index) => ({
      key: `${at} ${changes.length - index}`,
      text: `${campaign === null ? 'removed' : `named “${campaign}”`} by ${by}, ${timeText(at)}`,
    })),
  };
}

function whoSays({ said: given, ofFiles, changes }: UploadCampaign): string {
  if (given !== null) {
    const when = changes.length > 0 ? 'set after the upload' : 'set with the upload';
    return ofFiles.length > 0 && !ofFiles.includes(given)
      ? `${when}; basecase.json says ${ofFiles.join(', ')}.`
      : `${when}.`;
  }
  if (ofFiles.length > 0) return 'from basecase.json.';
  return 'No campaign was named, so this upload is its own: its point releases form A/A pairs only with each other.';
}
