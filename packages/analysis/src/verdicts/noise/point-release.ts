import { lookUp, withoutTag } from '@basecase/ingest/model';

/** A release as (major, point): 8.0.43 is point 43 of 8.0, 17.6 point 6 of 17. */
export interface PointRelease {
  major: string;
  point: number;
}

/** From 10 on PostgreSQL's major is the first number; before, and everywhere else, it is the first two. */
const TWO_PARTS = /^(\d{2,})\.(\d+)$/;
const THREE_PARTS = /^(\d+\.\d+)\.(\d+)$/;

/** `v7.5.10` and `REL_16_2` as the release is called. */
function nameOf(version: string): string {
  return withoutTag(version).replaceAll('_', '.');
}

/** Null for previews, and for versions that are not recognized. */
export function pointRelease(product: string, version: string): PointRelease | null {
  const name = nameOf(version);
  const parts = (product === 'PostgreSQL' ? TWO_PARTS.exec(name) : null) ?? THREE_PARTS.exec(name);
  return parts ? { major: parts[1] ?? '', point: Number(parts[2]) } : null;
}

/**
 * Adjacent point releases that the study found to differ by looking at the data, so that they are no A/A pairs
 * (docs/method.md §2.1). 2.97 in one test of 8.0.31 is clearly real; the -2% column of 8.0.32 is an opinion.
 */
const KNOWN_CHANGES: Readonly<Record<string, readonly string[]>> = {
  MySQL: ['8.0.14', '8.0.31', '8.0.32', '8.0.34'],
};

/** True when the step to this point release from the one before it is known to be a change. */
export function isKnownChange(product: string, version: string): boolean {
  return lookUp(KNOWN_CHANGES, product)?.includes(nameOf(version)) ?? false;
}
