import { isZip, startsTar } from '../archive/magic';
import type { LogParser, Sample } from '../parsers/parser';
import { PARSERS } from '../parsers/parsers';
import { namesOf } from '../wrapping/wrapper';
import { scoreOf } from './detect';
import { detectUnwrapped } from './detect-unwrapped';

/** One parser that recognized something in a file. */
export interface Candidate {
  kind: string;
  score: number;
  /** Meaning of the score, and the format in words where its parser has it. */
  reason: string;
  /** False for a kind that is only kept. */
  reads: boolean;
}

/** Why a file was read as it was. */
export interface Explanation {
  /** `unknown` and `archive` have no candidates, `ambiguous` has several with the best score. */
  outcome: 'claimed' | 'ambiguous' | 'unknown' | 'archive';
  /** The parser that reads the file, null when none does. */
  kind: string | null;
  /** Every parser with a score above 0, the best first. */
  candidates: Candidate[];
  /** Prefix removed from each line before parsing, null for an unwrapped file. */
  wrapper: string | null;
}

/**
 * What detection thinks of a file.
 *
 * @param filePath within the upload
 * @param bytes first 64 KiB, unpacked, secrets masked
 */
export function explainDetection(filePath: string, bytes: Buffer): Explanation {
  if (startsTar(bytes) || isZip(bytes, filePath))
    return { outcome: 'archive', kind: null, candidates: [], wrapper: null };
  const { detection, sample, wrapper } = detectUnwrapped(filePath, bytes, PARSERS);
  const candidates = PARSERS.map((parser) => toCandidate(parser, sample))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return {
    outcome: detection.outcome,
    kind: detection.outcome === 'claimed' ? detection.parser.kind : null,
    candidates,
    wrapper: wrapper && namesOf(wrapper),
  };
}

function toCandidate(parser: LogParser, sample: Sample): Candidate {
  const score = scoreOf(parser, sample);
  const about = parser.about === undefined ? '' : `: ${parser.about}`;
  return {
    kind: parser.kind,
    score,
    reason: `${meaningOf(score)}${about}`,
    reads: parser.open !== null && !parser.isKept,
  };
}

/** The scale of `LogParser.score` in words. */
function meaningOf(score: number): string {
  if (score >= 1) return 'by content and name';
  if (score >= 0.9) return 'by content';
  if (score > 0.5) return 'by content that others may have too';
  return score > 0.3 ? 'side file by its name' : 'by its name only';
}
