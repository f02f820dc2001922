import { compareVersions } from '@basecase/ingest/model';
import { majorOf } from '../text/release';
import type { TrendLine } from './trends-data';
import type { TrendsState } from './trends-state';

export interface VersionAxis {
  kind: 'release' | 'major';
  /** Names of the positions, in release order and equally spaced. */
  positions: string[];
}

/**
 * The axis of versions. Where servers ran different point releases, a line between every release would be dots between
 * gaps: unless the reader says otherwise, majors are the positions then, each with the newest release that a line has of
 * it.
 */
export function prepareVersionAxis(
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
  wanted: TrendsState['x'],
): VersionAxis {
  const releases = axisOf('release', product, lines);
  const majors = axisOf('major', product, lines);
  if (wanted === 'release' || (wanted === '' && !lines.some((line) => isDotted(releases, line))))
    return releases;
  return wanted === 'major' || majors.positions.length > 1 ? majors : releases;
}

function axisOf(
  kind: VersionAxis['kind'],
  product: string,
  lines: readonly Pick<TrendLine, 'columns'>[],
): VersionAxis {
  const versions = [...new Set(lines.flatMap(({ columns }) => columns.map(({ version }) => version)))];
  const sorted = versions.sort(compareVersions);
  return { kind, positions: [...new Set(sorted.map((version) => positionName(kind, product, version)))] };
}

/** Name of the place that a version has on an axis. */
export function positionName(kind: VersionAxis['kind'], product: string, version: string): string {
  return kind === 'major' ? majorOf(product, version) : version;
}

/** A line of several versions without two that follow each other on the axis. */
function isDotted({ positions }: VersionAxis, { columns }: Pick<TrendLine, 'columns'>): boolean {
  const taken = positions.map((position) => columns.some(({ version }) => version === position));
  const isLine = taken.some((isTaken, index) => isTaken && taken[index + 1]);
  return !isLine && taken.filter(Boolean).length > 1;
}
