import type { Icicle, IcicleFrame } from './flamegraph-model';
import { isOnPath } from './lay-out-icicle';

/**
 * The icicles as they are drawn around one frame: it, what it calls, and its callers as wide as all. Both keep one scale,
 * so that the wider of the two fills the drawing.
 *
 * @param zoom path of the frame; null for all of it
 */
export function zoomIcicles(icicles: readonly Icicle[], zoom: string | null): Icicle[] {
  if (zoom === null) return [...icicles];
  const widest = Math.max(0, ...icicles.map((icicle) => frameAt(icicle, zoom)?.width ?? 0));
  if (widest === 0) return [...icicles];
  return icicles.map((icicle) => {
    const center = frameAt(icicle, zoom);
    if (!center) return { ...icicle, frames: [], rows: 1, says: 'not in this one' };
    const factor = 100 / widest;
    const full = center.width * factor;
    const frames = icicle.frames
      .filter(({ path }) => isOnPath(path, zoom))
      .map((frame) =>
        frame.row < center.row
          ? { ...frame, left: 0, width: full }
          : { ...frame, left: (frame.left - center.left) * factor, width: frame.width * factor },
      );
    return { ...icicle, frames };
  });
}

function frameAt({ frames }: Icicle, path: string): IcicleFrame | undefined {
  return frames.find((frame) => frame.path === path);
}

/** The frame that an arrow leads to: up to the caller, down to the widest callee, left and right within the row. */
export function neighbourFrame(
  frames: readonly IcicleFrame[],
  from: string,
  key: string,
): IcicleFrame | null {
  const at = frames.find(({ path }) => path === from);
  if (!at) return frames[0] ?? null;
  if (key === 'ArrowUp')
    return frames.find(({ path, row }) => row === at.row - 1 && isOnPath(at.path, path)) ?? null;
  if (key === 'ArrowDown') {
    const called = frames.filter(({ path, row }) => row === at.row + 1 && isOnPath(path, at.path));
    return called.toSorted((a, b) => b.width - a.width)[0] ?? null;
  }
  const row = frames.filter((frame) => frame.row === at.row).toSorted((a, b) => a.left - b.left);
  const index = row.findIndex(({ path }) => path === from);
  return row[index + (key === 'ArrowLeft' ? -1 : 1)] ?? null;
}
