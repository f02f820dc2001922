import type { LogParser, Sample } from '../parsers/parser';
import { PARSERS } from '../parsers/parsers';
import { findWrappers } from '../wrapping/find-wrappers';
import type { Wrapper } from '../wrapping/wrapper';
import { type Detection, toSample, weigh } from './detect';

/** The kind of a file, and the prefix removed from its lines before parsing. */
export interface UnwrappedDetection {
  detection: Detection;
  /** Null for a file that is read as it is. */
  wrapper: Wrapper | null;
  /** The beginning of the file without the wrapper. */
  sample: Sample;
  /**
   * Set where no parser reads what the beginning of a wrapped file shows: a benchmark may have run further down, behind what the job
   * installed. It is what is taken off the lines that are searched.
   */
  search: Wrapper | null;
}

/**
 * The parser that reads a file, which may have been copied out of a CI: as it is, or without what was added to each of its
 * lines, whichever is known best. Among equals it is the latter: a parser may know its numbers behind a time stamp and
 * not its names. What a format writes before its own lines stays, because nothing better is known behind it.
 *
 * @param path within the upload
 * @param bytes the first 64 KiB, secrets masked
 */
export function detectUnwrapped(
  path: string,
  bytes: Buffer,
  parsers: readonly LogParser[] = PARSERS,
): UnwrappedDetection {
  const [asItIs, ...behind] = findWrappers(bytes);
  const sample = toSample(path, asItIs.sample);
  const first = weigh(sample, parsers);
  let best: UnwrappedDetection = {
    detection: first.detection,
    wrapper: asItIs.wrapper,
    sample,
    search: null,
  };
  let score = first.score;
  for (const { wrapper, sample: without } of behind) {
    const next = toSample(path, without);
    const weighed = weighBehind(next, parsers);
    if (weighed.score < score || weighed.detection.outcome !== 'claimed') continue;
    best = { detection: weighed.detection, wrapper, sample: next, search: null };
    score = weighed.score;
  }
  const isRead = best.detection.outcome === 'claimed' && best.detection.parser.open !== null;
  return isRead ? best : { ...best, search: (behind.at(-1) ?? asItIs).wrapper };
}

/** The log of a CI or of several services holds more than a benchmark: what would only be kept gives way. */
function weighBehind(sample: Sample, parsers: readonly LogParser[]): ReturnType<typeof weigh> {
  const all = weigh(sample, parsers);
  if (all.detection.outcome !== 'ambiguous') return all;
  return weigh(sample, parsers.filter(reads));
}

function reads({ open, isKept }: LogParser): boolean {
  return open !== null && !isKept;
}
