import { baseName } from '../layout/base-name';
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
  let best = 0;
  let claims: LogParser[] = [];
  for (const parser of parsers) {
    const score = parser.score(sample);
    if (score <= 0 || score < best) continue;
    if (score > best) claims = [];
    best = score;
    claims.push(parser);
  }
  const [parser, ...others] = claims;
  if (!parser) return { outcome: 'unknown' };
  if (others.length > 0) return { outcome: 'ambiguous', kinds: claims.map(({ kind }) => kind) };
  return { outcome: 'claimed', parser };
}
