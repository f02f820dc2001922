import { ownSamples } from '@basecase/analysis';
import type { Profile } from '@basecase/ingest/model';

/** A frame with its place: fractions of the width of all samples of its profile. */
export interface PlacedFrame {
  /** Names from the root to it: the same stack in another profile has the same. */
  path: string;
  name: string;
  depth: number;
  left: number;
  share: number;
  /** Share in the frame itself, not in what it calls. */
  ownShare: number;
}

const SEPARATOR = '\n';

/** Frames from the root down, those of one caller side by side in the order of the profile. */
export function layOutIcicle(profile: Profile): PlacedFrame[] {
  const own = ownSamples(profile);
  const total = profile.frames[0]?.value ?? 0;
  const placed: PlacedFrame[] = [];
  /** Where the next frame of each caller begins. */
  const next: number[] = [];
  for (const [index, { name, parent, value }] of profile.frames.entries()) {
    const caller = placed[parent];
    const left = caller ? (next[parent] ?? caller.left) : 0;
    const share = total === 0 ? 0 : value / total;
    if (caller) next[parent] = left + share;
    next[index] = left;
    placed.push({
      path: caller ? `${caller.path}${SEPARATOR}${name}` : name,
      name,
      depth: caller ? caller.depth + 1 : 0,
      left,
      share,
      ownShare: total === 0 ? 0 : (own[index] ?? 0) / total,
    });
  }
  return placed;
}

/** True for a frame on the stack of another, from the root to all that it calls. */
export function isOnPath(path: string, zoom: string): boolean {
  return path === zoom || path.startsWith(zoom + SEPARATOR) || zoom.startsWith(path + SEPARATOR);
}
