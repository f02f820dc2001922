import { findBreaks } from '@basecase/analysis';
import type { Queries } from '../rows';
import { chooseNights, type Fate, type NightToChoose } from './choose-nights';
import { listNightUploads, type NightUpload } from './list-night-uploads';
import { linesOf, listNights, type Night, type NightFilter, type NightsOfLine } from './list-nights';
import type { PermalinkNames } from './permalink-names';
import { isChange, isLiveEvidence, isOfRecord, readRecordMarks } from './record-marks';
import type { KeptReason } from './types';

/** Nights with everything that keeps one of them. */
export type MarkedNights = Awaited<ReturnType<typeof readMarkedNights>>;

/** Reads nights and what keeps them, as they are now. */
export async function readMarkedNights(
  client: Queries,
  permalinks: PermalinkNames,
  filter: NightFilter = {},
) {
  await permalinks.refresh(client);
  const nights = await listNights(client, filter);
  const ids = [...new Set(nights.flatMap(({ uploads }) => uploads))];
  return {
    nights,
    uploads: await listNightUploads(client, ids),
    records: await readRecordMarks(client),
    permalinks,
  };
}

/** A line with what becomes of each of its nights. */
export interface LineFates extends NightsOfLine {
  fates: Fate[];
}

/**
 * Nights on each side of a change of a live record that stay. Twelve are what a series is judged by; in noise a record
 * may need more of them to say the same.
 */
export const REACHES = [12, 30, 90] as const;

/** More than the least reach, for the nights of these variants and names. */
export type WiderReaches = ReadonlyMap<number | string, number>;

/** What thinning does with the nights of each line. */
export function nightFates(marked: MarkedNights, before: Date, wider: WiderReaches = new Map()): LineFates[] {
  return linesOf(marked.nights).map((line) => {
    const events = eventsOf(line.nights);
    return {
      ...line,
      fates: chooseNights(
        line.nights.map((night, index) => ({
          ...toChoose(night, marked, wider),
          isEvent: events.has(index),
        })),
        before,
      ),
    };
  });
}

/** Nights that are the first ones with another fact; recorded events have their own time, which stays. */
function eventsOf(nights: readonly Night[]): Set<number> {
  const dated = nights.map(({ measuredAt, facts }) => ({ at: measuredAt.toISOString(), facts }));
  return new Set(findBreaks(dated, []).map(({ night }) => night));
}

function toChoose(
  night: Night,
  { uploads, records, permalinks }: MarkedNights,
  wider: WiderReaches,
): Omit<NightToChoose, 'isEvent'> {
  const own = night.uploads.map((id) => uploads.get(id));
  const keptFor = (): NightToChoose['keptFor'] => {
    if (own.some((upload) => !upload?.isStored)) return 'not stored';
    if (own.some((upload) => upload?.hasRelease)) return 'release';
    if (own.some((upload) => upload?.isCorrected)) return 'corrected';
    return permalinks.isNamed(night) ? 'permalink' : null;
  };
  return {
    orderedAt: night.orderedAt,
    measuredAt: night.measuredAt,
    results: night.results,
    isOfRecord: isOfRecord(records, night),
    reach: Math.max(
      isChange(records, night) ? REACHES[0] : 0,
      wider.get(night.variantId) ?? 0,
      wider.get(night.name) ?? 0,
    ),
    keptFor: keptFor(),
  };
}

/** What becomes of the raw files of an upload; null where there are none, or they are not old enough. */
export type FilesFate =
  | 'goes'
  | Extract<KeptReason, 'record' | 'permalink' | 'release' | 'not stored'>
  | null;

/** What becomes of the raw files of each upload, by id. */
export function filesFates(
  { nights, uploads, records, permalinks }: MarkedNights,
  before: Date,
): Map<number, FilesFate> {
  const fates = new Map<number, FilesFate>();
  for (const [id, upload] of uploads) fates.set(id, fateOf(upload, before));
  for (const night of nights) {
    const wanted = night.uploads.filter((id) => fates.get(id) === 'goes');
    if (wanted.length === 0) continue;
    const reason = isLiveEvidence(records, night) ? 'record' : permalinks.isNamed(night) ? 'permalink' : null;
    if (reason !== null) for (const id of wanted) fates.set(id, reason);
  }
  return fates;
}

function fateOf({ hasFiles, filesSince, isStored, hasRelease }: NightUpload, before: Date): FilesFate {
  if (!hasFiles || filesSince >= before) return null;
  if (!isStored) return 'not stored';
  return hasRelease ? 'release' : 'goes';
}
