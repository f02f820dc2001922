import { compareVersions } from '@basecase/ingest/model';
import { majorOf } from '../../lib/release';
import type { TrendLine } from './trends-data';
import type { TrendsState } from './trends-state';

export interface VersionAxis {
  kind: 'release' | 'major';
  /** Names of the places, in release order and equally spaced. */
  places: string[];
}

/** More lone points than this share, and every release as a place shows dots where lines are wanted. */
const MOSTLY_LONE = 0.5;

/**
 * The axis of versions. Servers that ran different point releases have few places in common: unless the reader says
 * otherwise, majors are the places then, each with the newest release that a line has of it.
 */
export function prepareVersionAxis(
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
  wanted: TrendsState['x'],
): VersionAxis {
  const releases = axisOf('release', product, lines);
  const majors = axisOf('major', product, lines);
  if (wanted === 'release' || (wanted === '' && !isMostlyLone(releases, product, lines))) return releases;
  return wanted === 'major' || majors.places.length > 1 ? majors : releases;
}

function axisOf(
  kind: VersionAxis['kind'],
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
): VersionAxis {
  const versions = [...new Set(lines.flatMap(({ columns }) => columns.map(({ version }) => version)))];
  const sorted = versions.sort(compareVersions);
  return { kind, places: [...new Set(sorted.map((version) => placeName(kind, product, version)))] };
}

/** Name of the place that a version has on an axis. */
export function placeName(kind: VersionAxis['kind'], product: string, version: string): string {
  return kind === 'major' ? majorOf(product, version) : version;
}

function isMostlyLone(
  { places }: VersionAxis,
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
): boolean {
  const taken = lines.map(({ columns }) =>
    places.map((place) => columns.some(({ version }) => placeName('release', product, version) === place)),
  );
  const points = taken.flatMap((line) =>
    line.flatMap((isTaken, index) => (isTaken ? [{ isLone: !line[index - 1] && !line[index + 1] }] : [])),
  );
  return points.filter(({ isLone }) => isLone).length > points.length * MOSTLY_LONE;
}
