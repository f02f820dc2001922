import { baseName } from '../identity/names/base-name';
import type { LogParser, Sample } from '../parsers/parser';
import { PARSERS } from '../parsers/parsers';

const HEAD_BYTES = 4096;

export type Detection =
  | { outcome: 'claimed'; parser: LogParser }
  | { outcome: 'ambiguous'; kinds: string[] }
  | { outcome: 'unknown' };

/** @param bytes the first bytes of the file, secrets masked */
export function toSample(filePath: string, bytes: Buffer): Sample {
  return {
    path: filePath,
    name: baseName(filePath),
    bytes,
    head: bytes.toString('latin1', 0, Math.min(HEAD_BYTES, bytes.length)).replaceAll('\r\n', '\n'),
  };
}

/** The parser with the best score. Two with the same score: the file is read by neither. */
export function detect(sample: Sample, parsers: readonly LogParser[] = PARSERS): Detection {
  return weigh(sample, parsers).detection;
}

/** The same, with the best score: 0 where no parser has one. */
export function weigh(
  sample: Sample,
  parsers: readonly LogParser[] = PARSERS,
): { detection: Detection; score: number } {
  const scores = parsers.map((parser) => parser.score(sample));
  let best = Math.max(0, ...scores);
  for (let index = 0; index < parsers.length; index += 1) {
    const fallback = parsers[index]?.fallback;
    if (!fallback || fallback.most < best) continue;
    const score = Math.max(scores[index] ?? 0, fallback.score(sample));
    scores[index] = score;
    best = Math.max(best, score);
  }
  const winners = best > 0 ? parsers.filter((_, index) => scores[index] === best) : [];
  return { detection: toDetection(winners), score: best };
}

function toDetection([parser, ...others]: readonly LogParser[]): Detection {
  if (!parser) return { outcome: 'unknown' };
  if (others.length > 0) return { outcome: 'ambiguous', kinds: [parser, ...others].map(({ kind }) => kind) };
  return { outcome: 'claimed', parser };
}

/** What a parser thinks of a file, whatever others do. */
export function scoreOf({ score, fallback }: LogParser, sample: Sample): number {
  return Math.max(score(sample), fallback?.score(sample) ?? 0);
}
